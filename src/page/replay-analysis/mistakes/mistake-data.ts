import type { Analytics } from '../../../contract/index.ts';
import type { MistakeAnalytics } from '../../../game/analytics/index.ts';
import type { Mistake } from '../../../game/mistakes/index.ts';

/** A mistake as the list shows it. */
export interface ListedMistake extends Mistake {
  /** The combo that it broke; 0 if it broke none. */
  readonly comboLost: number;
  /** By how much the performance points would be higher without this mistake alone; null if they are not known. */
  readonly ppLost: number | null;
}

/** The mistakes of a play; null for analytics of earlier versions. */
export function mistakesOf({ mistakes }: Pick<Analytics, 'mistakes'>): ListedMistake[] | null {
  return mistakes?.map(listedMistake) ?? null;
}

/** A mistake without the keys of the API. */
export function listedMistake(mistake: MistakeAnalytics): ListedMistake {
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
