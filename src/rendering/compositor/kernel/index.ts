// The compositor's inner loops, in AssemblyScript: records in, a picture out. The compositor allocates memory, prepares
// images and bodies, writes one record per item (../records.ts) and calls `compose`.
//
// Biome checks the kernel like TypeScript, with two exceptions in biome.json: AssemblyScript has no `import type`, and its
// integers have 64 bits. Functions are inlined through a doc comment; see inline-functions.mjs.

import { bodyKind, momentKind, motionKind, recordBytes, spriteKind, tileRowsBytes, tileSize } from '../layout.ts';
import { markBody, paintBody, prepareBody } from './body/body.ts';
import { measureBody } from './body/distance-field.ts';
import {
  bandRows,
  configureFrame,
  dirtyTilesAddress,
  frame,
  frameAddress,
  frameBytes,
  frameStride,
  invalidate,
  setTarget,
  tilesDown,
} from './frame-buffer.ts';
import { convertRowToI420 } from './i420.ts';
import { finishImage } from './image/finish-image.ts';
import { imageBytes, imageRow, initImage, singleLevelBytes } from './image/image.ts';
import { resizeImage, resizeScratchBytes } from './image/resize-image.ts';
import { rotateImage } from './image/rotate-image.ts';
import { spinBlurImage, spinBlurRadius, spinBlurScratchBytes } from './image/spin-blur.ts';
import { paintMotion, prepareMoment, prepareMotion } from './motion-blur.ts';
import { accumulatorBytes, configureAccumulator } from './pixels/accumulator.ts';
import { Body, Item, Motion, Sprite } from './record.ts';
import { markShape, paintShape, prepareShape } from './shapes.ts';
import { flattenSprites } from './sprite/flatten-sprites.ts';
import { resetColumns } from './sprite/scaled.ts';
import { paintSprite, prepareSprite } from './sprite/sprite.ts';
import { markSprite } from './sprite/sprite-tiles.ts';
import { beginTiles, finishTileRow, hashRecord } from './tiles/tile-hashes.ts';

export {
  accumulatorBytes,
  configureAccumulator,
  configureFrame,
  dirtyTilesAddress,
  finishImage,
  flattenSprites,
  frameAddress,
  frameBytes,
  imageBytes,
  imageRow,
  initImage,
  invalidate,
  measureBody,
  resizeImage,
  resizeScratchBytes,
  rotateImage,
  singleLevelBytes,
  spinBlurImage,
  spinBlurRadius,
  spinBlurScratchBytes,
};

/**
 * Paints `count` records back to front, in the tiles where they change the picture, and returns how many tiles changed.
 *
 * Works band by band. If `planes` is not 0, each band is converted to I420 there while it is still in the cache. All bands
 * then share the memory of the first: changed tiles are painted from scratch, so no RGBA picture has to remain.
 */
export function compose(records: usize, count: i32, planes: usize): i32 {
  beginTiles();
  resetColumns();
  // Every band looks for its records. A table of the rows of tiles that each record lies in is read faster than the records.
  const tileRows = records + <usize>(count * recordBytes);
  for (let i = 0; i < count; i++) {
    const item = itemAt(records, i);
    item.boxLeft = item.boxTop = item.boxRight = item.boxBottom = 0;
    prepare(item);
    if (item.boxLeft < item.boxRight && item.boxTop < item.boxBottom) mark(item, i + 1);
    else item.boxTop = item.boxBottom = 0;
    const rows = tileRows + <usize>(i * tileRowsBytes);
    store<u16>(rows, item.boxTop / tileSize);
    store<u16>(rows, (item.boxBottom + tileSize - 1) / tileSize, 2);
  }
  let changed = 0;
  const picture = frame;
  for (let first = 0; first < tilesDown; first += bandRows) {
    const end = min(first + bandRows, tilesDown);
    let inBand = 0;
    if (planes !== 0) setTarget(picture - <usize>(first * tileSize * frameStride), frameStride);
    for (let row = first; row < end; row++) inBand += finishTileRow(row);
    if (inBand === 0) continue;
    changed += inBand;
    for (let i = 0; i < count; i++) {
      const rows = tileRows + <usize>(i * tileRowsBytes);
      const from = max(first, <i32>load<u16>(rows));
      const to = min(end, <i32>load<u16>(rows, 2));
      if (from < to) paint(itemAt(records, i), from, to, i + 1);
    }
    if (planes !== 0) for (let row = first; row < end; row++) convertRowToI420(planes, row, false);
  }
  setTarget(picture, frameStride);
  return changed;
}

/** Converts the whole frame to I420 at `planes`. */
export function toI420(planes: usize): void {
  for (let row = 0; row < tilesDown; row++) convertRowToI420(planes, row, true);
}

/** @inline */
function itemAt(records: usize, i: i32): Item {
  return changetype<Item>(records + <usize>(i * recordBytes));
}

function prepare(item: Item): void {
  const kind = <i32>item.kind;
  if (kind === spriteKind) prepareSprite(changetype<Sprite>(item));
  else if (kind === bodyKind) prepareBody(changetype<Body>(item));
  else if (kind === momentKind) prepareMoment(changetype<Sprite>(item));
  else if (kind === motionKind) prepareMotion(changetype<Motion>(item));
  else prepareShape(item);
}

function mark(item: Item, order: u32): void {
  const kind = <i32>item.kind;
  // The moments of a motion have marked its tiles.
  if (kind === motionKind) return;
  const hash = hashRecord(changetype<usize>(item));
  if (kind === spriteKind || kind === momentKind) markSprite(changetype<Sprite>(item), hash, order);
  else if (kind === bodyKind) markBody(changetype<Body>(item), hash);
  else markShape(item, hash, order);
}

/** @inline */
function paint(item: Item, firstRow: i32, endRow: i32, order: u32): void {
  const kind = <i32>item.kind;
  if (kind === spriteKind) paintSprite(changetype<Sprite>(item), firstRow, endRow, order);
  else if (kind === motionKind) paintMotion(changetype<Motion>(item), firstRow, endRow, order);
  else if (kind !== momentKind) {
    for (let row = firstRow; row < endRow; row++) {
      if (kind === bodyKind) paintBody(changetype<Body>(item), row, order);
      else paintShape(item, row, order);
    }
  }
}
