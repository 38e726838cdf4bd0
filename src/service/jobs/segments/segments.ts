import { type Kysely, sql, type UpdateObject } from 'kysely';
import { artifactKeys } from '../../../contract/index.ts';
import { type Schema, withLease } from '../../database/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type Claim, failureColumns, type RequeueReason } from '../attempts/attempt.ts';
import { findJob } from '../queries.ts';
import { clearSegments, sweepSegments } from './clear-segments.ts';
import type { SegmentClaim, SegmentProgress, SegmentRef, SegmentState } from './segment.ts';

/** The segments of jobs that were split among workers. */
export interface Segments {
  /** The segments of a job that match the fingerprint, in order. Segments of another fingerprint are discarded. */
  list(claim: Claim, fingerprint: Buffer): Promise<SegmentState[]>;
  /** Marks one segment as not rendered. */
  reset(claim: Claim, number: number): Promise<void>;
  /** Discards all segments of a job. */
  discard(jobId: string): Promise<void>;
  /** Null when the segment is rendered already, or the job has ended or was split differently since. */
  claim(segment: ClaimedEntry): Promise<SegmentClaim | null>;
  /** This and the three below return false when the claim is no longer the newest, or the job does not wait for it. */
  report(claim: SegmentRef, progress: SegmentProgress): Promise<boolean>;
  finish(claim: SegmentRef): Promise<boolean>;
  requeue(claim: SegmentRef, reason: RequeueReason): Promise<boolean>;
  isCurrent(claim: SegmentRef): Promise<boolean>;
  /** Runs `write` while no other worker writes to the job's log; false, without running it, while another one does. */
  withLogLease(claim: Pick<SegmentRef, 'job'>, write: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Deletes the stored segments of a job that has ended. False: there were none. */
  clear(jobId: string, storage: Storage): Promise<boolean>;
  /** Deletes the stored segments of all jobs that have ended and returns how many. Any process may call it at any time. */
  sweep(storage: Storage): Promise<number>;
}

/** The entry of a segment that a worker has taken. */
export interface ClaimedEntry {
  readonly jobId: string;
  readonly number: number;
  readonly queueEntry: string;
  /** The lent worker that renders it; by default one with access to the database. */
  readonly lentTo?: string;
}

/** A worker that died while it wrote keeps the others from the log for this long. */
const logLeaseSeconds = 10;

export function createSegments(db: Kysely<Schema>): Segments {
  return {
    list: (claim, fingerprint) => listSegments(db, claim, fingerprint),
    async reset({ job }, number) {
      await db
        .updateTable('segments')
        .set({ done: false })
        .where('job_id', '=', job.id)
        .where('number', '=', number)
        .execute();
    },
    async discard(jobId) {
      await db.deleteFrom('segments').where('job_id', '=', jobId).execute();
    },
    claim: (segment) => claimSegment(db, segment),
    report: (claim, { frames, framesPerSecond }) =>
      updateWithProgress(db, claim, { frames_done: frames, frames_per_second: framesPerSecond }),
    finish: (claim) => finishSegment(db, claim),
    requeue: (claim, reason) => updateClaimed(db, claim, { ...noProgress, ...failureColumns[reason], lent_to: null }),
    isCurrent: (claim) => isCurrent(db, claim),
    async withLogLease({ job }, write) {
      const lease = { name: `log of job ${job.id}`, seconds: logLeaseSeconds };
      return (await withLease(db, lease, write)) !== null;
    },
    clear: (jobId, storage) => clearSegments(db, storage, jobId),
    sweep: (storage) => sweepSegments(db, storage),
  };
}

const noProgress = { frames_done: 0, frames_per_second: null };

async function listSegments(db: Kysely<Schema>, { job }: Claim, fingerprint: Buffer): Promise<SegmentState[]> {
  await db
    .deleteFrom('segments')
    .using('jobs')
    .whereRef('jobs.id', '=', 'segments.job_id')
    .where('jobs.id', '=', job.id)
    .where(sql<boolean>`jobs.fingerprint is distinct from ${fingerprint}`)
    .execute();
  const rows = await db.selectFrom('segments').selectAll().where('job_id', '=', job.id).orderBy('number').execute();
  return rows.map(({ number, first_frame: first, frames, done, queue_entry: entry, claims }) => {
    return { number, first, frames, key: done ? artifactKeys.segment(job.id, entry, claims) : null };
  });
}

async function claimSegment(
  db: Kysely<Schema>,
  { jobId, number, queueEntry, lentTo }: ClaimedEntry,
): Promise<SegmentClaim | null> {
  const row = await db
    .updateTable('segments')
    .from('jobs')
    .set({
      ...noProgress,
      claims: sql`claims + 1`,
      lent_to: lentTo ?? null,
      ...(lentTo !== undefined && { was_lent: true }),
    })
    .whereRef('jobs.id', '=', 'segments.job_id')
    .where('segments.job_id', '=', jobId)
    .where('segments.number', '=', number)
    .where('segments.queue_entry', '=', queueEntry)
    .where('segments.done', '=', false)
    .where('jobs.status', '=', 'rendering')
    .where('jobs.shared_out', '=', true)
    .returningAll('segments')
    .returning('jobs.fingerprint')
    .returning((eb) =>
      eb
        .selectFrom('segments as all')
        .whereRef('all.job_id', '=', 'segments.job_id')
        .select((count) => count.fn.countAll<number>().as('total'))
        .as('total'),
    )
    .executeTakeFirst();
  const job = row && (await findJob(db, jobId));
  if (!job || row.fingerprint === null) return null;
  const { claims: claim, render_errors: renderErrors, outages } = row;
  return {
    job,
    attempt: job.attempt,
    fingerprint: row.fingerprint,
    queueEntry,
    claim,
    segmentCount: row.total ?? 0,
    number,
    first: row.first_frame,
    frames: row.frames,
    key: artifactKeys.segment(jobId, queueEntry, claim),
    renderErrors,
    outages,
    lostWorkers: claim - 1 - renderErrors - outages,
  };
}

async function updateClaimed(
  db: Kysely<Schema>,
  claim: SegmentRef,
  change: UpdateObject<Schema, 'segments'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('segments').set(change).where(claimedRow(claim)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a segment as rendered. False: the claim is not current. */
export function finishSegment(db: Kysely<Schema>, claim: SegmentRef): Promise<boolean> {
  return updateWithProgress(db, claim, { done: true });
}

async function updateWithProgress(
  db: Kysely<Schema>,
  claim: SegmentRef,
  change: UpdateObject<Schema, 'segments'>,
): Promise<boolean> {
  const isUpdated = await updateClaimed(db, claim, change);
  if (isUpdated) await updateJobProgress(db, claim.job.id);
  return isUpdated;
}

async function isCurrent(db: Kysely<Schema>, claim: SegmentRef): Promise<boolean> {
  const found = await db.selectFrom('segments').select('number').where(claimedRow(claim)).executeTakeFirst();
  return found !== undefined;
}

const claimedRow = ({ job, number, queueEntry, claim }: SegmentRef) => sql<boolean>`
  job_id = ${job.id} and number = ${number} and not done and queue_entry = ${queueEntry} and claims = ${claim}
  and exists (select from jobs where id = job_id and status = 'rendering' and shared_out)`;

/** The progress of a job that was split is the sum over its segments. */
async function updateJobProgress(db: Kysely<Schema>, jobId: string): Promise<void> {
  await sql`
    update jobs set
      stage = 'rendering',
      progress = least(99.9, floor(1000.0 * rendered / total) / 10),
      frames_per_second = round(speed::numeric, 1),
      seconds_left = ceil((total - rendered) / nullif(speed, 0)),
      updated_at = clock_timestamp()
    from (
      select sum(case when done then frames else frames_done end) as rendered, sum(frames) as total,
        sum(frames_per_second) filter (where not done) as speed
      from segments where job_id = ${jobId}
    ) as sums
    where id = ${jobId} and status = 'rendering' and shared_out and total is not null`.execute(db);
}
