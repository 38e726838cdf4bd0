export { bestMoment } from './best-moment.ts';
export { archiveFiles, type FileSource, folderFiles } from './file-source.ts';
export { type PreparedRender, prepareRender } from './prepare-render.ts';
export { renderReplay } from './render-replay.ts';
export {
  type BeatmapFiles,
  defaultEncoding,
  type RenderedPlay,
  type RenderHooks,
  type RenderOptions,
  type RenderProgress,
  type RenderRequest,
  type RenderResult,
} from './request.ts';
