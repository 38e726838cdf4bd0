import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { Schema } from '../database/index.ts';
import { type Job, jobOfRow } from './job.ts';
import { printable } from './printable.ts';
import type { Progress } from './progress.ts';

/** One worker's hold on a job. Its number is a fence: once a higher one exists, nothing it reports changes the job. */
export interface Claim extends Setbacks {
  readonly job: Job;
  /** From 1. */
  readonly attempt: number;
  /** How often the job was shared out before. */
  readonly sharings: number;
  /** The attempt goes on where it was shared out: every part was seen to. */
  readonly isResumed: boolean;
}

/** How many attempts before this one ended in an error of the render, how many in an outage, and how many just ended. */
export interface Setbacks {
  readonly renderErrors: number;
  readonly outages: number;
  readonly lostWorkers: number;
}

export interface MapDescription {
  /** `Artist - Title [Difficulty]` */
  readonly title: string;
  /** Null: the map cannot be rated. */
  readonly stars: number | null;
  readonly pp: number | null;
}

/** Why a job is handed back: what its attempt is counted as. */
export type HandBackReason = 'render-error' | 'outage' | 'worker-lost';

/**
 * Whoever had the job before under the same entry is lost: the queue gives an entry to one worker at a time. Of a job that
 * is in the queue twice, the entry that comes second while the first is worked on is refused: they would take the job from
 * each other for ever.
 */
export async function claimJob(db: Kysely<Schema>, jobId: string, queueEntry: string | null): Promise<Claim | null> {
  const resumed = await resumeShared(db, jobId, queueEntry);
  const row = resumed ?? (await beginAttempt(db, jobId, queueEntry));
  if (row === undefined) return null;
  const { attempts: attempt, render_errors: renderErrors, outages, sharings } = row;
  const lostWorkers = attempt - 1 - renderErrors - outages;
  return {
    job: jobOfRow(row),
    attempt,
    sharings,
    isResumed: resumed !== undefined,
    renderErrors,
    outages,
    lostWorkers,
  };
}

/** Whoever takes the entry that waited for the parts goes on with the attempt that shared the job out. */
function resumeShared(db: Kysely<Schema>, jobId: string, queueEntry: string | null) {
  return db
    .updateTable('jobs')
    .set({ ...nothingYet, shared_out: false, stage: 'finishing', updated_at: sql`clock_timestamp()` })
    .where('id', '=', jobId)
    .where('status', '=', 'rendering')
    .where('shared_out', '=', true)
    .where('queue_entry', '=', queueEntry)
    .returningAll()
    .executeTakeFirst();
}

function beginAttempt(db: Kysely<Schema>, jobId: string, queueEntry: string | null) {
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

const nothingYet = { frames_per_second: null, seconds_left: null };

export function startRendering(db: Kysely<Schema>, claim: Claim): Promise<boolean> {
  return updateHeld(db, claim, { ...nothingYet, status: 'rendering', stage: 'preparing' });
}

/** Changes nothing that an index or a total knows of. */
export function reportProgress(db: Kysely<Schema>, claim: Claim, progress: Progress): Promise<boolean> {
  const { stage, percent, framesPerSecond, secondsLeft } = progress;
  return updateHeld(db, claim, {
    stage,
    progress: percent,
    frames_per_second: framesPerSecond,
    seconds_left: secondsLeft,
  });
}

export function describeMap(db: Kysely<Schema>, claim: Claim, { title, stars, pp }: MapDescription): Promise<boolean> {
  return updateHeld(db, claim, { map_title: printable(title), stars: stars ?? 0, pp: pp ?? 0 });
}

/** Video, thumbnail and analytics are there; from now on they can be used for a job that would only make the same. */
export function artifactsStored(
  db: Kysely<Schema>,
  claim: Claim,
  { fingerprint, bytes }: { fingerprint: Buffer; bytes: number | null },
): Promise<boolean> {
  return updateHeld(db, claim, { fingerprint, artifact_bytes: bytes, has_analytics: true });
}

export function handBack(db: Kysely<Schema>, claim: Claim, why: HandBackReason): Promise<boolean> {
  return updateHeld(db, claim, { status: 'queued', progress: 0, ...countedAs[why] });
}

/** A lost worker counts nothing itself, so it is what the other two leave of the attempts. */
export const countedAs = {
  'render-error': { render_errors: sql`render_errors + 1` },
  outage: { outages: sql`outages + 1` },
  'worker-lost': {},
} as const satisfies Record<HandBackReason, UpdateObject<Schema, 'jobs'> & UpdateObject<Schema, 'segments'>>;

export async function isHeld(db: Kysely<Schema>, { job, attempt }: Claim): Promise<boolean> {
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

/** False when the job is finished, handed back, shared out or another attempt's. */
export async function updateHeld(
  db: Kysely<Schema>,
  { job, attempt }: Claim,
  change: UpdateObject<Schema, 'jobs'>,
): Promise<boolean> {
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
