export { type EmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts';
