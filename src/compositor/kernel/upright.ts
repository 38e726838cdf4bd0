// Sprites that are scaled but not turned. Where a column of the screen falls in the picture is the same in every row, so
// it is worked out once, for two columns together:
//
//   places:  where their neighbours begin in a row of the picture
//   columns: a mask that picks left, left, right and right neighbour out of four pixels from there on (nothing for a
//            column outside the picture), and the weights of the right ones, tint and fade included
//
// Columns outside weigh nothing, so rows are painted in whole fours, which never straddle two tiles.

import { alphaMask, blend, narrow } from './blend';
import { Sprite } from './record';
import { columns, frame, frameStride, places } from './state';

export function paintUpright(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  left &= ~3;
  layColumns(sprite, left, right);
  const uc = sprite.uc;
  const scale = 1 / sprite.ua;
  const vb = sprite.vb;
  const vc = sprite.vc;
  const cropTop = sprite.cropTop;
  const cropBottom = sprite.cropBottom;
  const spans = sprite.spans;
  const lastRow = sprite.height - 1;
  const pixels = sprite.pixels;
  const stride = sprite.stride;
  const tint = sprite.tint();
  const additive = sprite.additive;
  for (let y = top; y < bottom; y++) {
    const v = vb * <f64>y + vc;
    if (v < cropTop || v >= cropBottom) continue;
    const row = <i32>v;
    const upper = spans + (<usize>max(row - 1, 0) << 3);
    const lower = spans + (<usize>min(row, lastRow) << 3);
    const first = min(<i32>load<i16>(upper), <i32>load<i16>(lower));
    const end = max(<i32>load<i16>(upper, 2), <i32>load<i16>(lower, 2));
    if (first >= end) continue;
    const weight = <i32>((v - <f64>row) * 128 + 0.5);
    const source = pixels + <usize>(row * stride);
    const target = frame + <usize>(y * frameStride + left * 4);
    // Columns from `first` to `end` of the picture reach one padded column to either side.
    const e0 = <i32>((<f64>first - uc) * scale);
    const e1 = <i32>((<f64>(end + 1) - uc) * scale);
    const firstFour = (max(left, min(e0, e1)) - left) >> 2;
    const endFour = (min(right, max(e0, e1) + 1) - left + 3) >> 2;
    let holeFour = endFour;
    let afterFour = endFour;
    const hole0 = max(<i32>load<i16>(upper, 4), <i32>load<i16>(lower, 4));
    const hole1 = min(<i32>load<i16>(upper, 6), <i32>load<i16>(lower, 6));
    if (hole1 - hole0 > 2) {
      const h0 = <i32>((<f64>(hole0 + 1) - uc) * scale);
      const h1 = <i32>((<f64>hole1 - uc) * scale);
      holeFour = min(endFour, (min(h0, h1) + 1 - left + 3) >> 2);
      afterFour = max(holeFour, (max(h0, h1) - left) >> 2);
    }
    paintFours(source, stride, target, firstFour, holeFour, weight, tint, additive);
    paintFours(source, stride, target, max(firstFour, afterFour), endFour, weight, tint, additive);
  }
}

function layColumns(sprite: Sprite, left: i32, right: i32): void {
  const ua = sprite.ua;
  const uc = sprite.uc;
  const from = sprite.cropLeft;
  const to = sprite.cropRight;
  const tint = sprite.tint();
  const end = (right + 3) & ~3;
  let place = places;
  let column = columns;
  for (let x = left; x < end; x += 2, place += 4, column += 32) {
    const u0 = ua * <f64>x + uc;
    const u1 = ua * <f64>(x + 1) + uc;
    const within0 = u0 >= from && u0 < to;
    const within1 = u1 >= from && u1 < to;
    const i0 = <i32>(within0 ? u0 : within1 ? u1 : 0);
    const i1 = <i32>(within1 ? u1 : within0 ? u0 : 0);
    const first = min(i0, i1);
    store<u32>(place, first << 2);
    const left0 = within0 ? pick(i0 - first) : NOTHING;
    const left1 = within1 ? pick(i1 - first) : NOTHING;
    store<u64>(column, left0 | (left1 << 32));
    store<u64>(column, (left0 + NEXT) | ((left1 + NEXT) << 32), 8);
    const weights = i64x2.replace_lane(i64x2.splat(spread(u0 - <f64>i0)), 1, spread(u1 - <f64>i1));
    v128.store(column, i16x8.q15mulr_sat_s(weights, tint), 16);
  }
}

const NOTHING: u64 = 0x80808080;
const NEXT: u64 = 0x04040404;

/** The bytes of a pixel, counted from where the two columns' neighbours begin; never further on than mip levels allow. */
@inline function pick(pixel: i32): u64 {
  return 0x03020100 + <u64>min(pixel, 2) * NEXT;
}

/** A fraction as the weight of four channels. */
@inline function spread(fraction: f64): u64 {
  return <u64>(max(0, min(1, fraction)) * 32767) * 0x0001000100010001;
}

function paintFours(
  source: usize,
  stride: i32,
  target: usize,
  four: i32,
  end: i32,
  weight: i32,
  tint: v128,
  additive: bool,
): void {
  const alphas = alphaMask();
  const up = i8x16.splat(<i8>(128 - weight));
  const down = i8x16.splat(<i8>weight);
  let at = target + ((<usize>four) << 4);
  let place = places + ((<usize>four) << 3);
  let column = columns + ((<usize>four) << 6);
  for (; four < end; four++, at += 16, place += 8, column += 64) {
    const both = load<u64>(place);
    const first = source + <usize>(<u32>both);
    const last = source + <usize>(both >> 32);
    blend(
      narrow(
        between(first, first + stride, up, down, v128.load(column), v128.load(column, 16), tint),
        between(last, last + stride, up, down, v128.load(column, 32), v128.load(column, 48), tint),
      ),
      at,
      additive,
      alphas,
    );
  }
}

/** Two pixels, each between two of one row and two of the next. */
@inline function between(
  upper: usize,
  lower: usize,
  up: v128,
  down: v128,
  mask: v128,
  rightWeights: v128,
  tint: v128,
): v128 {
  const above = i8x16.swizzle(v128.load(upper), mask);
  const below = i8x16.swizzle(v128.load(lower), mask);
  const left = v128.add<i16>(i16x8.extmul_low_i8x16_u(above, up), i16x8.extmul_low_i8x16_u(below, down));
  const right = v128.add<i16>(i16x8.extmul_high_i8x16_u(above, up), i16x8.extmul_high_i8x16_u(below, down));
  return v128.add<i16>(
    i16x8.q15mulr_sat_s(left, v128.sub<i16>(tint, rightWeights)),
    i16x8.q15mulr_sat_s(right, rightWeights),
  );
}
