export type { PlayAnalytics, StrainSection } from './play-analytics.ts';
export { mapMarks, missesOf, playAnalytics, strainsOverTime } from './play-analytics.ts';
export type { AnalyticsFrame, ReplayAnalytics } from './replay-analytics.ts';
export { analyticsJson, analyticsOf } from './replay-analytics.ts';
