import type { Limits } from '../../../config.ts';
import type { SubmittedSettings } from '../../../contract/index.ts';
import type { OtherPlayer, ReplaySummary } from '../job.ts';
import type { UploadedSet } from '../uploads/uploaded-sets.ts';

/** What a client submits, without the replay's bytes. */
export interface Submission {
  readonly client: string;
  /** The key that the client has sent; null: none. */
  readonly keyId?: string | null;
  /** The id of the new job. If a job with this id exists, it is the result of an earlier try, and nothing is submitted. */
  readonly id?: string | undefined;
  /** The failed job that the new job retries. */
  readonly retryOf?: string | null;
  /** Where its end is reported, and what the client wants to get back with it. Only for a client with a key. */
  readonly callbackUrl?: string | null;
  readonly metadata?: unknown;
  /** How much work it is, from 1 (the default) to 16. */
  readonly cost?: number;
  readonly options: SubmittedSettings;
  readonly replay: ReplaySummary;
  /** The players of the further replays of a video of several plays. */
  readonly otherPlayers?: readonly OtherPlayer[];
  /** The beatmap set that was uploaded with the replay. */
  readonly beatmapSet?: UploadedSet | null;
}

/** Stores the files of a new job, all replays included. */
export type StoreReplay = (jobId: string, options: StoreOptions) => Promise<void>;

export interface StoreOptions {
  /** The beatmap set of the job, which may be stored already, for an earlier job. */
  readonly beatmapSetId: string | null;
  /** Aborts when storing takes too long, or when the job has failed meanwhile. */
  readonly signal: AbortSignal;
}

/** The limits that decide whether a job is admitted. */
export type JobLimits = Pick<Limits, 'maxQueued' | 'maxRendering' | 'maxActivePerClient'>;
