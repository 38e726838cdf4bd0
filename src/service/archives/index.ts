export { type ArchiveOptions, archiveEntries, type ReadableEntry } from './archive-file.ts';
export { ArchiveRefused, type ArchiveRule, archiveFailure } from './archive-refused.ts';
export { type Digest, digest } from './digest.ts';
export { type TimeLimit, withTimeLimit } from './time-limit.ts';
export { unpackArchive } from './unpack.ts';
