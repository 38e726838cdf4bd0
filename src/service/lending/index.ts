export { createSegmentInspector, type InspectSegment } from './inspect/inspect-segment.ts';
export { createLending, type Lending } from './lending.ts';
export type { LendingParts, TakenSegment } from './lending-parts.ts';
export { type LentProcess, type LentWorker, type LentWorkerState, stateOfLentWorker } from './lent-worker.ts';
export { createLentWorkers, type LentWorkers, type NewLentWorker } from './lent-workers.ts';
