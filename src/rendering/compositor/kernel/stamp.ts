// Several sprites painted into a picture of their own, to be put down many times on whole pixels.

import { findSpans, laySingleLevel, levelAt, pixelAt, rowBytes } from './image';
import { RECORD, Sprite } from './record';
import { aimSprite, paintWhole } from './sprite';
import { frame, frameStride, paintInto } from './state';
import { hashRecord } from './tiles';

/** Makes an image of w×h, no larger than the screen, of `count` sprites; tells what it shows by a hash of them. */
export function makeStamp(image: usize, w: i32, h: i32, records: usize, count: i32): u32 {
  const picture = frame;
  const stride = frameStride;
  paintInto(pixelAt(laySingleLevel(image, w, h), w, 0, 0), rowBytes(w));
  let hash: u64 = 0;
  for (let i = 0; i < count; i++) {
    const sprite = changetype<Sprite>(records + <usize>(i * RECORD));
    hash = (hash * 31) ^ hashRecord(changetype<usize>(sprite));
    sprite.boxLeft = sprite.boxTop = sprite.boxRight = sprite.boxBottom = 0;
    aimSprite(sprite);
    if (sprite.boxLeft < sprite.boxRight && sprite.boxTop < sprite.boxBottom) paintWhole(sprite);
  }
  paintInto(picture, stride);
  // Seen through, whatever it shows.
  store<i32>(image, 0, 4);
  findSpans(levelAt(image, 0));
  return <u32>(hash ^ (hash >> 32));
}
