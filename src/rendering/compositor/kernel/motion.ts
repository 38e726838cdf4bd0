// What moves while a picture is taken: a sprite at several moments, each of which counts as one part of all. Moments are
// records of their own before the record that shows them, so that the tiles each of them touches are known.

import { alphaMask, blend, COVER } from './blend';
import { isEmpty, sums, takeOut } from './gathering';
import { Item, RECORD, Sprite } from './record';
import { findRun, runEnd, runFirst } from './runs';
import { aimSprite, paintSprite } from './sprite';
import { frame, frameStride, paintInto, TILE } from './state';

// A motion has the number of its records where a sprite has its picture, and where a body has its identity, it has the
// number of its moments, which are more when it is not there in some.
@inline function recordCount(motion: Item): i32 { return <i32>motion.source; }
@inline function momentCount(motion: Item): i32 { return <i32>motion.identity; }

@inline function recordOf(motion: Item, i: i32): Sprite {
  return changetype<Sprite>(changetype<usize>(motion) - <usize>((recordCount(motion) - i) * RECORD));
}

/** A moment's sprite hides nothing for good. */
export function aimMoment(sprite: Sprite): void {
  aimSprite(sprite);
  sprite.solid = false;
}

/** The box of a motion holds those of its records, which must have been aimed. */
export function aimMotion(motion: Item): void {
  const count = recordCount(motion);
  for (let i = 0; i < count; i++) {
    const sprite = recordOf(motion, i);
    if (sprite.boxTop >= sprite.boxBottom) continue;
    if (motion.boxTop >= motion.boxBottom) {
      motion.boxLeft = sprite.boxLeft;
      motion.boxTop = sprite.boxTop;
      motion.boxRight = sprite.boxRight;
      motion.boxBottom = sprite.boxBottom;
    } else unite(motion, sprite);
  }
}

function unite(motion: Item, sprite: Item): void {
  motion.boxLeft = min(motion.boxLeft, sprite.boxLeft);
  motion.boxTop = min(motion.boxTop, sprite.boxTop);
  motion.boxRight = max(motion.boxRight, sprite.boxRight);
  motion.boxBottom = max(motion.boxBottom, sprite.boxBottom);
}

/** Paints what lies in a band of rows of tiles: all moments are gathered, and their mean is blended once. */
export function paintMotion(motion: Item, firstRow: i32, endRow: i32, order: u32): void {
  const picture = frame;
  const count = recordCount(motion);
  paintInto(sums - <usize>(firstRow * TILE * frameStride), frameStride);
  for (let i = 0; i < count; i++) {
    const sprite = recordOf(motion, i);
    const from = max(firstRow, sprite.boxTop / TILE);
    const to = min(endRow, (sprite.boxBottom + TILE - 1) / TILE);
    if (from < to) paintSprite(sprite, from, to, order);
  }
  paintInto(picture, frameStride);
  blendMean(motion, firstRow, endRow, order);
}

function blendMean(motion: Item, firstRow: i32, endRow: i32, order: u32): void {
  const share = i16x8.splat(<i16>Math.round(32768.0 / <f64>momentCount(motion)));
  const alphas = alphaMask();
  const end = (motion.boxRight + TILE - 1) / TILE;
  for (let row = firstRow; row < endRow; row++) {
    const top = max(row * TILE, motion.boxTop);
    const bottom = min(row * TILE + TILE, motion.boxBottom);
    for (let column = motion.boxLeft / TILE; findRun(row, column, end, order); column = runEnd) {
      const left = max(runFirst * TILE, motion.boxLeft & ~3);
      const right = min(runEnd * TILE, motion.boxRight);
      for (let y = top; y < bottom; y++) {
        let at = frame + <usize>(y * frameStride + left * 4);
        const last = frame + <usize>(y * frameStride + right * 4);
        let from = sums + <usize>((y - firstRow * TILE) * frameStride + left * 4);
        for (; at < last; at += 16, from += 16) {
          if (!isEmpty(from)) blend(takeOut(from, share), at, COVER, alphas);
        }
      }
    }
  }
}
