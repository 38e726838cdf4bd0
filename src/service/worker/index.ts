export { type Compare, createComparer } from './check/compare-process.ts';
export { readLentServiceUrl } from './lent/service-url.ts';
export { type LentWorkerOptions, startLentWorker } from './lent/start-lent-worker.ts';
export { createRenderer, type Render, type RendererOptions } from './process/render-process.ts';
export type { RenderTask, SegmentPlan } from './process/render-task.ts';
export {
  type Complete,
  type CompletionReporter,
  type CompletionReporterOptions,
  createCompletionReporter,
} from './reporting/completion-report.ts';
export { type ReportingWatch, watchReporting } from './reporting/reporting-watch.ts';
export type { Worker } from './run-slots.ts';
export { startWorker, type WorkerOptions } from './start-worker.ts';
