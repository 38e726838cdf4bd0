// The compositor's inner loops, in AssemblyScript: display records in, a picture out. The host lays memory out, makes
// images and bodies, writes one 64-byte record an item, and calls `compose`; see ../engine.ts for the other side.

import { aimBody, measureBody, paintBody } from './body';
import { rowToI420 } from './i420';
import { imageBytes, makeImage } from './image';
import { BODY, Item, RECORD, SPRITE, Sprite } from './record';
import { resizeImage, singleLevelBytes } from './resize';
import { aimShape, paintShape } from './shapes';
import { aimSprite, paintSprite } from './sprite';
import { markSprite } from './sprite-marks';
import {
  configure,
  dirtyAddress,
  frameAddress,
  invalidate,
  pictureBytes,
  TILE,
  tilesDown,
} from './state';
import { beginTiles, endTiles, hashRecord, touch } from './tiles';

export {
  configure,
  dirtyAddress,
  frameAddress,
  imageBytes,
  invalidate,
  makeImage,
  measureBody,
  pictureBytes,
  resizeImage,
  singleLevelBytes,
};

/**
 * Paints `count` records, back to front, where they change the picture. Rows of tiles are painted one after the other
 * with all that lies in them, and turned into I420 at `planes` (unless that is 0) while the processor has them at hand.
 * Returns the number of tiles that changed.
 */
export function compose(records: usize, count: i32, planes: usize): i32 {
  beginTiles();
  for (let i = 0; i < count; i++) {
    const item = itemAt(records, i);
    item.boxLeft = item.boxTop = item.boxRight = item.boxBottom = 0;
    aim(item);
    if (item.boxLeft < item.boxRight && item.boxTop < item.boxBottom) mark(item, i);
  }
  let changed = 0;
  for (let row = 0; row < tilesDown; row++) {
    const inRow = endTiles(row);
    if (inRow == 0) continue;
    changed += inRow;
    for (let i = 0; i < count; i++) {
      const item = itemAt(records, i);
      if (item.boxTop < row * TILE + TILE && item.boxBottom > row * TILE) paint(item, row, i);
    }
    if (planes != 0) rowToI420(planes, row, false);
  }
  return changed;
}

/** Turns the whole picture into I420 at `planes`. */
export function toI420(planes: usize): void {
  for (let row = 0; row < tilesDown; row++) rowToI420(planes, row, true);
}

@inline function itemAt(records: usize, i: i32): Item {
  return changetype<Item>(records + <usize>(i * RECORD));
}

function aim(item: Item): void {
  const kind = <u32>item.kind;
  if (kind == SPRITE) aimSprite(changetype<Sprite>(item));
  else if (kind == BODY) aimBody(item);
  else aimShape(item);
}

function mark(item: Item, order: u32): void {
  const hash = hashRecord(changetype<usize>(item));
  if (<u32>item.kind == SPRITE) return markSprite(changetype<Sprite>(item), hash, order);
  const lastRow = (item.boxBottom - 1) / TILE;
  for (let row = item.boxTop / TILE; row <= lastRow; row++) {
    touch(row, item.boxLeft / TILE, (item.boxRight - 1) / TILE, hash);
  }
}

@inline function paint(item: Item, row: i32, order: u32): void {
  const kind = <u32>item.kind;
  if (kind == SPRITE) paintSprite(changetype<Sprite>(item), row, order);
  else if (kind == BODY) paintBody(item, row, order);
  else paintShape(item, row, order);
}
