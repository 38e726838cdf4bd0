export { type ArchiveLimits, archiveLimits, skinArchiveLimits } from './limits.ts';
