export { connect, type Database, type DatabaseOptions, type PreparedQuery } from './connect.ts';
export {
  type EmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/index.ts';
export { isDatabaseGone } from './gone.ts';
export type { Subscription } from './listen.ts';
export { appliedMigrations, type MigrateOptions, migrate, pendingMigrations } from './migrate.ts';
export type { JobEventsTable, JobStatus, JobsTable, RenderOptions, RenderStage, Schema } from './schema.ts';
export { sharedSecret } from './secrets.ts';
