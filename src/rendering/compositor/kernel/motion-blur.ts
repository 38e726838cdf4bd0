// Motion blur: a sprite at several moments of a frame's exposure, all with the same weight. The moments have records of
// their own, directly before the motion record, so that each marks the tiles it touches.

import { blendOver, tileSize } from '../layout.ts';
import { isAlignedMotion, momentAt, paintAlignedMotion } from './aligned-motion.ts';
import { frame, frameStride, setTarget } from './frame-buffer.ts';
import { isEmpty, sums, takeScaled } from './pixels/accumulator.ts';
import { alphaMask, blend } from './pixels/blend.ts';
import { Motion, Sprite } from './record.ts';
import { paintSprite, prepareSprite } from './sprite/sprite.ts';
import { findVisibleRun, runEnd, runFirst } from './tiles/tile-runs.ts';

/** Prepares the sprite of one moment. It hides nothing: it counts only in part. */
export function prepareMoment(sprite: Sprite): void {
  prepareSprite(sprite);
  sprite.hidesBelow = false;
}

/** Sets the box of a motion around the boxes of its moments, which must be prepared already. */
export function prepareMotion(motion: Motion): void {
  const count = motion.recordCount;
  for (let i = 0; i < count; i++) {
    const sprite = momentAt(motion, i);
    if (sprite.boxTop >= sprite.boxBottom) continue;
    if (motion.boxTop >= motion.boxBottom) {
      motion.boxLeft = sprite.boxLeft;
      motion.boxTop = sprite.boxTop;
      motion.boxRight = sprite.boxRight;
      motion.boxBottom = sprite.boxBottom;
    } else extendBox(motion, sprite);
  }
  motion.isAligned = isAlignedMotion(motion);
}

function extendBox(motion: Motion, sprite: Sprite): void {
  motion.boxLeft = min(motion.boxLeft, sprite.boxLeft);
  motion.boxTop = min(motion.boxTop, sprite.boxTop);
  motion.boxRight = max(motion.boxRight, sprite.boxRight);
  motion.boxBottom = max(motion.boxBottom, sprite.boxBottom);
}

/** Paints the part in some rows of tiles: blends the mean of all moments once. */
export function paintMotion(motion: Motion, firstRow: i32, endRow: i32, order: u32): void {
  if (motion.isAligned) paintAlignedMotion(motion, firstRow, endRow, order);
  else {
    accumulateMoments(motion, firstRow, endRow, order);
    blendMean(motion, firstRow, endRow, order);
  }
}

function accumulateMoments(motion: Motion, firstRow: i32, endRow: i32, order: u32): void {
  const picture = frame;
  const count = motion.recordCount;
  setTarget(sums - <usize>(firstRow * tileSize * frameStride), frameStride);
  for (let i = 0; i < count; i++) {
    const sprite = momentAt(motion, i);
    const from = max(firstRow, sprite.boxTop / tileSize);
    const to = min(endRow, (sprite.boxBottom + tileSize - 1) / tileSize);
    if (from < to) paintSprite(sprite, from, to, order);
  }
  setTarget(picture, frameStride);
}

function blendMean(motion: Motion, firstRow: i32, endRow: i32, order: u32): void {
  const weight = motion.weight();
  const alphas = alphaMask();
  const end = (motion.boxRight + tileSize - 1) / tileSize;
  for (let row = firstRow; row < endRow; row++) {
    const top = max(row * tileSize, motion.boxTop);
    const bottom = min(row * tileSize + tileSize, motion.boxBottom);
    for (let column = motion.boxLeft / tileSize; findVisibleRun(row, column, end, order); column = runEnd) {
      const bytes = <usize>((runEnd - runFirst) * tileSize * 4);
      for (let y = top; y < bottom; y++) {
        let at = frame + <usize>(y * frameStride + runFirst * tileSize * 4);
        const last = at + bytes;
        let from = sums + <usize>((y - firstRow * tileSize) * frameStride + runFirst * tileSize * 4);
        for (; at < last; at += tileSize * 4, from += tileSize * 4) {
          if (isEmpty(from)) continue;
          blend(takeScaled(from, weight), at, blendOver, alphas);
          blend(takeScaled(from + 16, weight), at + 16, blendOver, alphas);
          blend(takeScaled(from + 32, weight), at + 32, blendOver, alphas);
          blend(takeScaled(from + 48, weight), at + 48, blendOver, alphas);
        }
      }
    }
  }
}
