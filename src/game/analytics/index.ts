export { type MistakeAnalytics, mistakeAnalytics } from './mistake-analytics.ts';
export type { PlayAnalytics, StrainSection } from './play-analytics.ts';
export { mapMarks, missesOf, playAnalytics, strainsOverTime } from './play-analytics.ts';
export type { AnalyticsFrame, PlayerAnalytics, PlayerPlace, ReplayAnalytics } from './replay-analytics.ts';
export { analyticsJson, analyticsOf, playersJson, playerTotals } from './replay-analytics.ts';
