// The compositor's inner loops, in AssemblyScript: display records in, a picture out. The host lays memory out, makes
// images and bodies, writes one 64-byte record an item, and calls `compose`; see ../records.ts for the other side.

import { aimBody, markBody, measureBody, paintBody } from './body';
import { configureGathering, gatheringBytes } from './gathering';
import { rowToI420 } from './i420';
import { finishImage, imageBytes, imageRow, layImage } from './image';
import { aimMoment, aimMotion, paintMotion } from './motion';
import { BODY, Item, MOMENT, MOTION, RECORD, SPRITE, Sprite } from './record';
import { resizeImage, resizingBytes, singleLevelBytes } from './resize';
import { aimShape, markShape, paintShape } from './shapes';
import { aimSprite, paintSprite } from './sprite';
import { smearImage, smearingBytes, smearReach } from './smear';
import { makeStamp } from './stamp';
import { markSprite } from './sprite-marks';
import {
  BAND,
  configure,
  dirtyAddress,
  frame,
  frameAddress,
  frameStride,
  invalidate,
  paintInto,
  pictureBytes,
  TILE,
  tilesDown,
} from './state';
import { beginTiles, endTiles, hashRecord } from './tiles';
import { forgetColumns } from './upright';

export {
  configure,
  configureGathering,
  dirtyAddress,
  finishImage,
  frameAddress,
  gatheringBytes,
  imageBytes,
  imageRow,
  invalidate,
  layImage,
  makeStamp,
  measureBody,
  pictureBytes,
  resizeImage,
  resizingBytes,
  singleLevelBytes,
  smearImage,
  smearingBytes,
  smearReach,
};

/**
 * Paints `count` records, back to front, where they change the picture. Bands are painted one after the other with all
 * that lies in them, and turned into I420 at `planes` (unless that is 0) while the processor has them at hand: all into
 * the room of the first band then, since every tile that changes is painted from the ground up, and no picture is left.
 * Returns the number of tiles that changed.
 */
export function compose(records: usize, count: i32, planes: usize): i32 {
  beginTiles();
  forgetColumns();
  for (let i = 0; i < count; i++) {
    const item = itemAt(records, i);
    item.boxLeft = item.boxTop = item.boxRight = item.boxBottom = 0;
    aim(item);
    if (item.boxLeft < item.boxRight && item.boxTop < item.boxBottom) mark(item, i + 1);
    else item.boxTop = item.boxBottom = 0;
  }
  let changed = 0;
  const picture = frame;
  for (let first = 0; first < tilesDown; first += BAND) {
    const end = min(first + BAND, tilesDown);
    let inBand = 0;
    if (planes != 0) paintInto(picture - <usize>(first * TILE * frameStride), frameStride);
    for (let row = first; row < end; row++) inBand += endTiles(row);
    if (inBand == 0) continue;
    changed += inBand;
    for (let i = 0; i < count; i++) {
      const item = itemAt(records, i);
      const from = max(first, item.boxTop / TILE);
      const to = min(end, (item.boxBottom + TILE - 1) / TILE);
      if (from < to) paint(item, from, to, i + 1);
    }
    if (planes != 0) for (let row = first; row < end; row++) rowToI420(planes, row, false);
  }
  paintInto(picture, frameStride);
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
  else if (kind == MOMENT) aimMoment(changetype<Sprite>(item));
  else if (kind == MOTION) aimMotion(item);
  else aimShape(item);
}

function mark(item: Item, order: u32): void {
  const kind = <u32>item.kind;
  // What moves changes the tiles of its moments, which have marked them.
  if (kind == MOTION) return;
  const hash = hashRecord(changetype<usize>(item));
  if (kind == SPRITE || kind == MOMENT) return markSprite(changetype<Sprite>(item), hash, order);
  if (kind == BODY) return markBody(item, hash);
  markShape(item, hash, order);
}

@inline function paint(item: Item, firstRow: i32, endRow: i32, order: u32): void {
  const kind = <u32>item.kind;
  if (kind == SPRITE) return paintSprite(changetype<Sprite>(item), firstRow, endRow, order);
  if (kind == MOTION) return paintMotion(item, firstRow, endRow, order);
  if (kind == MOMENT) return;
  for (let row = firstRow; row < endRow; row++) {
    if (kind == BODY) paintBody(item, row, order);
    else paintShape(item, row, order);
  }
}
