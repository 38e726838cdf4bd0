// Which tiles a sprite touches: those of its box, but for the empty ends of its rows and the hole of a ring.

import { coveredFirst, coveredLast, findCovered } from './covered';
import { EXACT, Sprite, UPRIGHT } from './record';
import { TILE } from './state';
import { beginStretch, stretchFrom, stretchTo, within } from './stretch';
import { cover, hashBetweenEnds, touch } from './tiles';

export function markSprite(sprite: Sprite, hash: u64, order: u32): void {
  const lastRow = (sprite.boxBottom - 1) / TILE;
  for (let row = sprite.boxTop / TILE; row <= lastRow; row++) {
    if (!sprite.solid && sprite.way <= UPRIGHT && sprite.ua > 0) {
      markRow(sprite, row, hash);
      continue;
    }
    findReach(sprite, row);
    if (sprite.solid) markSolid(sprite, row, hash, order);
    else touch(row, reachFirst, reachLast, hash);
  }
}

/** In the tiles that it covers, what came before is of no account. */
function markSolid(sprite: Sprite, row: i32, hash: u64, order: u32): void {
  findCovered(sprite, row);
  if (coveredFirst <= coveredLast) {
    touch(row, reachFirst, coveredFirst - 1, hash);
    cover(row, coveredFirst, coveredLast, hash, order);
    touch(row, coveredLast + 1, reachLast, hash);
  } else touch(row, reachFirst, reachLast, hash);
}

// The tiles of a row that a sprite may reach into; none where the first is beyond the last.
let reachFirst: i32 = 0;
let reachLast: i32 = 0;

/** Of a turned sprite those that any line of pixels reaches: far fewer than its box has when it is long and thin. */
function findReach(sprite: Sprite, row: i32): void {
  let left = <f64>sprite.boxLeft;
  let right = <f64>sprite.boxRight;
  if (sprite.way > UPRIGHT) {
    left = right;
    right = <f64>sprite.boxLeft;
    const bottom = min(row * TILE + TILE, sprite.boxBottom);
    for (let y = max(row * TILE, sprite.boxTop); y < bottom; y++) {
      beginStretch(<f64>sprite.boxLeft, <f64>sprite.boxRight);
      within(sprite.ub * <f64>y + sprite.uc, sprite.ua, sprite.cropLeft, sprite.cropRight);
      within(sprite.vb * <f64>y + sprite.vc, sprite.va, sprite.cropTop, sprite.cropBottom);
      if (stretchFrom >= stretchTo) continue;
      left = Math.min(left, stretchFrom);
      right = Math.max(right, stretchTo);
    }
  }
  reachFirst = left < right ? <i32>left / TILE : 1;
  reachLast = left < right ? (<i32>Math.ceil(right) - 1) / TILE : 0;
}

function markRow(sprite: Sprite, row: i32, hash: u64): void {
  uniteSpans(sprite, max(row * TILE, sprite.boxTop), min(row * TILE + TILE, sprite.boxBottom));
  if (seenFirst >= seenEnd) return;
  const left = max(sprite.boxLeft, toScreenFloor(sprite, seenFirst));
  const right = min(sprite.boxRight, toScreenCeil(sprite, seenEnd + 1));
  if (left >= right) return;
  const first = left / TILE;
  const last = (right - 1) / TILE;
  // Tiles wholly inside the hole of every row keep what they show.
  const holeFirst = (toScreenCeil(sprite, holeStart + 1) + TILE - 1) / TILE;
  const holeLast = toScreenFloor(sprite, holeEnd) / TILE - 1;
  if (holeStart < holeEnd && holeFirst <= holeLast && holeFirst > first && holeLast < last) {
    touch(row, first, holeFirst - 1, hash);
    touch(row, holeLast + 1, last, hash);
  } else if (isCut(sprite)) touchCut(sprite, row, first, last, hash);
  else touch(row, first, last, hash);
}

/** A bar that grows and shrinks, say: copied pixel for pixel, but for its left or its right end. */
@inline function isCut(sprite: Sprite): bool {
  return sprite.way == EXACT && (sprite.left > 0 || sprite.right < <f32>sprite.width);
}

/** Tiles that neither end falls into show the same wherever these are. */
function touchCut(sprite: Sprite, row: i32, first: i32, last: i32, hash: u64): void {
  const innerFirst = min(max(first, (sprite.boxLeft + TILE - 1) / TILE), last + 1);
  const innerEnd = max(innerFirst, min(sprite.boxRight / TILE, last + 1));
  touch(row, first, innerFirst - 1, hash);
  touch(row, innerFirst, innerEnd - 1, hashBetweenEnds(changetype<usize>(sprite)));
  touch(row, innerEnd, last, hash);
}

// What the rows of a level between two screen rows have in common, in unpadded level pixels.
let seenFirst: i32 = 0;
let seenEnd: i32 = 0;
let holeStart: i32 = 0;
let holeEnd: i32 = 0;

function uniteSpans(sprite: Sprite, top: i32, bottom: i32): void {
  const v0 = sprite.vb * <f64>top + sprite.vc;
  const v1 = sprite.vb * <f64>(bottom - 1) + sprite.vc;
  const first = max(<i32>Math.floor(Math.min(v0, v1)) - 1, 0);
  const last = min(<i32>Math.floor(Math.max(v0, v1)), sprite.height - 1);
  const end = sprite.spans + (<usize>(last + 1) << 3);
  let least = i16x8.splat(<i16>sprite.width);
  let most = i16x8.splat(0);
  for (let span = sprite.spans + (<usize>first << 3); span < end; span += 8) {
    const four = v128.load64_zero(span);
    least = v128.min<i16>(least, four);
    most = v128.max<i16>(most, four);
  }
  seenFirst = <i32>i16x8.extract_lane_s(least, 0);
  seenEnd = <i32>i16x8.extract_lane_s(most, 1);
  holeStart = <i32>i16x8.extract_lane_s(most, 2);
  holeEnd = <i32>i16x8.extract_lane_s(least, 3);
}

/** The first screen pixel whose centre may see the level's column `u` (unpadded), and the first beyond it. */
@inline function toScreenFloor(sprite: Sprite, u: i32): i32 {
  return <i32>Math.max(0, Math.min(32767, Math.floor((<f64>u - sprite.uc) / sprite.ua)));
}
@inline function toScreenCeil(sprite: Sprite, u: i32): i32 {
  return <i32>Math.max(0, Math.min(32767, Math.ceil((<f64>u - sprite.uc) / sprite.ua) + 1));
}
