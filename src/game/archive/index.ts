export { fileKey } from '../file-key.ts';
export { type Archive, type ArchiveEntry, openArchive } from './archive.ts';
export { crc32 } from './crc32.ts';
export { type BeatmapFile, findBeatmapByMd5 } from './find-beatmap.ts';
export type { Inflate } from './inflate.ts';
export { type ArchiveLimits, archiveLimits, skinArchiveLimits } from './limits.ts';
export { isFolderName, isSystemMetadata, memberPath } from './member-name.ts';
export { type DirectoryRecord, locateDirectory, maxDirectoryTailBytes, readRecords } from './zip-directory.ts';
