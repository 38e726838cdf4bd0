export type { JobStatus, RenderOptions } from '../database/index.ts';
export type { Claim, MapDescription } from './attempt.ts';
export type { Completion, CompletionResult } from './completion.ts';
export type { Gauges } from './gauges.ts';
export { type ArtifactKeys, analyticsOf, type Job, type JobError, type ReplaySummary } from './job.ts';
export { createJobs, type JobLimits, type Jobs, type StoreReplay, type Submission } from './jobs.ts';
export type { JobPage } from './queries.ts';
export { type Queue, renderQueue, startQueue } from './queue.ts';
export { type Relay, startRelay } from './relay.ts';
