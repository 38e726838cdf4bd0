export { createApp, type Dependencies } from './app.ts';
export { defaultTimeouts, type Timeouts } from './server.ts';
export { openUploadFolder, type UploadFolder } from './upload-folder.ts';
