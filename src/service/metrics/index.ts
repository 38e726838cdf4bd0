export { measureStorage } from './measure-storage.ts';
export { createMetrics, type JobStatistics, type Metrics } from './metrics.ts';
