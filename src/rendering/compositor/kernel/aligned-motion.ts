// Motions whose moments are all pixel-aligned and untinted: most of them, because streaks are flattened first and digits
// roll in place. The moments of a quad are summed up in registers, without the accumulator in between.

import { blendOver, recordBytes, tileSize } from '../layout.ts';
import { frame, frameStride } from './frame-buffer.ts';
import { Image, spanBytes } from './image/image.ts';
import { meanOfSums } from './pixels/accumulator.ts';
import { alphaMask, blend } from './pixels/blend.ts';
import { Motion, pixelAligned, Sprite } from './record.ts';
import { noTint } from './sprite/pixel-aligned.ts';
import { findVisibleRun, runEnd, runFirst } from './tiles/tile-runs.ts';

const maxMoments: i32 = 64;
/** The visible pixels of each moment in the current row: where screen column 0 would be, the first column and the end. */
const rows = memory.data(maxMoments * 8, 16);
const nothing = memory.data(16, 16);

/** Returns whether `paintAlignedMotion` can paint a motion. Its moments must be prepared. */
export function isAlignedMotion(motion: Motion): bool {
  const count = motion.recordCount;
  if (count > maxMoments) return false;
  for (let i = 0; i < count; i++) if (!isPlain(momentAt(motion, i))) return false;
  return true;
}

function isPlain(sprite: Sprite): bool {
  const isCropped = sprite.cropLeft > 0 || sprite.cropRight < <f32>sprite.width;
  const isWhole = !isCropped && sprite.cropTop <= 0 && sprite.cropBottom >= <f32>sprite.height;
  const image = changetype<Image>(sprite.image);
  return sprite.method === pixelAligned && sprite.tint === noTint && isWhole && !image.hasSharpEdges;
}

/** @inline */
export function momentAt(motion: Motion, i: i32): Sprite {
  return changetype<Sprite>(changetype<usize>(motion) - <usize>((motion.recordCount - i) * recordBytes));
}

/** Paints the part in some rows of tiles. */
export function paintAlignedMotion(motion: Motion, firstRow: i32, endRow: i32, order: u32): void {
  const weight = motion.weight();
  const end = (motion.boxRight + tileSize - 1) / tileSize;
  for (let row = firstRow; row < endRow; row++) {
    const top = max(row * tileSize, motion.boxTop);
    const bottom = min(row * tileSize + tileSize, motion.boxBottom);
    for (let column = motion.boxLeft / tileSize; findVisibleRun(row, column, end, order); column = runEnd) {
      for (let y = top; y < bottom; y++) {
        const rowsEnd = findRows(motion, y);
        for (let tile = runFirst; tile < runEnd; tile++) paintTileRow(tile * tileSize, y, rowsEnd, weight);
      }
    }
  }
}

/** Lists the moments that have visible pixels in a screen row; returns the end of the list. */
function findRows(motion: Motion, y: i32): usize {
  let to = rows;
  const count = motion.recordCount;
  for (let i = 0; i < count; i++) {
    const sprite = momentAt(motion, i);
    if (y < sprite.boxTop || y >= sprite.boxBottom) continue;
    const left = <i32>sprite.tx;
    const row = y - <i32>sprite.ty;
    const span = load<u32>(sprite.spans + <usize>row * spanBytes);
    const first = <i32>(<i16>span) + left;
    const end = <i32>(<i16>(span >> 16)) + left;
    if (first >= end) continue;
    store<u32>(to, <u32>(sprite.pixels + <usize>((row + 1) * sprite.stride + (1 - left) * 4)));
    store<i16>(to, <i16>first, 4);
    store<i16>(to, <i16>end, 6);
    to += 8;
  }
  return to;
}

/** Blends the mean of the moments into the sixteen pixels from (x, y) on. */
function paintTileRow(x: i32, y: i32, rowsEnd: usize, weight: v128): void {
  const lowBytes = i16x8.splat(0xff);
  let even0 = i64x2.splat(0);
  let odd0 = even0;
  let even1 = even0;
  let odd1 = even0;
  let even2 = even0;
  let odd2 = even0;
  let even3 = even0;
  let odd3 = even0;
  let isEmpty = true;
  for (let at = rows; at < rowsEnd; at += 8) {
    const row = load<u64>(at);
    const first = <i32>(<i16>(row >> 32));
    const end = <i32>(<i64>row >> 48);
    if (first >= x + tileSize || end <= x) continue;
    isEmpty = false;
    let from0 = <usize>(<u32>row) + ((<usize>x) << 2);
    let from1 = from0 + 16;
    let from2 = from0 + 32;
    let from3 = from0 + 48;
    // An image is padded for the quads that its visible pixels begin and end in, but no further.
    if (first >= x + 4 || end <= x + 12) {
      from0 = select<usize>(from0, nothing, first < x + 4);
      from1 = select<usize>(from1, nothing, first < x + 8 && end > x + 4);
      from2 = select<usize>(from2, nothing, first < x + 12 && end > x + 8);
      from3 = select<usize>(from3, nothing, end > x + 12);
    }
    const quad0 = v128.load(from0);
    const quad1 = v128.load(from1);
    const quad2 = v128.load(from2);
    const quad3 = v128.load(from3);
    even0 = v128.add<i16>(even0, v128.and(quad0, lowBytes));
    odd0 = v128.add<i16>(odd0, v128.shr<u16>(quad0, 8));
    even1 = v128.add<i16>(even1, v128.and(quad1, lowBytes));
    odd1 = v128.add<i16>(odd1, v128.shr<u16>(quad1, 8));
    even2 = v128.add<i16>(even2, v128.and(quad2, lowBytes));
    odd2 = v128.add<i16>(odd2, v128.shr<u16>(quad2, 8));
    even3 = v128.add<i16>(even3, v128.and(quad3, lowBytes));
    odd3 = v128.add<i16>(odd3, v128.shr<u16>(quad3, 8));
  }
  if (isEmpty) return;
  const alphas = alphaMask();
  const to = frame + <usize>(y * frameStride + x * 4);
  blend(meanOfSums(even0, odd0, weight), to, blendOver, alphas);
  blend(meanOfSums(even1, odd1, weight), to + 16, blendOver, alphas);
  blend(meanOfSums(even2, odd2, weight), to + 32, blendOver, alphas);
  blend(meanOfSums(even3, odd3, weight), to + 48, blendOver, alphas);
}
