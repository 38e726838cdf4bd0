export { measureStorage } from './measure-storage.ts';
export { createMetrics, type Metrics } from './metrics.ts';
