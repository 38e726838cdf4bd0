export { type ArchiveMember, type ArchiveOptions, archiveMembers } from './archive-file.ts';
export { type Digest, digest } from './digest.ts';
export { ArchiveRefused, type ArchiveRule, archiveFailure } from './refused.ts';
export { type TimeLimit, withinTime } from './time-limit.ts';
export { unpackArchive } from './unpack.ts';
