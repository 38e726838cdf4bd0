import { type Selectable, sql } from 'kysely';
import type { JobStatus, JobsTable, RenderStage } from '../database/index.ts';

/** What a worker says of the render it is at. */
export interface Progress {
  readonly stage: RenderStage;
  /** 0 to 100. */
  readonly percent: number;
  /** Null while there is no measure of it. */
  readonly framesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** Where a job is on its way, as every reader sees it. */
export interface JobProgress {
  /** What is being done; null once the job is finished. */
  readonly stage: 'waiting' | 'downloading' | RenderStage | null;
  /** 1 for the next; null unless the job is queued, and for whoever has not asked. */
  readonly queuePosition: number | null;
  /** Null unless frames are being drawn. */
  readonly framesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** The number of the newest attempt; 0 before the first. */
  readonly attempt: number;
}

/**
 * How many jobs are queued up to and including the one of the row: counted in an index, and for queued jobs alone. As
 * part of the statement that reads the job it is as true as its status.
 */
export const queuePosition = `case jobs.status when 'queued' then (
  select count(*) from jobs as ahead
  where ahead.status = 'queued' and (ahead.created_at, ahead.id) <= (jobs.created_at, jobs.id)
) end`;

export const selectQueuePosition = sql<number | null>`${sql.raw(queuePosition)}`.as('queue_position');

export type ProgressRow = Pick<
  Selectable<JobsTable>,
  'status' | 'stage' | 'frames_per_second' | 'seconds_left' | 'attempts'
> & { readonly queue_position?: number | null };

export function progressOfRow(row: ProgressRow): JobProgress {
  const { status, attempts: attempt, queue_position: queuePosition = null } = row;
  if (status !== 'rendering') {
    return { stage: stages[status], queuePosition, framesPerSecond: null, secondsLeft: null, attempt };
  }
  const { stage, frames_per_second: framesPerSecond, seconds_left: secondsLeft } = row;
  return { stage: stage ?? 'preparing', queuePosition, framesPerSecond, secondsLeft, attempt };
}

const stages = {
  queued: 'waiting',
  downloading: 'downloading',
  completed: null,
  failed: null,
} as const satisfies Record<Exclude<JobStatus, 'rendering'>, JobProgress['stage']>;
