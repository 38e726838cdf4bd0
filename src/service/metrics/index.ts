export type { JobStatistics } from './job-metrics.ts';
export { measureStorage } from './measure-storage.ts';
export { createMetrics, type Metrics } from './metrics.ts';
