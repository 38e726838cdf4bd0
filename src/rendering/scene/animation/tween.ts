import type { Millis } from '../../../game/units.ts';
import { type Easing, lerp, linear, progressBetween } from './easing.ts';

/** A value that goes to a new target at given times, from wherever it is by then: known at any time without a past. */
export interface Tween {
  readonly initial: number;
  readonly starts: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly ends: Float64Array;
  readonly eases: readonly Easing[];
}

export interface TweenMove {
  readonly time: Millis;
  readonly to: number;
  /** How it gets there, where not as all others do. */
  readonly ease?: Easing;
  readonly takes?: Millis;
}

/** `duration` may depend on how far there is to go. Moves are in order of time. */
export function createTween(
  initial: number,
  moves: readonly TweenMove[],
  { duration, ease = linear }: { duration: (distance: number) => Millis; ease?: Easing },
): Tween {
  const count = moves.length;
  const glide = {
    initial,
    starts: Float64Array.from(moves, ({ time }) => time),
    from: new Float64Array(count),
    to: Float64Array.from(moves, ({ to }) => to),
    ends: new Float64Array(count),
    eases: moves.map((move) => move.ease ?? ease),
  };
  for (let i = 0; i < count; i++) {
    const start = glide.starts[i]!;
    glide.from[i] = i === 0 ? initial : valueOfMove(glide, i - 1, start);
    glide.ends[i] = start + (moves[i]!.takes ?? duration(Math.abs(glide.to[i]! - glide.from[i]!)));
  }
  return glide;
}

export function tweenAt(glide: Tween, t: Millis): number {
  const move = lastAtOrBefore(glide.starts, t);
  return move < 0 ? glide.initial : valueOfMove(glide, move, t);
}

/** The index of the last of ascending times that is not after t; -1 before the first. */
export function lastAtOrBefore(times: Float64Array, t: Millis): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function valueOfMove({ starts, from, to, ends, eases }: Tween, move: number, t: Millis): number {
  return lerp(from[move]!, to[move]!, eases[move]!(progressBetween(t, starts[move]!, ends[move]!)));
}
