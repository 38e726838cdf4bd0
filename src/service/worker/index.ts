export { createComparer } from './check/compare-process.ts';
export { readLentServiceUrl } from './lent/service-url.ts';
export { startLentWorker } from './lent/start-lent-worker.ts';
export { createRenderer, type Render } from './process/render-process.ts';
export type { RenderTask } from './process/render-task.ts';
export { type Complete, createCompletionReporter } from './reporting/completion-report.ts';
export { type ReportingWatch, watchReporting } from './reporting/reporting-watch.ts';
export { startWorker, type WorkerOptions } from './start-worker.ts';
