// An interval of columns of a screen row, narrowed to the part inside straight sides and inside a ring.

import { Sprite } from '../record.ts';

/** The columns from `intervalStart` up to, not including, `intervalEnd`. */
export let intervalStart: f64 = 0;
export let intervalEnd: f64 = 0;

/** Columns inside the interval where nothing is visible; none if the end is not beyond the start. */
export let holeStart: f64 = 0;
export let holeEnd: f64 = 0;

/** Begins with the columns of a box. @inline */
export function beginInterval(from: f64, to: f64): void {
  intervalStart = from;
  intervalEnd = to;
}

/** Finds the columns from `left` up to, not including, `right` in which row `y` of a sprite can be visible. */
export function findInterval(sprite: Sprite, y: i32, left: i32, right: i32): void {
  beginInterval(<f64>left, <f64>right);
  const u = sprite.ub * <f64>y + sprite.uc;
  const v = sprite.vb * <f64>y + sprite.vc;
  narrowInterval(u, sprite.ua, sprite.minU, sprite.maxU);
  narrowInterval(v, sprite.va, sprite.minV, sprite.maxV);
  narrowToRing(sprite, u, v);
}

/** Narrows the interval to the columns x where start + x·step lies in [low, high). @inline */
export function narrowInterval(start: f64, step: f64, low: f64, high: f64): void {
  if (step !== 0) {
    const e0 = (low - start) / step;
    const e1 = (high - start) / step;
    intervalStart = Math.max(intervalStart, Math.min(e0, e1));
    intervalEnd = Math.min(intervalEnd, Math.max(e0, e1));
  } else if (start < low || start >= high) intervalEnd = intervalStart;
}

/** Narrows the interval to the outer circle of the ring, and finds the hole that the inner circle makes. @inline */
function narrowToRing(sprite: Sprite, u: f64, v: f64): void {
  const ua = sprite.ua;
  const va = sprite.va;
  // From the centre of the level, in padded coordinates, to column 0.
  const toU = u - <f64>(sprite.width + 1) * 0.5;
  const toV = v - <f64>(sprite.height + 1) * 0.5;
  const perColumn = ua * ua + va * va;
  const nearest = -(ua * toU + va * toV) / perColumn;
  const distance = toU * toU + toV * toV - nearest * nearest * perColumn;
  const outer = Math.sqrt(Math.max(0, sprite.outerRadius * sprite.outerRadius - distance) / perColumn);
  intervalStart = Math.max(intervalStart, nearest - outer);
  intervalEnd = Math.min(intervalEnd, nearest + outer);
  const inner = sprite.innerRadius;
  const hole = inner > 0 ? Math.sqrt(Math.max(0, inner * inner - distance) / perColumn) : 0;
  holeStart = nearest - hole;
  holeEnd = nearest + hole;
}
