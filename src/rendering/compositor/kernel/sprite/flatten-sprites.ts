// Flattens several sprites into one image, which is then painted many times on whole pixels.

import { recordBytes } from '../../layout.ts';
import { frame, frameStride, setTarget } from '../frame-buffer.ts';
import { findSpans } from '../image/finish-image.ts';
import { Image, initSingleLevel, rowBytes } from '../image/image.ts';
import { Sprite } from '../record.ts';
import { hashRecord } from '../tiles/tile-hashes.ts';
import { paintWholeSprite, prepareSprite } from './sprite.ts';

/** Paints `count` sprites into a new image of w×h, at most the size of the screen; returns a hash of the sprites. */
export function flattenSprites(image: Image, w: i32, h: i32, records: usize, count: i32): u32 {
  const picture = frame;
  const stride = frameStride;
  const level = initSingleLevel(image, w, h);
  setTarget(level.pixelAt(0, 0), rowBytes(w));
  let hash: u64 = 0;
  for (let i = 0; i < count; i++) {
    const sprite = changetype<Sprite>(records + <usize>(i * recordBytes));
    hash = (hash * 31) ^ hashRecord(changetype<usize>(sprite));
    sprite.boxLeft = sprite.boxTop = sprite.boxRight = sprite.boxBottom = 0;
    prepareSprite(sprite);
    if (sprite.boxLeft < sprite.boxRight && sprite.boxTop < sprite.boxBottom) paintWholeSprite(sprite);
  }
  setTarget(picture, stride);
  findSpans(level);
  return <u32>(hash ^ (hash >> 32));
}
