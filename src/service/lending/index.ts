export { createSegmentInspector } from './inspect/inspect-segment.ts';
export { createLending, type Lending } from './lending.ts';
export { type LentWorker, stateOfLentWorker } from './lent-worker.ts';
export { createLentWorkers, type LentWorkers, type NewLentWorker } from './lent-workers.ts';
