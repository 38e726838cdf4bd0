// Sprites of their own size that lie between whole pixels: each pixel of the screen is put together from the same four parts
// of the picture's, so what these weigh, tint and fade included, is worked out once for the whole sprite.

import { ADD, alphaMask, blend, COVER, GATHER, share, tinted } from './blend';
import { Sprite } from './record';
import { settled } from './settled';
import { frame, frameStride } from './state';

export function paintShifted(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.how == COVER) coverRows(sprite, left, top, right, bottom);
  else if (sprite.how == ADD) addRows(sprite, left, top, right, bottom);
  else gatherRows(sprite, left, top, right, bottom);
}

// Functions of their own, as those of scaled sprites are.
function coverRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  paintRows(sprite, left, top, right, bottom, COVER);
}
function addRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  paintRows(sprite, left, top, right, bottom, ADD);
}
function gatherRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  paintRows(sprite, left, top, right, bottom, GATHER);
}

@inline function paintRows(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32, how: u8): void {
  const alphas = alphaMask();
  // How far it is from a pixel of the screen to the upper left of its four, in padded coordinates.
  const toU = <i32>Math.floor(sprite.uc);
  const toV = <i32>Math.floor(sprite.vc);
  const tint = sprite.tint();
  const down = bytesOf(sprite.vc - <f64>toV);
  // Parts and what they leave, so that the four of them are the tint, whatever rounding does.
  const rights = tinted(tint, bytesOf(sprite.uc - <f64>toU));
  const lefts = v128.sub<i8>(tint, rights);
  const lowerRight = settled(tinted(rights, down));
  const upperRight = settled(v128.sub<i8>(rights, lowerRight));
  const lowerLeft = settled(tinted(lefts, down));
  const upperLeft = settled(v128.sub<i8>(lefts, lowerLeft));
  const spans = sprite.spans;
  const stride = sprite.stride;
  const lastRow = sprite.height - 1;
  const end = min(bottom, sprite.height + 1 - toV);
  for (let y = max(top, -toV); y < end; y++) {
    const row = y + toV;
    const above = v128.load64_zero(spans + (<usize>max(row - 1, 0) << 3));
    const below = v128.load64_zero(spans + (<usize>min(row, lastRow) << 3));
    // Of both rows: first, end and hole in one go.
    const least = i64x2.extract_lane(v128.min<i16>(above, below), 0);
    const most = i64x2.extract_lane(v128.max<i16>(above, below), 0);
    // A pixel of the picture reaches into two of the screen. Rows are painted in whole fours, which never straddle two tiles.
    let x = max(<i32>(<i16>least) - toU, left) & ~3;
    const endX = min(<i32>(<i16>(most >> 16)) + 1 - toU, right);
    const hole = (min(<i32>(<i16>(most >> 32)) + 1 - toU, endX) + 3) & ~3;
    const behind = max(<i32>(least >> 48) - toU, x) & ~3;
    const target = frame + <usize>(y * frameStride);
    const source = sprite.pixels + <usize>(row * stride + toU * 4);
    let stop = hole < behind ? hole : endX;
    for (;;) {
      let from = source + ((<usize>x) << 2);
      let at = target + ((<usize>x) << 2);
      const last = target + ((<usize>stop) << 2);
      for (; at < last; at += 16, from += 16) {
        const a = v128.load(from);
        const b = v128.load(from, 4);
        const c = v128.load(from + stride);
        const d = v128.load(from + stride, 4);
        const low = v128.add<i16>(
          v128.add<i16>(i16x8.extmul_low_i8x16_u(a, upperLeft), i16x8.extmul_low_i8x16_u(b, upperRight)),
          v128.add<i16>(i16x8.extmul_low_i8x16_u(c, lowerLeft), i16x8.extmul_low_i8x16_u(d, lowerRight)),
        );
        const high = v128.add<i16>(
          v128.add<i16>(i16x8.extmul_high_i8x16_u(a, upperLeft), i16x8.extmul_high_i8x16_u(b, upperRight)),
          v128.add<i16>(i16x8.extmul_high_i8x16_u(c, lowerLeft), i16x8.extmul_high_i8x16_u(d, lowerRight)),
        );
        blend(share(low, high), at, how, alphas);
      }
      if (stop >= endX) break;
      x = behind;
      stop = endX;
    }
  }
}

/** A fraction as sixteen equal bytes. */
@inline function bytesOf(fraction: f64): v128 {
  return i8x16.splat(<i8>(<i32>(fraction * 256)));
}
