export { createApp, type Dependencies, defaultTimeouts, type Timeouts } from './app.ts';
export { openUploadFolder, type UploadFolder } from './upload-folder.ts';
