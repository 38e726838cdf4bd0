// Sprites: images under an affine map, tinted, with an alpha, and blended over the frame or added to it.

import { blendOver, tileSize } from '../../layout.ts';
import { height, width } from '../frame-buffer.ts';
import { ensureLevel } from '../image/finish-image.ts';
import { Image, rowBytes } from '../image/image.ts';
import { pixelAligned, rotated, Sprite, scaled, solidColour, subpixel } from '../record.ts';
import { copyKeptCovers, keepCovers } from '../tiles/covers.ts';
import { findVisibleRun, isVisibleRun, runEnd, runFirst } from '../tiles/tile-runs.ts';
import { paintPixelAligned } from './pixel-aligned.ts';
import { paintRotated } from './rotated.ts';
import { paintScaled, prepareColumns } from './scaled.ts';
import { paintSolidColour } from './solid-colour.ts';
import { paintSubpixel } from './subpixel.ts';

/** Interpolation reaches one image pixel further in both directions, and steps along a row are rounded. */
const ringMargin: f64 = 2;

/** Computes where a sprite lies and how it is painted. Its box stays empty if no part of it is visible. */
export function prepareSprite(sprite: Sprite): void {
  const image = changetype<Image>(sprite.image);
  let a = <f64>sprite.a;
  let b = <f64>sprite.b;
  let c = <f64>sprite.c;
  let d = <f64>sprite.d;
  const tx = <f64>sprite.tx;
  const ty = <f64>sprite.ty;

  const smallerScale = Math.min(Math.sqrt(a * a + b * b), Math.sqrt(c * c + d * d));
  let number = 0;
  let reduction = 1.0;
  while (smallerScale * reduction < 0.5 && number + 1 < <i32>image.levelCount && !image.isOneColour) {
    number++;
    reduction *= 2.0;
  }
  a *= reduction;
  b *= reduction;
  c *= reduction;
  d *= reduction;

  const level = ensureLevel(image, number);
  sprite.pixels = level.pixels;
  sprite.spans = level.spans;
  sprite.width = level.width;
  sprite.height = level.height;
  sprite.stride = rowBytes(sprite.width);
  const isAxisAligned = b === 0 && c === 0;
  const isOneColour = image.isOneColour;
  const hasOwnSize = !isOneColour && isAxisAligned && number === 0 && a === 1 && d === 1;
  const isPixelAligned = hasOwnSize && tx === Math.floor(tx) && ty === Math.floor(ty);
  sprite.columns = 0;
  sprite.hidesBelow = image.isOpaque && sprite.blendMode === blendOver && sprite.hasFullAlpha();

  const determinant = a * d - b * c;
  if (determinant === 0 || Number.isNaN(determinant)) return;
  // Add half a pixel for the centre on the screen, subtract half for the centre in the image, add one for the padding.
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

  const left = <f64>sprite.cropLeft / reduction;
  const top = <f64>sprite.cropTop / reduction;
  const right = <f64>sprite.cropRight / reduction;
  const bottom = <f64>sprite.cropBottom / reduction;
  const isSoft =
    !image.hasSharpEdges &&
    left <= 0 &&
    top <= 0 &&
    right * reduction >= <f64>image.width &&
    bottom * reduction >= <f64>image.height;
  sprite.method = isOneColour
    ? solidColour
    : isPixelAligned
      ? pixelAligned
      : hasOwnSize && isSoft
        ? subpixel
        : isAxisAligned
          ? scaled
          : rotated;
  // An uncropped image fades out over its padding. A cropped or sharp edge is cut: it shows pixels whose centre is inside.
  const minU = Math.max(isSoft ? 0 : left + 0.5, <f64>level.left);
  const minV = Math.max(isSoft ? 0 : top + 0.5, <f64>level.top);
  const maxU = Math.min(isSoft ? Infinity : right + 0.5, <f64>level.right + 1);
  const maxV = Math.min(isSoft ? Infinity : bottom + 0.5, <f64>level.bottom + 1);
  sprite.minU = minU;
  sprite.minV = minV;
  sprite.maxU = maxU;
  sprite.maxV = maxV;
  sprite.innerRadius = <f64>level.innerRadius - ringMargin;
  sprite.outerRadius = <f64>level.outerRadius + ringMargin;
  if (minU >= maxU || minV >= maxV) return;

  if (isPixelAligned) {
    // Only pixels whose centre is inside, without the padding.
    setBox(
      sprite,
      Math.max(1, Math.ceil(minU)) - 1 + tx,
      Math.max(1, Math.ceil(minV)) - 1 + ty,
      Math.min(Math.ceil(maxU) - 1, <f64>sprite.width) + tx,
      Math.min(Math.ceil(maxV) - 1, <f64>sprite.height) + ty,
    );
    return;
  }
  const x0 = a * (minU - 0.5) + tx;
  const x1 = a * (maxU - 0.5) + tx;
  const x2 = c * (minV - 0.5);
  const x3 = c * (maxV - 0.5);
  const y0 = b * (minU - 0.5) + ty;
  const y1 = b * (maxU - 0.5) + ty;
  const y2 = d * (minV - 0.5);
  const y3 = d * (maxV - 0.5);
  setBox(
    sprite,
    Math.min(x0, x1) + Math.min(x2, x3),
    Math.min(y0, y1) + Math.min(y2, y3),
    Math.max(x0, x1) + Math.max(x2, x3),
    Math.max(y0, y1) + Math.max(y2, y3),
  );
}

function setBox(sprite: Sprite, left: f64, top: f64, right: f64, bottom: f64): void {
  sprite.boxLeft = <i32>Math.max(0, Math.floor(left));
  sprite.boxTop = <i32>Math.max(0, Math.floor(top));
  sprite.boxRight = <i32>Math.min(<f64>width, Math.ceil(right));
  sprite.boxBottom = <i32>Math.min(<f64>height, Math.ceil(bottom));
}

/** Paints a whole sprite, whichever tiles have changed. */
export function paintWholeSprite(sprite: Sprite): void {
  if (sprite.method === scaled) prepareColumns(sprite, false);
  paintBox(sprite, sprite.boxLeft, sprite.boxTop, sprite.boxRight, sprite.boxBottom);
}

/** Paints the part in the rows of tiles from `firstRow` up to, not including, `endRow`. */
export function paintSprite(sprite: Sprite, firstRow: i32, endRow: i32, order: u32): void {
  if (sprite.hidesBelow) copyKeptCovers(sprite, firstRow, endRow, order);
  paintVisibleTiles(sprite, firstRow, endRow, order);
  if (sprite.hidesBelow) keepCovers(sprite, firstRow, endRow, order);
}

/** @inline */
function paintVisibleTiles(sprite: Sprite, firstRow: i32, endRow: i32, order: u32): void {
  const first = sprite.boxLeft / tileSize;
  const end = (sprite.boxRight + tileSize - 1) / tileSize;
  let isPrepared = false;
  for (let row = firstRow; row < endRow; row++) {
    const top = max(row * tileSize, sprite.boxTop);
    for (let column = first; findVisibleRun(row, column, end, order); column = runEnd) {
      const left = max(runFirst * tileSize, sprite.boxLeft);
      const right = min(runEnd * tileSize, sprite.boxRight);
      // Rows of tiles that show all of the sprite are painted at once: each call has a cost, and most sprites are small.
      if (runFirst === first && runEnd === end)
        while (row + 1 < endRow && isVisibleRun(row + 1, first, end, order)) row++;
      const bottom = min(row * tileSize + tileSize, sprite.boxBottom);
      if (sprite.method === scaled && !isPrepared) prepareColumns(sprite, true);
      isPrepared = true;
      paintBox(sprite, left, top, right, bottom);
    }
  }
}

/** The columns of a scaled sprite must be prepared. @inline */
function paintBox(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.method === pixelAligned) paintPixelAligned(sprite, left, top, right, bottom);
  else if (sprite.method === subpixel) paintSubpixel(sprite, left, top, right, bottom);
  else if (sprite.method === rotated) paintRotated(sprite, left, top, right, bottom);
  else if (sprite.method === solidColour) paintSolidColour(sprite, left, top, right, bottom);
  else paintScaled(sprite, left, top, right, bottom);
}
