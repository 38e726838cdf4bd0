export { type EmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
