import type { Analytics } from '../../../contract/index.ts';
import type { Mistake } from '../../../game/mistakes/index.ts';

/** A mistake as the list shows it. */
export interface ListedMistake extends Mistake {
  /** By how much the longest combo would be longer without this mistake alone. */
  readonly comboLost: number;
  /** By how much the performance points would be higher without this mistake alone; null if they are not known. */
  readonly ppLost: number | null;
}

/** A mistake as the analytics have it. */
interface AnalysedMistake {
  readonly object: number;
  readonly part: Mistake['part'];
  readonly time: number;
  readonly result: Mistake['result'];
  readonly cause: Mistake['cause'];
  readonly error_ms?: number;
  readonly distance_px?: number;
  readonly direction?: number;
  readonly blocked_by?: number;
  readonly press?: { readonly time: number; readonly x: number; readonly y: number };
  readonly cursor?: { readonly time: number; readonly x: number; readonly y: number };
  readonly released?: boolean;
  readonly spins?: { readonly turns: number; readonly required: number; readonly rpm: number };
  readonly combo_lost: number;
  readonly pp_lost: number | null;
}

/** The mistakes of a play; null for analytics of earlier versions. */
export function mistakesOf(analytics: Analytics): ListedMistake[] | null {
  const mistakes = analytics.mistakes as readonly AnalysedMistake[] | undefined;
  return mistakes?.map(listed) ?? null;
}

function listed(mistake: AnalysedMistake): ListedMistake {
  const { error_ms, distance_px, direction, blocked_by, press, cursor, released, spins, combo_lost, pp_lost } = mistake;
  const { object, part, time, result, cause } = mistake;
  return {
    object,
    part,
    time,
    result,
    cause,
    ...(error_ms !== undefined && { errorMs: error_ms }),
    ...(distance_px !== undefined && { distancePx: distance_px }),
    ...(direction !== undefined && { direction }),
    ...(blocked_by !== undefined && { blockedBy: blocked_by }),
    ...(press && { press: { time: press.time, at: { x: press.x, y: press.y } } }),
    ...(cursor && { cursor: { time: cursor.time, at: { x: cursor.x, y: cursor.y } } }),
    ...(released !== undefined && { released }),
    ...(spins && { spins }),
    comboLost: combo_lost,
    ppLost: pp_lost,
  };
}
