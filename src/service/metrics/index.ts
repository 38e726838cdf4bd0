export { measureStorage } from './measure-storage.ts';
export { createMetrics, type JobNumbers, type Metrics } from './metrics.ts';
