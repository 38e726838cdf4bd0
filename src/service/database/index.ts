export { connect, type Database, type DatabaseOptions, type Statement } from './connect.ts';
export {
  type EmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/index.ts';
export { deleteExpiredLeases, withLease } from './lease.ts';
export { channels, lockInTransaction } from './locks.ts';
export { appliedMigrations, migrate, pendingMigrations, unknownMigrations } from './migrate.ts';
export type {
  AuditTable,
  BlocksTable,
  JobEventsTable,
  JobStatus,
  JobsTable,
  KeyPriority,
  KeysTable,
  LentWorkersTable,
  RenderStage,
  Schema,
  StoredPlayer,
} from './schema.ts';
export { sharedSecret } from './secrets.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
export { withoutFlush } from './without-flush.ts';
