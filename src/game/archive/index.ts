export { fileKey } from '../file-key.ts';
export { type Archive, type ArchiveEntry, openArchive } from './archive.ts';
export { type BeatmapFile, beatmapInArchive } from './beatmap-in-archive.ts';
export { crc32 } from './crc32.ts';
export { DIRECTORY_TAIL_BYTES, type DirectoryRecord, locateDirectory, readRecords } from './directory.ts';
export type { Inflate } from './inflate.ts';
export { type ArchiveLimits, archiveLimits, skinArchiveLimits } from './limits.ts';
export { isFolderName, isSystemClutter, memberPath } from './member-name.ts';
