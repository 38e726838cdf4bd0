import type { Limits } from '../../../config.ts';
import type { SubmittedSettings } from '../../../contract/index.ts';
import type { ReplaySummary } from '../job.ts';

/** What a client submits, without the replay's bytes. */
export interface Submission {
  readonly client: string;
  readonly options: SubmittedSettings;
  readonly replay: ReplaySummary;
  /** The hash of the beatmap set that was uploaded with the replay. */
  readonly beatmapSha256?: Buffer | null;
}

/** Stores the replay of a new job. The signal aborts when that takes too long, or when the job has failed meanwhile. */
export type StoreReplay = (jobId: string, options: { signal: AbortSignal }) => Promise<void>;

/** The limits that decide whether a job is admitted. */
export type JobLimits = Pick<Limits, 'maxQueued' | 'maxRendering'>;
