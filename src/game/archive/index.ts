export { fileKey } from '../file-key.ts';
export { type Archive, type ArchiveEntry, openArchive, type Unpacker } from './archive.ts';
export { crc32 } from './crc32.ts';
export { entryPath, isFolderName, isSystemMetadata } from './entry-name.ts';
export { type BeatmapFile, findBeatmapByMd5 } from './find-beatmap.ts';
export { type ArchiveLimits, archiveLimits, skinArchiveLimits } from './limits.ts';
export { type DirectoryRecord, locateDirectory, maxDirectoryTailBytes, readRecords } from './zip-directory.ts';
