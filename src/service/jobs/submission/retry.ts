import type { Kysely } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { Schema } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type Job, replayKeys } from '../job.ts';
import { markAnalyticsStored } from '../queries.ts';
import { type Requester, requireOwnJob } from '../requester.ts';
import type { UploadedSet } from '../uploads/uploaded-sets.ts';
import type { JobLimits, StoreOptions, Submission } from './submission.ts';
import { submitJob } from './submit.ts';

export interface RetryOptions {
  readonly requester: Requester;
  readonly storage: Storage;
  /** A beatmap set for the new job, instead of the one that the failed job has. */
  readonly beatmap?: NewSet | null;
  /** The id of the new job. */
  readonly id?: string | undefined;
}

/** A validated beatmap set that is not stored yet. */
export interface NewSet extends UploadedSet {
  readonly path: string;
}

/** Throws unless the requester may retry the job and its replay is stored. */
export async function requireRetryable(
  job: Job,
  { requester, storage }: Pick<RetryOptions, 'requester' | 'storage'>,
): Promise<void> {
  requireOwnJob(job, requester);
  if (job.status !== 'failed')
    throw new Failure('job/not-failed', `Only a failed job can be retried. This job is ${job.status}.`);
  for (const key of replayKeys(job)) if ((await storage.stat(key)) === null) throw new Failure('replay/not-stored');
}

/**
 * Submits the replay and the settings of a failed job again. A failed job never changes, so the retry is a new job, admitted
 * like any other and with its own copy of each replay. Both share an uploaded beatmap set. Retrying a job twice gives one job,
 * unless the first retry has failed.
 */
export async function retryJob(
  { db, limits }: { db: Kysely<Schema>; limits: JobLimits },
  job: Job,
  { requester, storage, beatmap = null, id }: RetryOptions,
): Promise<Job> {
  await requireRetryable(job, { requester, storage });

  async function storeReplay(newId: string, { beatmapSetId, signal }: StoreOptions): Promise<void> {
    const newKeys = replayKeys({ ...job, id: newId });
    for (const [i, key] of replayKeys(job).entries()) {
      if (!(await storage.copy(key, newKeys[i]!, { signal }))) throw new Failure('replay/not-stored');
    }
    if (beatmapSetId !== null && !(await storeSet(beatmapSetId, signal))) throw new Failure('replay/not-stored');
    const { analytics } = artifactKeys;
    if (await storage.copy(analytics(job.id), analytics(newId), { signal })) await markAnalyticsStored(db, newId);
  }

  /**
   * Without a new beatmap, the new job gets another set than the failed one only if that is to be deleted, or dates from
   * before sets were shared.
   */
  async function storeSet(setId: string, signal: AbortSignal): Promise<boolean> {
    const key = artifactKeys.beatmap(setId);
    if ((await storage.stat(key, { signal })) !== null) return true;
    if (beatmap !== null) {
      await storage.putFile(key, beatmap.path, { signal });
      return true;
    }
    return job.beatmapSetId !== null && storage.copy(artifactKeys.beatmap(job.beatmapSetId), key, { signal });
  }
  const { client, keyId, callbackUrl, metadata, cost, options, replay, otherPlayers, beatmapSha256: sha256 } = job;
  const submission: Submission = {
    id,
    client,
    keyId,
    retryOf: job.id,
    callbackUrl,
    metadata,
    cost,
    options,
    replay,
    otherPlayers,
    beatmapSet: beatmap ?? (sha256 && { sha256, sizeBytes: null }),
  };
  return submitJob({ db, limits, submission, storeReplay });
}
