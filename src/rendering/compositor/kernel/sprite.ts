// Sprites: a picture under an affine map, tinted, faded, covering or adding.

import { COVER } from './blend';
import { paintExact } from './exact';
import {
  imageHeight,
  imageWidth,
  isOpaque,
  isPlain,
  isSharp,
  levelCount,
  levelHeight,
  levelOf,
  levelPixels,
  levelSpans,
  levelWidth,
  rowBytes,
  seenBottom,
  seenLeft,
  seenRight,
  seenTop,
} from './image';
import { paintPlain } from './plain';
import { EXACT, PLAIN, SHIFTED, Sprite, TURNED, UPRIGHT } from './record';
import { findRun, isRun, runEnd, runFirst } from './runs';
import { paintShifted } from './shifted';
import { height, TILE, width } from './state';
import { paintTurned } from './turned';
import { layColumns, paintUpright } from './upright';

const FULL: u64 = 32767;

/** Works out where a sprite lies and how it is painted. Its box stays empty when nothing of it can be seen. */
export function aimSprite(sprite: Sprite): void {
  const image = sprite.source;
  let a = <f64>sprite.a;
  let b = <f64>sprite.b;
  let c = <f64>sprite.c;
  let d = <f64>sprite.d;
  const tx = <f64>sprite.tx;
  const ty = <f64>sprite.ty;

  const shrink = Math.min(Math.sqrt(a * a + b * b), Math.sqrt(c * c + d * d));
  let level = 0;
  let size = 1.0;
  while (shrink * size < 0.5 && level + 1 < levelCount(image) && !isPlain(image)) {
    level++;
    size *= 2.0;
  }
  a *= size;
  b *= size;
  c *= size;
  d *= size;

  const at = levelOf(image, level);
  sprite.pixels = levelPixels(at);
  sprite.spans = levelSpans(at);
  sprite.width = levelWidth(at);
  sprite.height = levelHeight(at);
  sprite.stride = rowBytes(sprite.width);
  const upright = b == 0 && c == 0;
  const plain = isPlain(image);
  const ownSize = !plain && upright && level == 0 && a == 1 && d == 1;
  const exact = ownSize && tx == Math.floor(tx) && ty == Math.floor(ty);
  sprite.columns = 0;
  sprite.solid = isOpaque(image) && sprite.how == COVER && sprite.modulate >> 48 == FULL;

  const determinant = a * d - b * c;
  if (determinant == 0 || determinant != determinant) return;
  // Half a pixel to the centre on the screen, half back from the centre in the picture, one for the padding.
  const ua = d / determinant;
  const ub = -c / determinant;
  const va = -b / determinant;
  const vb = a / determinant;
  sprite.ua = ua;
  sprite.ub = ub;
  sprite.uc = ua * (0.5 - tx) + ub * (0.5 - ty) + 0.5;
  sprite.va = va;
  sprite.vb = vb;
  sprite.vc = va * (0.5 - tx) + vb * (0.5 - ty) + 0.5;

  const left = <f64>sprite.left / size;
  const top = <f64>sprite.top / size;
  const right = <f64>sprite.right / size;
  const bottom = <f64>sprite.bottom / size;
  const soft =
    !isSharp(image) &&
    left <= 0 &&
    top <= 0 &&
    right * size >= <f64>imageWidth(image) &&
    bottom * size >= <f64>imageHeight(image);
  sprite.way = plain ? PLAIN : exact ? EXACT : ownSize && soft ? SHIFTED : upright ? UPRIGHT : TURNED;
  // A whole picture fades out over the padding; a cropped or sharp edge is cut where a pixel's centre falls inside.
  const cropLeft = Math.max(soft ? 0 : left + 0.5, <f64>seenLeft(at));
  const cropTop = Math.max(soft ? 0 : top + 0.5, <f64>seenTop(at));
  const cropRight = Math.min(soft ? Infinity : right + 0.5, <f64>seenRight(at) + 1);
  const cropBottom = Math.min(soft ? Infinity : bottom + 0.5, <f64>seenBottom(at) + 1);
  sprite.cropLeft = cropLeft;
  sprite.cropTop = cropTop;
  sprite.cropRight = cropRight;
  sprite.cropBottom = cropBottom;
  if (cropLeft >= cropRight || cropTop >= cropBottom) return;

  if (exact) {
    // Pixels whose centre is within, and none of the padding.
    box(
      sprite,
      Math.max(1, Math.ceil(cropLeft)) - 1 + tx,
      Math.max(1, Math.ceil(cropTop)) - 1 + ty,
      Math.min(Math.ceil(cropRight) - 1, <f64>sprite.width) + tx,
      Math.min(Math.ceil(cropBottom) - 1, <f64>sprite.height) + ty,
    );
    return;
  }
  const x0 = a * (cropLeft - 0.5) + tx;
  const x1 = a * (cropRight - 0.5) + tx;
  const x2 = c * (cropTop - 0.5);
  const x3 = c * (cropBottom - 0.5);
  const y0 = b * (cropLeft - 0.5) + ty;
  const y1 = b * (cropRight - 0.5) + ty;
  const y2 = d * (cropTop - 0.5);
  const y3 = d * (cropBottom - 0.5);
  box(
    sprite,
    Math.min(x0, x1) + Math.min(x2, x3),
    Math.min(y0, y1) + Math.min(y2, y3),
    Math.max(x0, x1) + Math.max(x2, x3),
    Math.max(y0, y1) + Math.max(y2, y3),
  );
}

function box(sprite: Sprite, left: f64, top: f64, right: f64, bottom: f64): void {
  sprite.boxLeft = <i32>Math.max(0, Math.floor(left));
  sprite.boxTop = <i32>Math.max(0, Math.floor(top));
  sprite.boxRight = <i32>Math.min(<f64>width, Math.ceil(right));
  sprite.boxBottom = <i32>Math.min(<f64>height, Math.ceil(bottom));
}

/** Paints all of it, whichever tiles have changed. */
export function paintWhole(sprite: Sprite): void {
  if (sprite.way == UPRIGHT) layColumns(sprite, false);
  paintBox(sprite, sprite.boxLeft, sprite.boxTop, sprite.boxRight, sprite.boxBottom);
}

/** Paints what lies in the rows of tiles from `firstRow` up to, not including, `endRow`. */
export function paintSprite(sprite: Sprite, firstRow: i32, endRow: i32, order: u32): void {
  const first = sprite.boxLeft / TILE;
  const end = (sprite.boxRight + TILE - 1) / TILE;
  let laid = false;
  for (let row = firstRow; row < endRow; row++) {
    const top = max(row * TILE, sprite.boxTop);
    for (let column = first; findRun(row, column, end, order); column = runEnd) {
      const left = max(runFirst * TILE, sprite.boxLeft);
      const right = min(runEnd * TILE, sprite.boxRight);
      // Rows that show all of it are painted at once: most sprites are small, and each time something has to be prepared.
      if (runFirst == first && runEnd == end) while (row + 1 < endRow && isRun(row + 1, first, end, order)) row++;
      const bottom = min(row * TILE + TILE, sprite.boxBottom);
      if (sprite.way == UPRIGHT && !laid) layColumns(sprite, true);
      laid = true;
      paintBox(sprite, left, top, right, bottom);
    }
  }
}

/** Columns must have been laid for an upright one. */
@inline function paintBox(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.way == EXACT) paintExact(sprite, left, top, right, bottom);
  else if (sprite.way == SHIFTED) paintShifted(sprite, left, top, right, bottom);
  else if (sprite.way == TURNED) paintTurned(sprite, left, top, right, bottom);
  else if (sprite.way == PLAIN) paintPlain(sprite, left, top, right, bottom);
  else paintUpright(sprite, left, top, right, bottom);
}
