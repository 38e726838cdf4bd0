export type { BeatmapSet } from './beatmap-set.ts';
export { type Beatmaps, type BeatmapsOptions, type FoundBeatmap, type KnownBeatmap, openBeatmaps } from './beatmaps.ts';
export { mirrorsOf } from './mirror-table.ts';
export { type PackedFolder, packFolder } from './pack-folder.ts';
export { type BeatmapUpload, checkBeatmapUpload } from './upload-check.ts';
