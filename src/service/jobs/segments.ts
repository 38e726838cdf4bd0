import { type Kysely, sql, type UpdateObject } from 'kysely';
import { artifactKeys } from '../../contract/index.ts';
import { type Schema, withLease } from '../database/index.ts';
import { type Claim, countedAs, type HandBackReason, type Setbacks } from './attempt.ts';
import type { Job } from './job.ts';
import { findJob } from './queries.ts';

/** A stretch of a video that is made apart from the others. */
export interface Segment {
  /** From 0, in their order. */
  readonly number: number;
  /** In frames of the whole. */
  readonly first: number;
  readonly frames: number;
}

export interface SegmentState extends Segment {
  /** Where it is stored; null: it is not done. */
  readonly key: string | null;
}

/** One worker's hold on a segment, fenced like that on a job. */
export interface SegmentClaim extends Segment, Setbacks {
  readonly job: Job;
  /** The newest attempt at the job. */
  readonly attempt: number;
  /** What it must be rendered from to fit the others. */
  readonly fingerprint: Buffer;
  /** Where this claim, and no other, stores it. */
  readonly key: string;
  readonly queueEntry: string;
  /** From 1. */
  readonly claim: number;
  /** How many segments the job has. */
  readonly total: number;
}

export interface SegmentProgress {
  readonly frames: number;
  readonly framesPerSecond: number | null;
}

/** The parts of jobs that were shared out. */
export interface Segments {
  /** Those of the job that were begun from the same; others are forgotten. */
  of(claim: Claim, fingerprint: Buffer): Promise<SegmentState[]>;
  /** It has to be made again. */
  undo(claim: Claim, number: number): Promise<void>;
  /** All of them have to. */
  forget(jobId: string): Promise<void>;
  /** Null when it is done, or its job ended or planned otherwise. */
  claim(segment: { jobId: string; number: number; queueEntry: string }): Promise<SegmentClaim | null>;
  /** This and the rest are false when the claim is no longer the newest, or the job not waiting for it. */
  report(claim: SegmentClaim, progress: SegmentProgress): Promise<boolean>;
  done(claim: SegmentClaim): Promise<boolean>;
  handBack(claim: SegmentClaim, why: HandBackReason): Promise<boolean>;
  isHeld(claim: SegmentClaim): Promise<boolean>;
  /** Does what only one of all who are at the job's parts may be doing at a time; false when another is doing it. */
  inTurn(claim: SegmentClaim, act: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
}

export function createSegments(db: Kysely<Schema>): Segments {
  return {
    of: (claim, fingerprint) => segmentsOf(db, claim, fingerprint),
    async undo({ job }, number) {
      await db
        .updateTable('segments')
        .set({ done: false })
        .where('job_id', '=', job.id)
        .where('number', '=', number)
        .execute();
    },
    async forget(jobId) {
      await db.deleteFrom('segments').where('job_id', '=', jobId).execute();
    },
    claim: (segment) => claimSegment(db, segment),
    async report(claim, { frames, framesPerSecond }) {
      const isHeld = await updateHeld(db, claim, { frames_done: frames, frames_per_second: framesPerSecond });
      if (isHeld) await sumUp(db, claim.job.id);
      return isHeld;
    },
    async done(claim) {
      const isHeld = await updateHeld(db, claim, { done: true });
      if (isHeld) await sumUp(db, claim.job.id);
      return isHeld;
    },
    handBack: (claim, why) => updateHeld(db, claim, { ...nothingYet, ...countedAs[why] }),
    isHeld: (claim) => isHeld(db, claim),
    inTurn: async ({ job }, act) => (await withLease(db, { name: `log of job ${job.id}`, seconds: 10 }, act)) !== null,
  };
}

const nothingYet = { frames_done: 0, frames_per_second: null };

async function segmentsOf(db: Kysely<Schema>, { job }: Claim, fingerprint: Buffer): Promise<SegmentState[]> {
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
  { jobId, number, queueEntry }: { jobId: string; number: number; queueEntry: string },
): Promise<SegmentClaim | null> {
  const row = await db
    .updateTable('segments')
    .from('jobs')
    .set({ claims: sql`claims + 1`, ...nothingYet })
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
  const { claims: claim, render_errors: renderErrors, outages, total } = row;
  return {
    ...{ job, attempt: job.attempt, fingerprint: row.fingerprint, queueEntry, claim, total: total ?? 0 },
    ...{ number, first: row.first_frame, frames: row.frames, key: artifactKeys.segment(jobId, queueEntry, claim) },
    ...{ renderErrors, outages, lostWorkers: claim - 1 - renderErrors - outages },
  };
}

async function updateHeld(
  db: Kysely<Schema>,
  claim: SegmentClaim,
  change: UpdateObject<Schema, 'segments'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('segments').set(change).where(held(claim)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function isHeld(db: Kysely<Schema>, claim: SegmentClaim): Promise<boolean> {
  const found = await db.selectFrom('segments').select('number').where(held(claim)).executeTakeFirst();
  return found !== undefined;
}

const held = ({ job, number, queueEntry, claim }: SegmentClaim) => sql<boolean>`
  job_id = ${job.id} and number = ${number} and not done and queue_entry = ${queueEntry} and claims = ${claim}
  and exists (select from jobs where id = job_id and status = 'rendering' and shared_out)`;

/** The progress of the job is that of all its parts, whoever is at them. */
async function sumUp(db: Kysely<Schema>, jobId: string): Promise<void> {
  await sql`
    update jobs set
      stage = 'rendering',
      progress = least(99.9, floor(1000.0 * made / total) / 10),
      frames_per_second = round(speed::numeric, 1),
      seconds_left = ceil((total - made) / nullif(speed, 0)),
      updated_at = clock_timestamp()
    from (
      select sum(case when done then frames else frames_done end) as made, sum(frames) as total,
        sum(frames_per_second) filter (where not done) as speed
      from segments where job_id = ${jobId}
    ) as parts
    where id = ${jobId} and status = 'rendering' and shared_out and total is not null`.execute(db);
}
