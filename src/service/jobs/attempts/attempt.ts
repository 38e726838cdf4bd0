import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { type Job, jobOfRow } from '../job.ts';
import { withoutNul } from '../storable-text.ts';

/** One worker's right to a job. The attempt's number fences it: once a higher one exists, its reports change nothing. */
export interface Claim extends FailureCounts {
  readonly job: Job;
  /** From 1. */
  readonly attempt: number;
  /** How often the job was split among workers before. */
  readonly splitCount: number;
  /** The attempt split the job, and continues now that the entries of all segments have ended. */
  readonly isResumed: boolean;
}

/** How many earlier attempts ended in a render error, in an outage, or by losing their worker. */
export interface FailureCounts {
  readonly renderErrors: number;
  readonly outages: number;
  readonly lostWorkers: number;
}

export interface MapDescription {
  /** `Artist - Title [Difficulty]` */
  readonly title: string;
  /** The same in the original script. */
  readonly titleUnicode: string;
  /** The id of the map on osu!; null: it has none. */
  readonly beatmapId: number | null;
  /** The length of the play at its speed. */
  readonly lengthSeconds: number | null;
  /** Null: the difficulty of the map cannot be calculated. */
  readonly stars: number | null;
  readonly pp: number | null;
}

/** Why a claimed job returns to the queue; decides how the attempt is counted. */
export type RequeueReason = 'render-error' | 'outage' | 'worker-lost';

/**
 * Claims a job under an entry of the queue. The queue gives an entry to one worker at a time, so an earlier claim under the
 * same entry is lost. If a job is in the queue twice, the second entry is refused while the job is claimed under the first:
 * otherwise two workers would take the job from each other forever.
 */
export async function claimJob(db: Kysely<Schema>, jobId: string, queueEntry: string | null): Promise<Claim | null> {
  const resumed = await resumeSplitJob(db, jobId, queueEntry);
  const row = resumed ?? (await startAttempt(db, jobId, queueEntry));
  if (row === undefined) return null;
  const { attempts: attempt, render_errors: renderErrors, outages } = row;
  return {
    job: jobOfRow(row),
    attempt,
    splitCount: row.sharings,
    isResumed: resumed !== undefined,
    renderErrors,
    outages,
    lostWorkers: attempt - 1 - renderErrors - outages,
  };
}

/** The worker that takes the entry that waited for the segments continues the attempt that split the job. */
function resumeSplitJob(db: Kysely<Schema>, jobId: string, queueEntry: string | null) {
  return db
    .updateTable('jobs')
    .set({ ...noSpeed, shared_out: false, stage: 'finishing', updated_at: sql`clock_timestamp()` })
    .where('id', '=', jobId)
    .where('status', '=', 'rendering')
    .where('shared_out', '=', true)
    .where('queue_entry', '=', queueEntry)
    .returningAll()
    .executeTakeFirst();
}

function startAttempt(db: Kysely<Schema>, jobId: string, queueEntry: string | null) {
  return db
    .updateTable('jobs')
    .set({
      status: 'downloading',
      progress: 0,
      attempts: sql`attempts + 1`,
      queue_entry: queueEntry,
      shared_out: false,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', jobId)
    .where('status', 'in', ['queued', 'downloading', 'rendering'])
    .$if(queueEntry !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('status', '=', 'queued'), eb('queue_entry', 'is', null), eb('queue_entry', '=', queueEntry)]),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

const noSpeed = { frames_per_second: null, seconds_left: null };

export function startRendering(db: Kysely<Schema>, claim: Claim): Promise<boolean> {
  return updateClaimed(db, claim, { ...noSpeed, status: 'rendering', stage: 'preparing' });
}

export function describeMap(db: Kysely<Schema>, claim: Claim, map: MapDescription): Promise<boolean> {
  const { title, titleUnicode, beatmapId, lengthSeconds, stars, pp } = map;
  return updateClaimed(db, claim, {
    map_title: withoutNul(title),
    map_title_unicode: titleUnicode === title ? '' : withoutNul(titleUnicode),
    beatmap_id: beatmapId,
    length_seconds: lengthSeconds,
    stars: stars ?? 0,
    pp: pp ?? 0,
  });
}

/** Records that video, thumbnail and analytics are stored. Jobs with the same fingerprint can reuse them from now on. */
export function recordArtifacts(db: Kysely<Schema>, claim: Claim, fingerprint: Buffer): Promise<boolean> {
  return updateClaimed(db, claim, { fingerprint, has_analytics: true });
}

export function requeueClaimed(db: Kysely<Schema>, claim: Claim, reason: RequeueReason): Promise<boolean> {
  return updateClaimed(db, claim, { status: 'queued', progress: 0, ...failureColumns[reason] });
}

/** Lost workers have no counter: they are the attempts that the other two counters leave. */
export const failureColumns = {
  'render-error': { render_errors: sql`render_errors + 1` },
  outage: { outages: sql`outages + 1` },
  'worker-lost': {},
} as const satisfies Record<RequeueReason, UpdateObject<Schema, 'jobs'> & UpdateObject<Schema, 'segments'>>;

/** Whether the claim is the newest and the job not finished. */
export async function isCurrentClaim(db: Kysely<Schema>, { job, attempt }: Claim): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', job.id)
    .where('attempts', '=', attempt)
    .where('shared_out', '=', false)
    .where('status', 'in', ['downloading', 'rendering'])
    .executeTakeFirst();
  return found !== undefined;
}

/** Updates the job if the claim is current. Returns false when the job is finished, queued, split or claimed anew. */
export async function updateClaimed(
  db: Kysely<Schema>,
  claim: Claim,
  change: UpdateObject<Schema, 'jobs'>,
): Promise<boolean> {
  const { job, attempt } = claim;
  const updated = await db
    .updateTable('jobs')
    .set(change)
    .set({ updated_at: sql`clock_timestamp()` })
    .where('id', '=', job.id)
    .where('attempts', '=', attempt)
    .where('shared_out', '=', false)
    .where('status', 'in', ['downloading', 'rendering'])
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
