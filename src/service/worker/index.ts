export { createRenderer, type Render, type RendererOptions } from './process/render-process.ts';
export type { RenderTask, SegmentPlan } from './process/render-task.ts';
export { type CallbackOptions, type Complete, createCallback } from './reporting/callback.ts';
export { startWorker, type Worker, type WorkerOptions } from './start-worker.ts';
