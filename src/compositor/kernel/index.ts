// The compositor's inner loops, in AssemblyScript: display records in, a picture out. The host lays memory out, makes
// images and bodies, writes one 64-byte record an item, and calls `compose`; see ../engine.ts for the other side.

import { markBody, measureBody, paintBody } from './body';
import { imageBytes, makeImage } from './image';
import { toI420 } from './i420';
import { resizeImage, singleLevelBytes } from './resize';
import { markShape, paintShape } from './shapes';
import { markSprite, paintSprite } from './sprite';
import { configure, dirtyAddress, frameAddress, invalidate, pictureBytes } from './state';
import { beginTiles, endTiles, hashRecord } from './tiles';

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
  toI420,
};

const RECORD: i32 = 64;
const SPRITE: u32 = 0;
const BODY: u32 = 1;

/** Paints `count` records, back to front, where they change the picture. Returns the number of tiles that changed. */
export function compose(records: usize, count: i32): i32 {
  beginTiles();
  for (let i = 0; i < count; i++) {
    const record = records + <usize>(i * RECORD);
    const kind = <u32>load<u8>(record);
    const hash = hashRecord(record);
    if (kind == SPRITE) markSprite(record, hash);
    else if (kind == BODY) markBody(record, hash);
    else markShape(record, hash);
  }
  const changed = endTiles();
  if (changed == 0) return 0;
  for (let i = 0; i < count; i++) {
    const record = records + <usize>(i * RECORD);
    const kind = <u32>load<u8>(record);
    if (kind == SPRITE) paintSprite(record);
    else if (kind == BODY) paintBody(record);
    else paintShape(record);
  }
  return changed;
}
