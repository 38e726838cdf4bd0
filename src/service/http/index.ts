export { createApp, type Dependencies } from './app.ts';
export { openPageFiles, type PageFiles } from './page/page-files.ts';
export { defaultTimeouts, type Timeouts } from './server.ts';
export { createWorkerApp } from './worker-app.ts';
