// Finds the tiles that an opaque sprite covers from end to end: nothing below it has to be painted there.

import { tileSize } from '../../layout.ts';
import { height, width } from '../frame-buffer.ts';
import { Image } from '../image/image.ts';
import { pixelAligned, Sprite } from '../record.ts';
import { beginInterval, intervalEnd, intervalStart, narrowInterval } from './row-interval.ts';

/** The result of `findOpaqueTiles`; no tiles if the first is beyond the last. */
export let opaqueFirst: i32 = 0;
export let opaqueLast: i32 = 0;

/** The largest error of the fixed-point steps along a row, in image pixels. */
const slack: f64 = 0.0625;

/** The sides of a sprite are straight: columns inside it in the top and bottom rows of a tile are inside in all between. */
export function findOpaqueTiles(sprite: Sprite, row: i32): void {
  beginInterval(0, <f64>width);
  narrowToRow(sprite, row * tileSize);
  narrowToRow(sprite, min(row * tileSize + tileSize, height) - 1);
  const from = <i32>Math.min(<f64>width, Math.ceil(intervalStart));
  const to = <i32>Math.max(0, Math.ceil(intervalEnd));
  opaqueFirst = (from + tileSize - 1) / tileSize;
  opaqueLast = (to === width ? to + tileSize - 1 : to) / tileSize - 1;
}

function narrowToRow(sprite: Sprite, y: i32): void {
  // A pixel-aligned or sharp-edged sprite covers every pixel it is painted into. Any other is translucent where a screen
  // pixel lies partly beyond the last image pixels; on a smaller level these are themselves mixed with the padding.
  const image = changetype<Image>(sprite.image);
  const isSoft = sprite.method !== pixelAligned && !image.hasSharpEdges;
  const isLargest = sprite.width === image.width && sprite.height === image.height;
  const low = isSoft ? 1.0 + slack : 0.5;
  const rim = !isSoft ? 1.0 : isLargest ? -slack : -slack - 1;
  narrowInterval(
    sprite.ub * <f64>y + sprite.uc,
    sprite.ua,
    Math.max(low, sprite.minU),
    Math.min(<f64>sprite.width + rim, sprite.maxU),
  );
  narrowInterval(
    sprite.vb * <f64>y + sprite.vc,
    sprite.va,
    Math.max(low, sprite.minV),
    Math.min(<f64>sprite.height + rim, sprite.maxV),
  );
}
