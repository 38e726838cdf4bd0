// How much of the pixels of a quad a shape covers, and the colour that they get from it.

import { fullTint } from '../layout.ts';
import { toBytes } from './pixels/blend.ts';
import { pickBytes, timesFraction } from './pixels/relaxed.ts';

const firstLanes = memory.data<u8>([0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5], 16);
const lastLanes = memory.data<u8>([8, 9, 8, 9, 8, 9, 8, 9, 12, 13, 12, 13, 12, 13, 12, 13], 16);

/** Returns the columns of the quad that begins at column `x`. @inline */
export function columnsFrom(x: i32): v128 {
  return f32x4.add(f32x4.splat(<f32>x), f32x4(0, 1, 2, 3));
}

/** Returns a quad of a colour that covers these fractions of its pixels. @inline */
export function colouredQuad(tint: v128, coverage: v128): v128 {
  const weights = i32x4.trunc_sat_f32x4_s(f32x4.mul(coverage, f32x4.splat(<f32>fullTint)));
  return toBytes(
    timesFraction(tint, pickBytes(weights, v128.load(firstLanes))),
    timesFraction(tint, pickBytes(weights, v128.load(lastLanes))),
  );
}

/** Returns the distances of points, whose vertical distance is the same, from the origin. @inline */
export function length(x: v128, y: f32): v128 {
  return f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.splat(y * y)));
}

/** Limits numbers to the range from 0 to 1; none may be NaN. @inline */
export function clamp01(values: v128): v128 {
  // One instruction each; `min` and `max` take several, because they handle NaN.
  return f32x4.pmax(f32x4.splat(0), f32x4.pmin(f32x4.splat(1), values));
}
