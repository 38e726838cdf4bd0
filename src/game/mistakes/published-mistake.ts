import { roundToHundredths as round } from '../arithmetic.ts';
import type { JudgedPart, Result } from '../play/index.ts';
import type { CostlyMistake } from './costs.ts';
import type { Cause, Mistake } from './mistake.ts';

/** A mistake as commands and analytics publish it: in plain numbers with at most two decimals. */
export interface PublishedMistake {
  readonly object: number;
  readonly part: JudgedPart;
  readonly time: number;
  readonly result: Result;
  readonly cause: Cause;
  readonly errorMs?: number;
  readonly distancePx?: number;
  readonly direction?: number;
  readonly blockedBy?: number;
  readonly press?: PublishedMoment;
  readonly cursor?: PublishedMoment;
  readonly released?: boolean;
  readonly spins?: { readonly turns: number; readonly required: number; readonly rpm: number };
  readonly comboLost: number;
  readonly ppLost: number | null;
}

/** Where the cursor was at a time. */
export interface PublishedMoment {
  readonly time: number;
  readonly x: number;
  readonly y: number;
}

/** Rounds a mistake for its readers. */
export function publishedMistake(mistake: CostlyMistake): PublishedMistake {
  const { object, part, time, result, cause, errorMs, distancePx, direction, blockedBy, press, cursor } = mistake;
  const { released, spins, comboLost, ppLost } = mistake;
  return {
    object,
    part,
    time: round(time),
    result,
    cause,
    ...(errorMs !== undefined && { errorMs: round(errorMs) }),
    ...(distancePx !== undefined && { distancePx: round(distancePx) }),
    ...(direction !== undefined && { direction: round(direction) }),
    ...(blockedBy !== undefined && { blockedBy }),
    ...(press && { press: momentOf(press) }),
    ...(cursor && { cursor: momentOf(cursor) }),
    ...(released !== undefined && { released }),
    ...(spins && {
      spins: { turns: round(spins.turns), required: round(spins.required), rpm: round(spins.rpm) },
    }),
    comboLost,
    ppLost: ppLost === null ? null : round(ppLost),
  };
}

function momentOf({ time, at }: NonNullable<Mistake['cursor']>): PublishedMoment {
  return { time: round(time), x: round(at.x), y: round(at.y) };
}
