// Marks the tiles a sprite touches: those of its box, without the empty ends of its rows and the hole of a ring.

import { tileSize } from '../../layout.ts';
import { spanBytes } from '../image/image.ts';
import { pixelAligned, Sprite, scaled } from '../record.ts';
import { coverTiles, hashWithoutEnds, touchTiles } from '../tiles/tile-hashes.ts';
import { findOpaqueTiles, opaqueFirst, opaqueLast } from './opaque-tiles.ts';
import { findInterval, intervalEnd, intervalStart } from './row-interval.ts';

/** Marks the tiles a sprite touches. */
export function markSprite(sprite: Sprite, hash: u64, order: u32): void {
  const lastRow = (sprite.boxBottom - 1) / tileSize;
  for (let row = sprite.boxTop / tileSize; row <= lastRow; row++) {
    if (!sprite.hidesBelow && sprite.method <= scaled && sprite.ua > 0) {
      markRow(sprite, row, hash);
      continue;
    }
    findTouchedTiles(sprite, row);
    if (sprite.hidesBelow) markOpaque(sprite, row, hash, order);
    else touchTiles(row, touchedFirst, touchedLast, hash);
  }
}

/** The tiles that the sprite covers fully hide everything below. */
function markOpaque(sprite: Sprite, row: i32, hash: u64, order: u32): void {
  findOpaqueTiles(sprite, row);
  if (opaqueFirst <= opaqueLast) {
    touchTiles(row, touchedFirst, opaqueFirst - 1, hash);
    coverTiles(row, opaqueFirst, opaqueLast, hash, order);
    touchTiles(row, opaqueLast + 1, touchedLast, hash);
  } else touchTiles(row, touchedFirst, touchedLast, hash);
}

// The tiles of a row that a sprite can touch; none if the first is beyond the last.
let touchedFirst: i32 = 0;
let touchedLast: i32 = 0;

/** Goes through every row of pixels of a rotated sprite: if it is long and thin, most tiles of its box are empty. */
function findTouchedTiles(sprite: Sprite, row: i32): void {
  let left = <f64>sprite.boxLeft;
  let right = <f64>sprite.boxRight;
  if (sprite.method > scaled) {
    left = right;
    right = <f64>sprite.boxLeft;
    const bottom = min(row * tileSize + tileSize, sprite.boxBottom);
    for (let y = max(row * tileSize, sprite.boxTop); y < bottom; y++) {
      findInterval(sprite, y, sprite.boxLeft, sprite.boxRight);
      if (intervalStart >= intervalEnd) continue;
      left = Math.min(left, intervalStart);
      right = Math.max(right, intervalEnd);
    }
  }
  touchedFirst = left < right ? <i32>left / tileSize : 1;
  touchedLast = left < right ? (<i32>Math.ceil(right) - 1) / tileSize : 0;
}

function markRow(sprite: Sprite, row: i32, hash: u64): void {
  uniteSpans(sprite, max(row * tileSize, sprite.boxTop), min(row * tileSize + tileSize, sprite.boxBottom));
  if (visibleFirst >= visibleEnd) return;
  const scale = 1 / sprite.ua;
  const left = max(sprite.boxLeft, toScreenFloor(sprite, visibleFirst, scale));
  const right = min(sprite.boxRight, toScreenCeil(sprite, visibleEnd + 1, scale));
  if (left >= right) return;
  const first = left / tileSize;
  const last = (right - 1) / tileSize;
  if (holeStart < holeEnd) {
    // Tiles that lie inside the hole of every row are not touched.
    const holeFirst = (toScreenCeil(sprite, holeStart + 1, scale) + tileSize - 1) / tileSize;
    const holeLast = toScreenFloor(sprite, holeEnd, scale) / tileSize - 1;
    if (holeFirst <= holeLast && holeFirst > first && holeLast < last) {
      touchTiles(row, first, holeFirst - 1, hash);
      touchTiles(row, holeLast + 1, last, hash);
      return;
    }
  }
  if (isCropped(sprite)) touchCropped(sprite, row, first, last, hash);
  else touchTiles(row, first, last, hash);
}

/** Returns whether a pixel-aligned sprite is cropped at its left or right end, like a bar that grows and shrinks. @inline */
function isCropped(sprite: Sprite): bool {
  return sprite.method === pixelAligned && (sprite.cropLeft > 0 || sprite.cropRight < <f32>sprite.width);
}

/** Tiles between the two ends look the same wherever the ends are. */
function touchCropped(sprite: Sprite, row: i32, first: i32, last: i32, hash: u64): void {
  const innerFirst = min(max(first, (sprite.boxLeft + tileSize - 1) / tileSize), last + 1);
  const innerEnd = max(innerFirst, min(sprite.boxRight / tileSize, last + 1));
  touchTiles(row, first, innerFirst - 1, hash);
  touchTiles(row, innerFirst, innerEnd - 1, hashWithoutEnds(changetype<usize>(sprite)));
  touchTiles(row, innerEnd, last, hash);
}

// The union of the visible pixels, and the common hole, of the rows of a level between two screen rows; unpadded.
let visibleFirst: i32 = 0;
let visibleEnd: i32 = 0;
let holeStart: i32 = 0;
let holeEnd: i32 = 0;

function uniteSpans(sprite: Sprite, top: i32, bottom: i32): void {
  const v0 = sprite.vb * <f64>top + sprite.vc;
  const v1 = sprite.vb * <f64>(bottom - 1) + sprite.vc;
  const row0 = <i32>Math.floor(v0);
  const row1 = <i32>Math.floor(v1);
  const first = max(min(row0, row1) - 1, 0);
  const last = min(max(row0, row1), sprite.height - 1);
  if (first > last) {
    visibleFirst = visibleEnd = 0;
    return;
  }
  // Two rows at a time, and the last one beforehand, because it may be left over.
  const lastSpan = sprite.spans + <usize>last * spanBytes;
  let minima = v128.load64_splat(lastSpan);
  let maxima = minima;
  for (let span = sprite.spans + <usize>first * spanBytes; span < lastSpan; span += 2 * spanBytes) {
    const two = v128.load(span);
    minima = v128.min<i16>(minima, two);
    maxima = v128.max<i16>(maxima, two);
  }
  minima = v128.min<i16>(minima, upperHalf(minima));
  maxima = v128.max<i16>(maxima, upperHalf(maxima));
  visibleFirst = <i32>i16x8.extract_lane_s(minima, 0);
  visibleEnd = <i32>i16x8.extract_lane_s(maxima, 1);
  holeStart = <i32>i16x8.extract_lane_s(maxima, 2);
  holeEnd = <i32>i16x8.extract_lane_s(minima, 3);
}

/** @inline */
function upperHalf(rows: v128): v128 {
  return v128.shuffle<u64>(rows, rows, 1, 1);
}

// The first screen pixel whose centre can show the level's column `u` (unpadded), and the first one beyond it; `scale` is that
// of the sprite. Conversions to integers saturate.
/** @inline */
function toScreenFloor(sprite: Sprite, u: i32, scale: f64): i32 {
  return max(0, min(32767, <i32>((<f64>u - sprite.uc) * scale)));
}
/** @inline */
function toScreenCeil(sprite: Sprite, u: i32, scale: f64): i32 {
  return max(0, min(32766, <i32>Math.ceil((<f64>u - sprite.uc) * scale)) + 1);
}
