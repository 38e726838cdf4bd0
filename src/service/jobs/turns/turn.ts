import type { KeyPriority } from '../../database/index.ts';

/**
 * The order in which waiting jobs are taken: by turn, and by age among equal turns. A job gets its turn once, when it enters
 * the queue. The turn says how far the queue must come before the job is due: one step after the clock, or after the last
 * waiting job of the same client. A client with many jobs therefore has one job in each round, like all others.
 */
export interface QueueState {
  /** The highest turn that a worker has taken. */
  readonly clock: number;
  /** How many jobs were ever placed before a job that already waited. */
  readonly overtakings: number;
  /** The highest turn of the client's waiting jobs, and how many there are. */
  readonly ownLast: number | null;
  readonly ownWaiting: number;
  /** The highest turn of the waiting jobs that no job may overtake any more (`isFixed`). */
  readonly fixedLast: number | null;
  /** The highest turn of all waiting jobs. */
  readonly last: number | null;
}

/** What decides about the turn of a job, besides the queue. */
export interface TurnRequest {
  /** That of the client's key. */
  readonly priority: KeyPriority;
  /** From `costOf`. */
  readonly cost: number;
}

export interface Turn {
  readonly turn: number;
  /** The number of `overtakings` from which on the job is fixed. */
  readonly overtakableUntil: number;
  /** Whether a waiting job comes after it. */
  readonly isOvertaking: boolean;
}

/** How far apart the turns of a client are. Half the step is twice the share of the workers. */
const steps = { high: 1, normal: 2, low: 4 } as const satisfies Record<KeyPriority, number>;

/** The n-th waiting job of a client is overtaken at most n times as often. */
export const maxOvertakings = 50;

/** A 32-bit integer, because the queue keeps the turn as the priority of an entry. Jobs without a turn have this one. */
export const noTurn = 2 ** 31 - 1;
const maxTurn = noTurn - 1;

/** Decides the turn of a job that enters the queue. */
export function placeJob(state: QueueState, { priority, cost }: TurnRequest): Turn {
  const { clock, overtakings, ownLast, ownWaiting, fixedLast, last } = state;
  const fair = Math.max(clock, ownLast ?? 0) + steps[priority] * cost;
  // Among equal turns, the older job comes first.
  const turn = Math.min(Math.max(fair, fixedLast ?? 0), maxTurn);
  return {
    turn,
    overtakableUntil: overtakings + maxOvertakings * (ownWaiting + 1),
    isOvertaking: last !== null && turn < last,
  };
}

/** Whether no job may be placed before this one any more. */
export function isFixed({ overtakableUntil }: Pick<Turn, 'overtakableUntil'>, overtakings: number): boolean {
  return overtakableUntil <= overtakings;
}

/**
 * The turns of the segments of a job that has been started. They are two steps apart: a job of another client that arrives
 * while one is rendered comes before the next.
 */
export function segmentTurns(
  { clock, jobTurn }: { clock: number; jobTurn: number },
  { priority, segments }: { priority: KeyPriority; segments: number },
): number[] {
  const first = Math.max(clock, jobTurn === noTurn ? 0 : jobTurn);
  return Array.from({ length: segments }, (_, i) => Math.min(first + 2 * steps[priority] * (i + 1), maxTurn));
}
