// Shapes without a picture: boxes with soft edges, slices of a disc, and the darkness around a spotlight. Each says how
// much of four pixels side by side it covers; the rest is the same for all.

import { alphaMask, blend, COVER, narrow } from './blend';
import { Item } from './record';
import { findRun, runEnd, runFirst } from './runs';
import { frame, frameStride, height, TILE, width } from './state';
import { blacken, cover, touch } from './tiles';

// Where a sprite has its map, a box has left, top, right, bottom; a slice x, y, radius, sweep; a spotlight x, y, inner
// and outer radius.
const FILL: u32 = 2;
const PIE: u32 = 3;
const SPOTLIGHT: u32 = 4;

export function aimShape(shape: Item): void {
  const kind = <u32>shape.kind;
  if (kind == SPOTLIGHT) {
    shape.boxRight = width;
    shape.boxBottom = height;
    return;
  }
  const around = shape.c + 1;
  shape.boxLeft = max(0, <i32>Mathf.floor(kind == FILL ? shape.a : shape.a - around));
  shape.boxTop = max(0, <i32>Mathf.floor(kind == FILL ? shape.b : shape.b - around));
  shape.boxRight = min(width, <i32>Mathf.ceil(kind == FILL ? shape.c : shape.a + around));
  shape.boxBottom = min(height, <i32>Mathf.ceil(kind == FILL ? shape.d : shape.b + around));
}

export function markShape(shape: Item, hash: u64, order: u32): void {
  const first = shape.boxLeft / TILE;
  const last = (shape.boxRight - 1) / TILE;
  const lastRow = (shape.boxBottom - 1) / TILE;
  for (let row = shape.boxTop / TILE; row <= lastRow; row++) {
    if (<u32>shape.kind == SPOTLIGHT) markSpotlight(shape, row, hash, order);
    else if (<u32>shape.kind == FILL && shape.how == COVER && shape.modulate >> 48 == FULL) markFill(shape, row, hash, order);
    else touch(row, first, last, hash);
  }
}

/** In the tiles that lie wholly within, what came before is of no account. */
function markFill(box: Item, row: i32, hash: u64, order: u32): void {
  const first = box.boxLeft / TILE;
  const last = (box.boxRight - 1) / TILE;
  const within = box.b <= <f32>(row * TILE) && box.d >= <f32>min(height, row * TILE + TILE);
  const coveredFirst = <i32>Mathf.ceil(max<f32>(box.a, 0) / <f32>TILE);
  const coveredLast = box.c >= <f32>width ? last : <i32>(box.c / <f32>TILE) - 1;
  if (within && coveredFirst <= coveredLast) {
    touch(row, first, coveredFirst - 1, hash);
    cover(row, coveredFirst, coveredLast, hash, order);
    touch(row, coveredLast + 1, last, hash);
  } else touch(row, first, last, hash);
}

/** Paints what lies in one row of tiles. */
export function paintShape(shape: Item, row: i32, order: u32): void {
  if (<u32>shape.kind == SPOTLIGHT) return paintSpotlight(shape, row, order);
  const end = (shape.boxRight + TILE - 1) / TILE;
  for (let column = shape.boxLeft / TILE; findRun(row, column, end, order); column = runEnd) {
    paintRun(shape, row, runFirst, runEnd);
  }
}

function paintRun(shape: Item, row: i32, first: i32, end: i32): void {
  const top = max(row * TILE, shape.boxTop);
  const bottom = min(row * TILE + TILE, shape.boxBottom);
  const left = max(first * TILE, shape.boxLeft) & ~3;
  const right = min(end * TILE, shape.boxRight);
  if (<u32>shape.kind == FILL) return paintFill(shape, left, top, right, bottom);
  for (let y = top; y < bottom; y++) paintRow(shape, left, right, y);
}

/** Rows that lie wholly within a box are all the same: four pixels are worked out once, and blended down all of them. */
function paintFill(box: Item, left: i32, top: i32, right: i32, bottom: i32): void {
  const firstWhole = min(bottom, max(top, <i32>Mathf.ceil(box.b)));
  const endWhole = max(firstWhole, min(bottom, <i32>Mathf.floor(box.d)));
  for (let y = top; y < firstWhole; y++) paintRow(box, left, right, y);
  for (let y = endWhole; y < bottom; y++) paintRow(box, left, right, y);
  if (firstWhole == endWhole) return;
  const how = box.how;
  const alphas = alphaMask();
  const stride = frameStride;
  for (let x = left; x < right; x += 4) {
    const four = coloured(box, boxCover(box, columnsFrom(x), 1));
    let at = frame + <usize>(firstWhole * stride + x * 4);
    const last = at + <usize>((endWhole - firstWhole) * stride);
    for (; at < last; at += stride) blend(four, at, how, alphas);
  }
}

// A spotlight moves all the time, and most of the screen is as dark as before. Only the tiles at the edge of its light
// know where it is: those within show all, and those beyond show nothing.
const LIT: i32 = 0;
const EDGE: i32 = 1;
const DARK: i32 = 2;
const DARKNESS: u64 = 0x6a09e667f3bcc909;
const FULL: u64 = 32767;

function markSpotlight(light: Item, row: i32, hash: u64, order: u32): void {
  const hides = light.modulate >> 48 == FULL;
  const last = (light.boxRight - 1) / TILE;
  for (let column = light.boxLeft / TILE; column <= last; column++) {
    const where = tileIn(light, column, row);
    if (where == EDGE) touch(row, column, column, hash);
    else if (where == DARK && hides) cover(row, column, column, DARKNESS, order);
    else if (where == DARK) touch(row, column, column, DARKNESS ^ light.modulate);
  }
}

function paintSpotlight(light: Item, row: i32, order: u32): void {
  const hides = light.modulate >> 48 == FULL;
  const end = (light.boxRight + TILE - 1) / TILE;
  for (let column = light.boxLeft / TILE; findRun(row, column, end, order); column = runEnd) {
    for (let tile = runFirst; tile < runEnd; tile++) {
      const where = tileIn(light, tile, row);
      if (where == DARK && hides) blacken(tile, row);
      else if (where != LIT) paintRun(light, row, tile, tile + 1);
    }
  }
}

/** Where a tile lies in a spotlight's circles, with a pixel to spare. */
function tileIn(light: Item, column: i32, row: i32): i32 {
  const x = Mathf.abs(<f32>(column * TILE + TILE / 2) - light.a);
  const y = Mathf.abs(<f32>(row * TILE + TILE / 2) - light.b);
  const half = <f32>(TILE / 2);
  const farX = x + half;
  const farY = y + half;
  if (light.c > 1 && farX * farX + farY * farY < (light.c - 1) * (light.c - 1)) return LIT;
  const nearX = max<f32>(0, x - half);
  const nearY = max<f32>(0, y - half);
  const dark = max<f32>(light.d, light.c + 1) + 1;
  return nearX * nearX + nearY * nearY > dark * dark ? DARK : EDGE;
}

const firstLanes = memory.data<u8>([0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5]);
const lastLanes = memory.data<u8>([8, 9, 8, 9, 8, 9, 8, 9, 12, 13, 12, 13, 12, 13, 12, 13]);

function paintRow(shape: Item, left: i32, right: i32, y: i32): void {
  const kind = <u32>shape.kind;
  const how = shape.how;
  const alphas = alphaMask();
  const down = kind == FILL ? covered(shape.b, shape.d, <f32>y) : <f32>y + 0.5;
  let at = frame + <usize>(y * frameStride + left * 4);
  for (let x = left; x < right; x += 4, at += 16) {
    const columns = columnsFrom(x);
    const cover =
      kind == FILL ? boxCover(shape, columns, down) : kind == PIE ? pieCover(shape, columns, down) : darkness(shape, columns, down);
    if (v128.any_true(cover)) blend(coloured(shape, cover), at, how, alphas);
  }
}

@inline function columnsFrom(x: i32): v128 {
  return f32x4.add(f32x4.splat(<f32>x), f32x4(0, 1, 2, 3));
}

/** Four pixels of a shape that covers so much of each. */
@inline function coloured(shape: Item, cover: v128): v128 {
  const tint = shape.fineTint();
  const weights = i32x4.trunc_sat_f32x4_s(f32x4.mul(cover, f32x4.splat(32767)));
  return narrow(
    i16x8.q15mulr_sat_s(tint, i8x16.swizzle(weights, v128.load(firstLanes))),
    i16x8.q15mulr_sat_s(tint, i8x16.swizzle(weights, v128.load(lastLanes))),
  );
}

/** How much of the pixel at `at` lies between two edges. */
@inline function covered(from: f32, to: f32, at: f32): f32 {
  return max<f32>(0, min(to, at + 1) - max(from, at));
}

@inline function boxCover(box: Item, columns: v128, down: f32): v128 {
  const end = f32x4.min(f32x4.splat(box.c), f32x4.add(columns, f32x4.splat(1)));
  const across = f32x4.sub(end, f32x4.max(f32x4.splat(box.a), columns));
  return f32x4.mul(f32x4.max(across, f32x4.splat(0)), f32x4.splat(down));
}

/** How much lies in the slice, by the distance to the rim and to the two straight edges. */
@inline function pieCover(pie: Item, columns: v128, centre: f32): v128 {
  const half = f32x4.splat(0.5);
  const x = f32x4.sub(f32x4.add(columns, half), f32x4.splat(pie.a));
  const y = centre - pie.b;
  const sweep = pie.d;
  const disc = clamp01(f32x4.sub(f32x4.splat(pie.c + 0.5), length(x, y)));
  const turn = min<f32>(Mathf.abs(sweep), 1);
  if (turn >= 1) return disc;
  // Anticlockwise slices are clockwise ones in a mirror. Angles run from twelve o'clock.
  const mirrored = sweep < 0 ? f32x4.neg(x) : x;
  const angle = turn * 2 * <f32>Math.PI;
  const start = clamp01(f32x4.add(mirrored, half));
  const far = f32x4.sub(f32x4.splat(Mathf.sin(angle) * -y + 0.5), f32x4.mul(f32x4.splat(Mathf.cos(angle)), mirrored));
  const stop = clamp01(far);
  return f32x4.mul(disc, turn <= 0.5 ? f32x4.min(start, stop) : f32x4.max(start, stop));
}

/** Nothing within the inner radius, all beyond the outer one, and a smooth step between. */
@inline function darkness(light: Item, columns: v128, centre: f32): v128 {
  const x = f32x4.sub(f32x4.add(columns, f32x4.splat(0.5)), f32x4.splat(light.a));
  const beyond = f32x4.sub(length(x, centre - light.b), f32x4.splat(light.c));
  const edge = clamp01(f32x4.div(beyond, f32x4.splat(max<f32>(light.d - light.c, 1))));
  const steep = f32x4.sub(f32x4.splat(3), f32x4.add(edge, edge));
  return f32x4.mul(f32x4.mul(edge, edge), steep);
}

@inline function length(x: v128, y: f32): v128 {
  return f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.splat(y * y)));
}

@inline function clamp01(values: v128): v128 {
  return f32x4.max(f32x4.splat(0), f32x4.min(f32x4.splat(1), values));
}
