export type { PlayAnalytics } from './play-analytics.ts';
export { playAnalytics } from './play-analytics.ts';
export type { AnalyticsFrame, ReplayAnalytics } from './replay-analytics.ts';
export { analyticsJson, analyticsOf } from './replay-analytics.ts';
