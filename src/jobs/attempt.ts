import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { Schema } from '../database/index.ts';
import { type Job, jobOfRow } from './job.ts';
import { printable } from './printable.ts';

/** One worker's hold on a job. Its number is a fence: once a higher one exists, nothing it reports changes the job. */
export interface Claim {
  readonly job: Job;
  /** From 1. */
  readonly attempt: number;
  /** How many attempts before this one ended in an error of the render, and how many just ended. */
  readonly renderErrors: number;
  readonly lostWorkers: number;
}

export interface MapDescription {
  /** `Artist - Title [Difficulty]` */
  readonly title: string;
  /** Null: the map cannot be rated. */
  readonly stars: number | null;
  readonly pp: number | null;
}

/** Whoever had the job before is lost: the queue gives it to one worker at a time. */
export async function claimJob(db: Kysely<Schema>, jobId: string): Promise<Claim | null> {
  const row = await db
    .updateTable('jobs')
    .set({
      status: 'downloading',
      progress: 0,
      attempts: sql`attempts + 1`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', jobId)
    .where('status', 'in', ['queued', 'downloading', 'rendering'])
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { attempts: attempt, render_errors: renderErrors } = row;
  return { job: jobOfRow(row), attempt, renderErrors, lostWorkers: attempt - 1 - renderErrors };
}

export function startRendering(db: Kysely<Schema>, claim: Claim): Promise<boolean> {
  return updateHeld(db, claim, { status: 'rendering' });
}

export function reportProgress(db: Kysely<Schema>, claim: Claim, progress: number): Promise<boolean> {
  return updateHeld(db, claim, { progress });
}

export function describeMap(db: Kysely<Schema>, claim: Claim, { title, stars, pp }: MapDescription): Promise<boolean> {
  return updateHeld(db, claim, { map_title: printable(title), stars: stars ?? 0, pp: pp ?? 0 });
}

export function handBack(db: Kysely<Schema>, claim: Claim, why: 'render-error' | 'worker-lost'): Promise<boolean> {
  return updateHeld(db, claim, {
    status: 'queued',
    progress: 0,
    ...(why === 'render-error' ? { render_errors: sql`render_errors + 1` } : {}),
  });
}

/** False when the job is finished, handed back or another attempt's. */
async function updateHeld(
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
    .where('status', 'in', ['downloading', 'rendering'])
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
