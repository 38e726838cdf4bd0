import type { KeyPriority } from '../../database/index.ts';

/** What the turn of a new job depends on, besides the job itself. */
export interface QueueState {
  /** The highest turn that a worker has taken. */
  readonly reachedTurn: number;
  /** How many jobs were ever placed before a job that was already waiting. */
  readonly overtakings: number;
  /** The highest turn of the client's waiting jobs. */
  readonly clientLastTurn: number | null;
  readonly clientWaitingJobs: number;
  /** The highest turn of the waiting jobs that may not be overtaken: the new job gets no lower one. */
  readonly minTurn: number | null;
  /** The highest turn of all waiting jobs. */
  readonly lastTurn: number | null;
}

/** What the turn of a new job depends on, besides the queue. */
export interface TurnRequest {
  /** The priority of the client's key. */
  readonly priority: KeyPriority;
  /** From `costOf`. */
  readonly cost: number;
}

/**
 * The place of a waiting job in the queue. Workers take the job with the lowest turn, and among equal turns the oldest.
 *
 * A turn is a number. A new job gets the larger of the turn that the queue has reached and its client's last turn, plus one
 * step times its cost, and keeps it. A client with many jobs therefore has one job in each round, like all others.
 *
 * New clients come before the later jobs of others, but not forever: a client's first waiting job is overtaken at most 50
 * times, its second at most 100 times, its n-th at most n × 50 times.
 */
export interface Turn {
  readonly turn: number;
  /** The number of `overtakings` from which on no job may overtake this one. */
  readonly overtakableUntil: number;
  /** Whether a waiting job comes after it. */
  readonly isOvertaking: boolean;
}

/** How far apart the turns of a client are. A client with half the step gets twice as many turns. */
const steps = { high: 1, normal: 2, low: 4 } as const satisfies Record<KeyPriority, number>;

/** For the first waiting job of a client; the n-th may be overtaken n times as often. */
export const maxOvertakings = 50;

/** The turn of a job that has none yet. A 32-bit integer, because the queue stores turns as the priority of its entries. */
export const noTurn = 2 ** 31 - 1;
const maxTurn = noTurn - 1;

/** Decides the turn of a job that enters the queue. */
export function placeJob(state: QueueState, { priority, cost }: TurnRequest): Turn {
  const { reachedTurn, overtakings, clientLastTurn, clientWaitingJobs, minTurn, lastTurn } = state;
  const fairTurn = Math.max(reachedTurn, clientLastTurn ?? 0) + steps[priority] * cost;
  // Equal to `minTurn` is enough: among equal turns, the older job comes first.
  const turn = Math.min(Math.max(fairTurn, minTurn ?? 0), maxTurn);
  return {
    turn,
    overtakableUntil: overtakings + maxOvertakings * (clientWaitingJobs + 1),
    isOvertaking: lastTurn !== null && turn < lastTurn,
  };
}

/**
 * The turns of the segments of a job that has been started. They are two steps apart: a job of another client that arrives
 * while one is rendered comes before the next.
 */
export function segmentTurns(
  { reachedTurn, jobTurn }: { reachedTurn: number; jobTurn: number },
  { priority, segments }: { priority: KeyPriority; segments: number },
): number[] {
  const first = Math.max(reachedTurn, jobTurn === noTurn ? 0 : jobTurn);
  return Array.from({ length: segments }, (_, i) => Math.min(first + 2 * steps[priority] * (i + 1), maxTurn));
}
