export { findEncodingProblems } from '../video/index.ts';
export { writeAnalytics } from './artifacts/analytics.ts';
export { chooseThumbnailTime } from './artifacts/choose-thumbnail-time.ts';
export { canvasOf, writeJpg } from './artifacts/jpg.ts';
export { encodePreview, type Preview, previewSize } from './artifacts/preview.ts';
export { thumbnailSize } from './artifacts/thumbnail.ts';
export { describePlay } from './describe-play.ts';
export { type SegmentFrames, songTimeOf } from './frame-schedule.ts';
export { decodePicture } from './platform/decode-picture.ts';
export { nodePlatform } from './platform/node-platform.ts';
export { type PreparedRender, prepareRender } from './prepare-render.ts';
export { createProgress } from './progress.ts';
export { renderOrSplit, renderReplay } from './render-replay.ts';
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
export { type Machine, maxProcesses, minRenderMemoryMb } from './segments/choose-processes.ts';
export type { FreeWorkers } from './segments/plan-segments.ts';
export { folderFiles } from './sources/folder-files.ts';
export { openSources, type RenderSources, type SourcePath } from './sources/open-sources.ts';
export { openPackedArchive, packedFiles } from './sources/packed-files.ts';
export { requireVideoLength } from './video-length.ts';
