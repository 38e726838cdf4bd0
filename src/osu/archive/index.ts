export { type Archive, type ArchiveEntry, openArchive } from './archive.ts';
export { type BeatmapFile, beatmapInArchive } from './beatmap-in-archive.ts';
export { type ArchiveLimits, archiveLimits, skinArchiveLimits } from './limits.ts';
export { isFolderName, isSystemClutter, memberPath } from './member-name.ts';
