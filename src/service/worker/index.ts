export { type CallbackOptions, type Complete, createCallback } from './callback.ts';
export type { RenderTask, Shares } from './messages.ts';
export { createRenderer, type Render, type RendererOptions } from './render-process.ts';
export { startWorker, type Worker, type WorkerOptions } from './start-worker.ts';
