export { writeAnalytics } from './analytics.ts';
export { bestMoment } from './best-moment.ts';
export { describePlay } from './describe-play.ts';
export { type FrameRange, songTimeOf } from './film.ts';
export { folderFiles } from './folder-files.ts';
export { writeJpg } from './jpg.ts';
export { nodePlatform } from './node-platform.ts';
export { packedFiles } from './packed-files.ts';
export { type PreparedRender, prepareRender } from './prepare-render.ts';
export { encodePreview, type Preview, previewSize } from './preview.ts';
export { createProgress } from './progress.ts';
export { renderOrShareOut, renderReplay } from './render-replay.ts';
export {
  defaultEncoding,
  type RenderedPlay,
  type RenderHooks,
  type RenderOptions,
  type RenderPool,
  type RenderProgress,
  type RenderRequest,
  type RenderResult,
} from './request.ts';
export { type Machine, mostProcesses } from './segments/choose-processes.ts';
export type { Fleet } from './segments/plan-segments.ts';
export { type FilePlace, openSources, type RenderSources } from './sources.ts';
export { thumbnailSize } from './thumbnail.ts';
