import { lastAtOrBefore } from '../binary-search.ts';
import type { Millis } from '../units.ts';
import type { HealthLine, Play, SpinnerPlay, Totals } from './play.ts';

/** All totals at one time. */
export interface PlayState {
  readonly combo: number;
  readonly maxCombo: number;
  readonly score: number;
  /** 0 to 1. */
  readonly accuracy: number;
  readonly n300: number;
  readonly n100: number;
  readonly n50: number;
  readonly misses: number;
  readonly geki: number;
  readonly katu: number;
  readonly unstableRate: number;
  /** 0 to 1. */
  readonly health: number;
  /** The number of judgements so far: the next is `play.judgements[judged]`. */
  readonly judged: number;
}

/** The totals at a time, including judgements at exactly that time. */
export function stateAt(play: Play, t: Millis): PlayState {
  const { totals } = play;
  const judged = lastAtOrBefore(totals.times, t) + 1;
  const at = (column: keyof Totals, before: number) => totals[column][judged - 1] ?? before;
  return {
    combo: at('combo', 0),
    maxCombo: at('maxCombo', 0),
    score: at('score', 0),
    accuracy: at('accuracy', 1),
    n300: at('n300', 0),
    n100: at('n100', 0),
    n50: at('n50', 0),
    misses: at('misses', 0),
    geki: at('geki', 0),
    katu: at('katu', 0),
    unstableRate: at('unstableRate', 0),
    health: healthAt(play.health, t),
    judged,
  };
}

/** Interpolates health; of several points at the same time the last counts. */
export function healthAt({ times, values }: HealthLine, t: Millis): number {
  const next = lastAtOrBefore(times, t) + 1;
  if (next === 0) return values[0] ?? 1;
  const value = values[next - 1]!;
  if (next === times.length) return value;
  const from = times[next - 1]!;
  return value + ((values[next]! - value) * (t - from)) / (times[next]! - from);
}

/** A spinner's angle (radians), progress and speed at a time; all 0 before its first sample. */
export function spinnerAt(
  spinner: SpinnerPlay,
  t: Millis,
): { readonly angle: number; readonly progress: number; readonly rpm: number } {
  const next = lastAtOrBefore(spinner.times, t) + 1;
  if (next === 0) return { angle: 0, progress: 0, rpm: 0 };
  const last = next - 1;
  const angle = spinner.angle[last]!;
  const reached = { angle, progress: spinner.progress[last]!, rpm: spinner.rpm[last]! };
  if (next === spinner.times.length) return reached;
  const from = spinner.times[last]!;
  const share = (t - from) / (spinner.times[next]! - from);
  return { ...reached, angle: angle + (spinner.angle[next]! - angle) * share };
}
