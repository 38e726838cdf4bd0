export { writeAnalytics } from './analytics.ts';
export { bestMoment } from './best-moment.ts';
export { archiveFiles, type FileSource, folderFiles } from './file-source.ts';
export { writeJpg } from './jpg.ts';
export { describePlay, type OpenedPlay, openPlay } from './open-play.ts';
export { type PreparedRender, prepareRender } from './prepare-render.ts';
export { createProgress } from './progress.ts';
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
export { thumbnailSize } from './thumbnail.ts';
