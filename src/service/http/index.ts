export { createApp, type Dependencies } from './app.ts';
export { openPageFiles, type PageFiles } from './page-files.ts';
export { defaultTimeouts, type Timeouts } from './server.ts';
export { openUploadFolder, type UploadFolder } from './upload-folder.ts';
export { createWorkerApp } from './worker-app.ts';
