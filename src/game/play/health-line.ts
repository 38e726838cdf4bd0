import type { Millis } from '../units.ts';
import type { HealthLine } from './play.ts';

/** A period in which health drains, with the rate per millisecond. */
export interface DrainPeriod {
  readonly start: Millis;
  readonly end: Millis;
  readonly rate: number;
}

/** The change of health by one judgement, as a fraction of full health. */
export interface HealthChange {
  readonly time: Millis;
  readonly amount: number;
  /** Whether empty health at this change fails the play. */
  readonly canFail: boolean;
}

export interface HealthTrace {
  readonly line: HealthLine;
  readonly failedAt: Millis | null;
}

/** Computes health over time from drain and judgements; drain alone never fails (rules HP1, HP2). */
export function traceHealth(trace: {
  readonly periods: readonly DrainPeriod[];
  readonly changes: readonly HealthChange[];
  readonly end: Millis;
  /** How often health is restored instead of failing, and to which value. */
  readonly extraLives: number;
  readonly revivedTo: number;
}): HealthTrace {
  const times: number[] = [];
  const values: number[] = [];
  let health = 1;
  let now = Number.NEGATIVE_INFINITY;
  let period = 0;
  let lives = trace.extraLives;
  let failedAt: Millis | null = null;

  function mark(time: Millis): void {
    if (times.at(-1) === time && values.at(-1) === health) return;
    times.push(time);
    values.push(health);
  }

  function drainUntil(to: Millis): void {
    for (let next = trace.periods[period]; next !== undefined && next.start < to; next = trace.periods[++period]) {
      const { start, end, rate } = next;
      const from = Math.max(now, start);
      const until = Math.min(to, end);
      if (until > from && health > 0) {
        mark(from);
        const emptyAt = rate > 0 ? from + health / rate : Number.POSITIVE_INFINITY;
        health = Math.max(0, health - (until - from) * rate);
        mark(Math.min(until, emptyAt));
      }
      if (end > to) break;
    }
    now = Math.max(now, to);
  }

  for (const change of trace.changes) {
    drainUntil(change.time);
    mark(now);
    health = Math.min(1, health + change.amount);
    if (health <= 0) {
      health = 0;
      if (change.canFail && failedAt === null) {
        if (lives > 0) {
          lives--;
          health = trace.revivedTo;
        } else failedAt = now;
      }
    }
    mark(now);
  }
  drainUntil(trace.end);
  return { line: { times: Float64Array.from(times), values: Float64Array.from(values) }, failedAt };
}
