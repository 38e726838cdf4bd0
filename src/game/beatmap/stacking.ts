import type { Millis, OsuPoint } from '../units.ts';

/** What stacking looks at. Positions are mirrored, but not stacked yet. */
export interface Stackable {
  readonly kind: 'circle' | 'slider' | 'spinner';
  readonly startTime: Millis;
  readonly endTime: Millis;
  readonly at: OsuPoint;
  /** Where the ball is in the end: the head again after an even number of spans. A circle's is its place. */
  readonly endPosition: OsuPoint;
  /** Where the path ends, however often the ball returns. */
  readonly pathEndPosition: OsuPoint;
}

interface Options {
  readonly formatVersion: number;
  /** Preempt under the mods times the map's stack leniency. */
  readonly threshold: Millis;
  /** Counts the pairs looked at, so that thousands of objects at one time cannot cost their square. */
  spendSteps(count: number): void;
}

/** How high each object lies on its stack: 1 is one step up and left, −1 one down and right. */
export function stackHeights(objects: readonly Stackable[], options: Options): Int32Array {
  return options.formatVersion < 6 ? stackBeforeFormat6(objects, options) : stackFromFormat6(objects, options);
}

/** Format 6 and later (rules ST1 to ST4): from the last object back, each stack growing towards the earlier ones. */
function stackFromFormat6(objects: readonly Stackable[], options: Options): Int32Array {
  const heights = new Int32Array(objects.length);
  for (let i = objects.length - 1; i > 0; i--) {
    const top = objects[i]!;
    if (heights[i] !== 0 || top.kind === 'spinner') continue;
    const lowest =
      top.kind === 'circle'
        ? stackUnderCircle(objects, heights, i, options.threshold)
        : stackUnderSlider(objects, heights, i, options.threshold);
    options.spendSteps(i - lowest);
  }
  return heights;
}

/** Returns the index of the earliest object it looked at. */
function stackUnderCircle(objects: readonly Stackable[], heights: Int32Array, last: number, threshold: Millis): number {
  let i = last;
  let n = last - 1;
  for (; n >= 0; n--) {
    const lower = objects[n]!;
    const upper = objects[i]!;
    if (lower.kind === 'spinner') continue;
    if (upper.startTime - lower.endTime > threshold) return n;
    if (lower.kind === 'slider' && overlap(lower.endPosition, upper.at)) {
      // Circles on a slider's end move down and right instead, so that the slider stays where it is.
      const offset = heights[i]! - heights[n]! + 1;
      for (let j = n + 1; j <= last; j++) {
        if (overlap(lower.endPosition, objects[j]!.at)) heights[j]! -= offset;
      }
      return n;
    }
    if (overlap(lower.at, upper.at)) {
      heights[n] = heights[i]! + 1;
      i = n;
    }
  }
  return n;
}

/** Returns the index of the earliest object it looked at. */
function stackUnderSlider(objects: readonly Stackable[], heights: Int32Array, last: number, threshold: Millis): number {
  let i = last;
  let n = last - 1;
  for (; n >= 0; n--) {
    const lower = objects[n]!;
    const upper = objects[i]!;
    if (lower.kind === 'spinner') continue;
    if (upper.startTime - lower.startTime > threshold) return n;
    if (overlap(lower.endPosition, upper.at)) {
      heights[n] = heights[i]! + 1;
      i = n;
    }
  }
  return n;
}

/** Before format 6 (rule ST5): forward, each object looking for those that follow on its place or on its path's end. */
function stackBeforeFormat6(objects: readonly Stackable[], { threshold, spendSteps }: Options): Int32Array {
  const heights = new Int32Array(objects.length);
  for (let i = 0; i < objects.length; i++) {
    const lower = objects[i]!;
    if (lower.kind === 'spinner' || (heights[i] !== 0 && lower.kind !== 'slider')) continue;
    let reference = lower.endTime;
    let onEnd = 0;
    let j = i + 1;
    for (; j < objects.length; j++) {
      const upper = objects[j]!;
      if (upper.kind === 'spinner') continue;
      if (upper.startTime - threshold > reference) break;
      if (overlap(upper.at, lower.at)) {
        heights[i]! += 1;
        reference = upper.startTime;
      } else if (overlap(upper.at, lower.pathEndPosition)) {
        onEnd += 1;
        heights[j]! -= onEnd;
        reference = upper.startTime;
      }
    }
    spendSteps(j - i);
  }
  return heights;
}

function overlap(a: OsuPoint, b: OsuPoint): boolean {
  const x = a.x - b.x;
  const y = a.y - b.y;
  return x * x + y * y < 9;
}
