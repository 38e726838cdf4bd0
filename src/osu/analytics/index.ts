export type { AnalyticsFrame, ReplayAnalytics } from './replay-analytics.ts';
export { analyticsJson, analyticsOf } from './replay-analytics.ts';
