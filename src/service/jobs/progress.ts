import type { Selectable } from 'kysely';
import type { JobStatus, JobsTable, RenderStage } from '../database/index.ts';
import { type QueuePlaceRow, startsInSeconds } from './queue-position.ts';

/** What a worker reports about a running render. */
export interface Progress {
  readonly stage: RenderStage;
  /** 0 to 100. */
  readonly percent: number;
  /** Null until it is measured. */
  readonly framesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** The progress of a job, as readers see it. */
export interface JobProgress {
  /** The current stage; null once the job is finished. */
  readonly stage: 'waiting' | 'downloading' | RenderStage | null;
  /** 1 for the next job. Null unless the job is queued and the query selected the position. */
  readonly queuePosition: number | null;
  /** When the job is expected to start. Null unless the job is queued and there is an estimate. */
  readonly startsInSeconds: number | null;
  /** Null unless frames are being rendered. */
  readonly framesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** The number of the newest attempt; 0 before the first. */
  readonly attempt: number;
}

export type ProgressRow = Pick<
  Selectable<JobsTable>,
  'status' | 'stage' | 'frames_per_second' | 'seconds_left' | 'attempts'
> &
  QueuePlaceRow;

export function progressOfRow(row: ProgressRow): JobProgress {
  const { status, attempts: attempt, queue_position: queuePosition = null } = row;
  const place = { queuePosition, startsInSeconds: startsInSeconds(row) };
  if (status !== 'rendering') {
    return { stage: stages[status], ...place, framesPerSecond: null, secondsLeft: null, attempt };
  }
  const { stage, frames_per_second: framesPerSecond, seconds_left: secondsLeft } = row;
  return { stage: stage ?? 'preparing', ...place, framesPerSecond, secondsLeft, attempt };
}

const stages = {
  queued: 'waiting',
  downloading: 'downloading',
  completed: null,
  failed: null,
} as const satisfies Record<Exclude<JobStatus, 'rendering'>, JobProgress['stage']>;
