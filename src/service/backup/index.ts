export type { Manifest } from './manifest.ts';
export { checkBackup, type RestoreOptions, restoreBackup } from './restore-backup.ts';
export { type BackupCounts, type BackupOptions, writeBackup } from './write-backup.ts';
