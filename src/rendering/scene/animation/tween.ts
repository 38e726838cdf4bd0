import { lastAtOrBefore } from '../../../game/binary-search.ts';
import type { Millis } from '../../../game/units.ts';
import { type Easing, lerp, linear, progressBetween } from './easing.ts';

/**
 * A value that moves to new targets at given times, each time from where it is; computed for any time without earlier
 * frames.
 */
export interface Tween {
  readonly initial: number;
  readonly starts: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly ends: Float64Array;
  readonly eases: readonly Easing[];
}

/** A move to a new target. */
export interface TweenMove {
  readonly time: Millis;
  readonly to: number;
  /** Easing and duration of this move, if they differ from the tween's. */
  readonly ease?: Easing;
  readonly takes?: Millis;
}

/** Creates a tween. `duration` may depend on the distance. Moves are ordered by time. */
export function createTween(
  initial: number,
  moves: readonly TweenMove[],
  { duration, ease = linear }: { duration: (distance: number) => Millis; ease?: Easing },
): Tween {
  const count = moves.length;
  const tween = {
    initial,
    starts: Float64Array.from(moves, ({ time }) => time),
    from: new Float64Array(count),
    to: Float64Array.from(moves, ({ to }) => to),
    ends: new Float64Array(count),
    eases: moves.map((move) => move.ease ?? ease),
  };
  for (let i = 0; i < count; i++) {
    const start = tween.starts[i]!;
    tween.from[i] = i === 0 ? initial : valueOfMove(tween, i - 1, start);
    tween.ends[i] = start + (moves[i]!.takes ?? duration(Math.abs(tween.to[i]! - tween.from[i]!)));
  }
  return tween;
}

/** The value at a time. */
export function tweenAt(tween: Tween, t: Millis): number {
  const move = lastAtOrBefore(tween.starts, t);
  return move < 0 ? tween.initial : valueOfMove(tween, move, t);
}

function valueOfMove({ starts, from, to, ends, eases }: Tween, move: number, t: Millis): number {
  return lerp(from[move]!, to[move]!, eases[move]!(progressBetween(t, starts[move]!, ends[move]!)));
}
