export { type ArchiveOptions, archiveEntries } from './archive-file.ts';
export { ArchiveRefused, archiveFailure } from './archive-refused.ts';
export { type Digest, digest } from './digest.ts';
export { withTimeLimit } from './time-limit.ts';
export { unpackArchive } from './unpack.ts';
