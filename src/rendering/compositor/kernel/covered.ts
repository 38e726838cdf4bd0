// Which tiles a sprite that lets nothing through covers from end to end: what lies below them need not be painted.

import { imageHeight, imageWidth, isSharp } from './image';
import { EXACT, Sprite } from './record';
import { height, TILE, width } from './state';
import { beginStretch, stretchFrom, stretchTo, within } from './stretch';

/** Those of the row asked for last; none where the first is beyond the last. */
export let coveredFirst: i32 = 0;
export let coveredLast: i32 = 0;

/** Pixels of the picture by which the walk along a row is off, at most. */
const SLACK: f64 = 0.0625;

/** A sprite's sides are straight: what lies within in the upper and in the lower row of pixels does in those between. */
export function findCovered(sprite: Sprite, row: i32): void {
  beginStretch(0, <f64>width);
  narrow(sprite, row * TILE);
  narrow(sprite, min(row * TILE + TILE, height) - 1);
  const from = <i32>Math.min(<f64>width, Math.ceil(stretchFrom));
  const to = <i32>Math.max(0, Math.ceil(stretchTo));
  coveredFirst = (from + TILE - 1) / TILE;
  coveredLast = (to == width ? to + TILE - 1 : to) / TILE - 1;
}

function narrow(sprite: Sprite, y: i32): void {
  // On whole pixels there is nothing but the picture's own, and a sharp one covers all that it is painted into. Any other
  // lets something through where a pixel lies partly beyond its last ones, which on a smaller level are half of nothing.
  const soft = sprite.way != EXACT && !isSharp(sprite.source);
  const isLargest = sprite.width == imageWidth(sprite.source) && sprite.height == imageHeight(sprite.source);
  const low = soft ? 1.0 + SLACK : 0.5;
  const rim = !soft ? 1.0 : isLargest ? -SLACK : -SLACK - 1;
  within(
    sprite.ub * <f64>y + sprite.uc,
    sprite.ua,
    Math.max(low, sprite.cropLeft),
    Math.min(<f64>sprite.width + rim, sprite.cropRight),
  );
  within(
    sprite.vb * <f64>y + sprite.vc,
    sprite.va,
    Math.max(low, sprite.cropTop),
    Math.min(<f64>sprite.height + rim, sprite.cropBottom),
  );
}
