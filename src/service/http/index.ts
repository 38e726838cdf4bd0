export { createApp } from './app.ts';
export { openPageFiles } from './page/page-files.ts';
export { jobJson } from './resources/job-json.ts';
export { defaultTimeouts, type Timeouts } from './server.ts';
export { createMetricsApp, createWorkerApp } from './worker-app.ts';
