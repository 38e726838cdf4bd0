// Sprites that are scaled but not turned. A row of the screen lies between two rows of the picture: these are mixed into
// one line first, then its pixels are mixed with their neighbours. Where a column of the screen falls is the same in
// every row, so it is worked out once, for two columns together:
//
//   places:  where their neighbours begin in the line
//   columns: a mask that picks left, left, right and right neighbour out of four pixels from there on (nothing for a
//            column outside the picture), and their weights, tint and fade included
//
// Columns outside weigh nothing, so rows are painted in whole fours, which never straddle two tiles.

import { ADD, alphaMask, blend, COVER, GATHER, highBytes, share, tinted } from './blend';
import { Sprite } from './record';
import { settled } from './settled';
import { BAND, columnsRoom, frame, frameStride, line, TILE, tilesAcross } from './state';

/** Paints a stretch of rows; the columns of the sprite's box must have been laid out. */
export function paintUpright(sprite: Sprite, left: i32, top: i32, right: i32, bottom: i32): void {
  if (sprite.how == COVER) coverRows(sprite, left, top, right, bottom);
  else if (sprite.how == ADD) addRows(sprite, left, top, right, bottom);
  else gatherRows(sprite, left, top, right, bottom);
}

// Functions of their own: side by side in one, the compiler would fold the three loops into one that asks for every four.
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
  const origin = sprite.boxLeft & ~3;
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
  for (let y = top; y < bottom; y++) {
    const v = vb * <f64>y + vc;
    if (v < cropTop || v >= cropBottom) continue;
    const row = <i32>v;
    const upper = v128.load64_zero(spans + (<usize>max(row - 1, 0) << 3));
    const lower = v128.load64_zero(spans + (<usize>min(row, lastRow) << 3));
    // Of both rows: first, end and hole in one go.
    const least = i64x2.extract_lane(v128.min<i16>(upper, lower), 0);
    const most = i64x2.extract_lane(v128.max<i16>(upper, lower), 0);
    const first = <i32>(<i16>least);
    const end = <i32>(<i16>(most >> 16));
    if (first >= end) continue;
    // Never nothing and never all, so that both weights fit a byte.
    const weight = max(1, <i32>((v - <f64>row) * 256));
    const source = pixels + <usize>(row * stride);
    const target = frame + <usize>(y * frameStride + origin * 4);
    // Columns from `first` to `end` of the picture reach one padded column to either side.
    const e0 = <i32>((<f64>first - uc) * scale);
    const e1 = <i32>((<f64>(end + 1) - uc) * scale);
    let four = (max(left, min(e0, e1)) - origin) >> 2;
    const endFour = (min(right, max(e0, e1) + 1) - origin + 3) >> 2;
    let stop = endFour;
    let behind = endFour;
    const hole0 = <i32>(<i16>(most >> 32));
    const hole1 = <i32>(least >> 48);
    if (hole1 - hole0 > 2) {
      const h0 = <i32>((<f64>(hole0 + 1) - uc) * scale);
      const h1 = <i32>((<f64>hole1 - uc) * scale);
      const holeFour = (min(h0, h1) + 1 - origin + 3) >> 2;
      const afterFour = (max(h0, h1) - origin) >> 2;
      if (holeFour < afterFour) {
        stop = min(holeFour, endFour);
        behind = max(four, afterFour);
      }
    }
    for (;;) {
      paintFours(source, stride, target, four, stop, weight, how);
      if (stop >= endFour) break;
      four = behind;
      stop = endFour;
    }
  }
}

// Where the columns of the sprite at hand lie. The first picture's width of their room is for those that are painted into
// one band and forgotten; what reaches into several bands keeps its own behind that as long as there is room.
let columns: usize = 0;
let places: usize = 0;
let keptEnd: usize = 0;

export function forgetColumns(): void {
  keptEnd = columnsRoom + <usize>(tilesAcross * TILE * 18);
}

/** Makes a sprite's columns those at hand, and works them out unless they have been kept. */
export function layColumns(sprite: Sprite, keep: bool): void {
  const left = sprite.boxLeft & ~3;
  const end = (sprite.boxRight + 3) & ~3;
  const isKept = sprite.columns != 0;
  if (!isKept && keep) keepRoom(sprite, ((<usize>(end - left)) * 18 + 15) & ~15);
  columns = sprite.columns != 0 ? sprite.columns : columnsRoom;
  places = columns + ((<usize>(end - left)) << 4);
  if (!isKept) workOut(sprite, left, end);
}

function keepRoom(sprite: Sprite, bytes: usize): void {
  const isInOneBand = sprite.boxTop / (BAND * TILE) == (sprite.boxBottom - 1) / (BAND * TILE);
  if (isInOneBand || keptEnd + bytes > line) return;
  sprite.columns = keptEnd;
  keptEnd += bytes;
}

function workOut(sprite: Sprite, left: i32, end: i32): void {
  const ua = sprite.ua;
  const uc = sprite.uc;
  const e0 = (sprite.cropLeft - uc) / ua;
  const e1 = (sprite.cropRight - uc) / ua;
  const from = <i32>Math.ceil(Math.min(e0, e1));
  const last = <i32>Math.ceil(Math.max(e0, e1)) - 1;
  const limit = sprite.width;
  const tint = sprite.tint();
  // 32.32 fixed point: nothing to be seen goes wrong on the way.
  const step = <i64>(ua * 4294967296.0);
  let u = <i64>((ua * <f64>left + uc) * 4294967296.0);
  let place = places;
  let column = columns;
  for (let x = left; x < end; x += 2, place += 4, column += 32) {
    const i0 = max(0, min(limit, <i32>(u >> 32)));
    const f0 = fraction(u);
    u += step;
    const i1 = max(0, min(limit, <i32>(u >> 32)));
    const f1 = fraction(u);
    u += step;
    const first = min(i0, i1);
    store<u32>(place, first << 2);
    const left0 = x < from || x > last ? NOTHING : pick(i0 - first);
    const left1 = x + 1 < from || x + 1 > last ? NOTHING : pick(i1 - first);
    const lefts = left0 | (left1 << 32);
    store<u64>(column, lefts);
    store<u64>(column, lefts + BESIDE, 8);
    const rights = tinted(i64x2.splat(f0 | (f1 << 32)), tint);
    v128.store64_lane(column, v128.sub<i8>(tint, rights), 0, 16);
    v128.store64_lane(column, rights, 0, 24);
  }
}

const NOTHING: u64 = 0x80808080;
const BESIDE: u64 = 0x0404040404040404;

/** The bytes of a pixel, counted from where the two columns' neighbours begin; never further on than mip levels allow. */
@inline function pick(pixel: i32): u64 {
  return 0x03020100 + <u64>min(pixel, 2) * 0x04040404;
}

/** The fraction of a 32.32 number as four equal bytes. */
@inline function fraction(u: i64): u64 {
  return ((u >> 24) & 0xff) * 0x01010101;
}

@inline function paintFours(
  source: usize, stride: i32, target: usize, four: i32, end: i32, weight: i32, how: u8,
): void {
  if (four >= end) return;
  const first = load<u32>(places + ((<usize>four) << 3));
  const last = load<u32>(places + ((<usize>end) << 3) - 4);
  const begin = min(first, last);
  mixRows(source + begin, stride, (max(first, last) - begin + 31) >> 4, weight);
  blendFours(line - begin, target, four, end, how);
}

@inline function blendFours(pixels: usize, target: usize, four: i32, end: i32, how: u8): void {
  const alphas = alphaMask();
  const lastFour = target + ((<usize>end) << 4) - 16;
  let at = target + ((<usize>four) << 4);
  let place = places + ((<usize>four) << 3);
  let column = columns + ((<usize>four) << 6);
  // Four pixels are worked out while the four before are blended: two chains to follow at once keep the processor busy.
  let ready = mixNeighbours(pixels, place, column);
  for (; at < lastFour; at += 16) {
    place += 8;
    column += 64;
    const next = mixNeighbours(pixels, place, column);
    blend(ready, at, how, alphas);
    ready = next;
  }
  blend(ready, at, how, alphas);
}

/** Mixes two rows of pixels into the line, sixteen bytes `count` times. */
@inline function mixRows(upper: usize, stride: i32, count: i32, weight: i32): void {
  const up = settled(i8x16.splat(<i8>(256 - weight)));
  const down = settled(i8x16.splat(<i8>weight));
  const half = i16x8.splat(128);
  const end = line + ((<usize>count) << 4);
  for (let to = line; to < end; to += 16, upper += 16) {
    const above = v128.load(upper);
    const below = v128.load(upper + stride);
    const low = v128.add<i16>(v128.add<i16>(half, i16x8.extmul_low_i8x16_u(above, up)), i16x8.extmul_low_i8x16_u(below, down));
    const high = v128.add<i16>(v128.add<i16>(half, i16x8.extmul_high_i8x16_u(above, up)), i16x8.extmul_high_i8x16_u(below, down));
    v128.store(to, highBytes(low, high));
  }
}

/** Four pixels, each between its left and its right neighbour. */
@inline function mixNeighbours(pixels: usize, place: usize, column: usize): v128 {
  const both = load<u64>(place);
  return share(
    mixed(v128.load(pixels + <usize>(<u32>both)), v128.load(column), v128.load(column, 16)),
    mixed(v128.load(pixels + <usize>(both >> 32)), v128.load(column, 32), v128.load(column, 48)),
  );
}

@inline function mixed(neighbours: v128, mask: v128, weights: v128): v128 {
  const picked = i8x16.swizzle(neighbours, mask);
  return v128.add<i16>(i16x8.extmul_low_i8x16_u(picked, weights), i16x8.extmul_high_i8x16_u(picked, weights));
}
