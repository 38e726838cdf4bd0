import type { Millis, OsuPoint } from '../units.ts';

/** The input of stacking: positions are mirrored, but not stacked yet. */
export interface Stackable {
  readonly kind: 'circle' | 'slider' | 'spinner';
  readonly startTime: Millis;
  readonly endTime: Millis;
  readonly at: OsuPoint;
  /** Where the ball stops: at the head after an even number of spans. The position itself for a circle. */
  readonly endPosition: OsuPoint;
  /** The end of the slider path, regardless of repeats. */
  readonly pathEndPosition: OsuPoint;
}

interface Options {
  readonly formatVersion: number;
  /** Preempt (with mods) × stack leniency. */
  readonly threshold: Millis;
  /** Counts the compared pairs, so that thousands of objects at one time cannot cost quadratic time. */
  spendSteps(count: number): void;
}

/** Computes each object's height in its stack: 1 is one step up and left, −1 one step down and right. */
export function stackHeights(objects: readonly Stackable[], options: Options): Int32Array {
  return options.formatVersion < 6 ? stackBeforeFormat6(objects, options) : stackFromFormat6(objects, options);
}

/** Format 6 and later (rules ST1 to ST4): goes backwards from the last object; stacks grow towards earlier objects. */
function stackFromFormat6(objects: readonly Stackable[], options: Options): Int32Array {
  const heights = new Int32Array(objects.length);
  for (let i = objects.length - 1; i > 0; i--) {
    const { kind } = objects[i]!;
    if (heights[i] !== 0 || kind === 'spinner') continue;
    const stack = { objects, heights, threshold: options.threshold };
    const earliest = kind === 'circle' ? stackUnderCircle(stack, i) : stackUnderSlider(stack, i);
    options.spendSteps(i - earliest);
  }
  return heights;
}

interface Stack {
  readonly objects: readonly Stackable[];
  readonly heights: Int32Array;
  readonly threshold: Millis;
}

/** Returns the index of the earliest object that it compared. */
function stackUnderCircle({ objects, heights, threshold }: Stack, last: number): number {
  let i = last;
  let n = last - 1;
  for (; n >= 0; n--) {
    const lower = objects[n]!;
    const upper = objects[i]!;
    if (lower.kind === 'spinner') continue;
    if (upper.startTime - lower.endTime > threshold) return n;
    if (lower.kind === 'slider' && overlap(lower.endPosition, upper.at)) {
      // Circles on a slider's end move down and right, so that the slider keeps its position.
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

/** Returns the index of the earliest object that it compared. */
function stackUnderSlider({ objects, heights, threshold }: Stack, last: number): number {
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

/** Before format 6 (rule ST5): goes forwards and stacks the objects that follow at an object's position or path end. */
function stackBeforeFormat6(objects: readonly Stackable[], { threshold, spendSteps }: Options): Int32Array {
  const heights = new Int32Array(objects.length);
  for (const [i, lower] of objects.entries()) {
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
