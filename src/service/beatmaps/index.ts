export { archiveMd5s } from './archive-md5s.ts';
export type { BeatmapSet } from './beatmap-set.ts';
export { type Beatmaps, type BeatmapsOptions, type LocalBeatmap, openBeatmaps } from './beatmaps.ts';
export { packFolder } from './library/pack-folder.ts';
export { mirrorsOf } from './mirrors/mirror-table.ts';
export { createOsuApi, type OsuApi } from './mirrors/osu-api.ts';
export { HttpError as OsuApiError } from './mirrors/request.ts';
export type { MapFiles } from './read-map.ts';
export { validateBeatmapSet } from './validate-beatmap-set.ts';
