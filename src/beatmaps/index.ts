export type { BeatmapSet } from './beatmap-set.ts';
export { type Beatmaps, type BeatmapsOptions, type FoundBeatmap, openBeatmaps } from './beatmaps.ts';
