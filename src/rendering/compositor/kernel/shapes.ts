// Shapes without an image: rectangles with soft edges, slices of a disc, and the darkness around a spotlight. Each computes
// how much of every pixel of a quad it covers; the rest is common to all.

import { blendOver, fillKind, fullTint, pieKind, spotlightKind, tileSize } from '../layout.ts';
import { frame, frameStride, height, width } from './frame-buffer.ts';
import { alphaMask, blend, toBytes } from './pixels/blend.ts';
import { Fill, Item, Pie, Spotlight } from './record.ts';
import { clearTile, coverTiles, touchTiles } from './tiles/tile-hashes.ts';
import { findVisibleRun, runEnd, runFirst } from './tiles/tile-runs.ts';

/** Computes the box of a shape. */
export function prepareShape(shape: Item): void {
  const kind = <i32>shape.kind;
  if (kind === spotlightKind) {
    shape.boxRight = width;
    shape.boxBottom = height;
  } else if (kind === fillKind) {
    const fill = changetype<Fill>(shape);
    setBox(shape, fill.left, fill.top, fill.right, fill.bottom);
  } else {
    const pie = changetype<Pie>(shape);
    const radius = pie.radius + 1;
    setBox(shape, pie.x - radius, pie.y - radius, pie.x + radius, pie.y + radius);
  }
}

function setBox(shape: Item, left: f32, top: f32, right: f32, bottom: f32): void {
  shape.boxLeft = max(0, <i32>Mathf.floor(left));
  shape.boxTop = max(0, <i32>Mathf.floor(top));
  shape.boxRight = min(width, <i32>Mathf.ceil(right));
  shape.boxBottom = min(height, <i32>Mathf.ceil(bottom));
}

/** Marks the tiles a shape touches. */
export function markShape(shape: Item, hash: u64, order: u32): void {
  const kind = <i32>shape.kind;
  const first = shape.boxLeft / tileSize;
  const last = (shape.boxRight - 1) / tileSize;
  const lastRow = (shape.boxBottom - 1) / tileSize;
  const isOpaqueFill = kind === fillKind && shape.blendMode === blendOver && hasFullAlpha(shape);
  for (let row = shape.boxTop / tileSize; row <= lastRow; row++) {
    if (kind === spotlightKind) markSpotlight(changetype<Spotlight>(shape), row, hash, order);
    else if (isOpaqueFill) markOpaqueFill(changetype<Fill>(shape), row, hash, order);
    else touchTiles(row, first, last, hash);
  }
}

/** @inline */
function hasFullAlpha(shape: Item): bool {
  return shape.tint >> 48 === <u64>fullTint;
}

/** The tiles that lie fully inside hide everything below. */
function markOpaqueFill(fill: Fill, row: i32, hash: u64, order: u32): void {
  const first = fill.boxLeft / tileSize;
  const last = (fill.boxRight - 1) / tileSize;
  const isRowInside = fill.top <= <f32>(row * tileSize) && fill.bottom >= <f32>min(height, row * tileSize + tileSize);
  const coveredFirst = <i32>Mathf.ceil(max<f32>(fill.left, 0) / <f32>tileSize);
  const coveredLast = fill.right >= <f32>width ? last : <i32>(fill.right / <f32>tileSize) - 1;
  if (isRowInside && coveredFirst <= coveredLast) {
    touchTiles(row, first, coveredFirst - 1, hash);
    coverTiles(row, coveredFirst, coveredLast, hash, order);
    touchTiles(row, coveredLast + 1, last, hash);
  } else touchTiles(row, first, last, hash);
}

/** Paints the part in one row of tiles. */
export function paintShape(shape: Item, row: i32, order: u32): void {
  if (<i32>shape.kind === spotlightKind) {
    paintSpotlight(changetype<Spotlight>(shape), row, order);
    return;
  }
  const end = (shape.boxRight + tileSize - 1) / tileSize;
  for (let column = shape.boxLeft / tileSize; findVisibleRun(row, column, end, order); column = runEnd) {
    paintRun(shape, row, runFirst, runEnd);
  }
}

function paintRun(shape: Item, row: i32, first: i32, end: i32): void {
  const top = max(row * tileSize, shape.boxTop);
  const bottom = min(row * tileSize + tileSize, shape.boxBottom);
  const left = max(first * tileSize, shape.boxLeft) & ~3;
  const right = min(end * tileSize, shape.boxRight);
  if (<i32>shape.kind === fillKind) {
    paintFill(changetype<Fill>(shape), left, top, right, bottom);
    return;
  }
  for (let y = top; y < bottom; y++) paintRow(shape, left, right, y);
}

/** Rows that lie fully inside a rectangle are all alike: each quad is computed once and blended into all of them. */
function paintFill(fill: Fill, left: i32, top: i32, right: i32, bottom: i32): void {
  const firstFull = min(bottom, max(top, <i32>Mathf.ceil(fill.top)));
  const endFull = max(firstFull, min(bottom, <i32>Mathf.floor(fill.bottom)));
  for (let y = top; y < firstFull; y++) paintRow(fill, left, right, y);
  for (let y = endFull; y < bottom; y++) paintRow(fill, left, right, y);
  if (firstFull === endFull) return;
  const blendMode = fill.blendMode;
  const alphas = alphaMask();
  const stride = frameStride;
  for (let x = left; x < right; x += 4) {
    const quad = colouredQuad(fill, fillCoverage(fill, columnsFrom(x), 1));
    let at = frame + <usize>(firstFull * stride + x * 4);
    const last = at + <usize>((endFull - firstFull) * stride);
    for (; at < last; at += stride) blend(quad, at, blendMode, alphas);
  }
}

// A spotlight moves all the time, but most of the screen stays as dark as before. So only the tiles at the edge of the
// light depend on its position; tiles inside show everything, and tiles outside are equally dark.
const lit: i32 = 0;
const edgeOfLight: i32 = 1;
const dark: i32 = 2;
const darknessHash: u64 = 0x6a09e667f3bcc909;

function markSpotlight(spotlight: Spotlight, row: i32, hash: u64, order: u32): void {
  const hidesBelow = hasFullAlpha(spotlight);
  const last = (spotlight.boxRight - 1) / tileSize;
  for (let column = spotlight.boxLeft / tileSize; column <= last; column++) {
    const light = lightIn(spotlight, column, row);
    if (light === edgeOfLight) touchTiles(row, column, column, hash);
    else if (light === dark && hidesBelow) coverTiles(row, column, column, darknessHash, order);
    else if (light === dark) touchTiles(row, column, column, darknessHash ^ spotlight.tint);
  }
}

function paintSpotlight(spotlight: Spotlight, row: i32, order: u32): void {
  const hidesBelow = hasFullAlpha(spotlight);
  const end = (spotlight.boxRight + tileSize - 1) / tileSize;
  for (let column = spotlight.boxLeft / tileSize; findVisibleRun(row, column, end, order); column = runEnd) {
    for (let tile = runFirst; tile < runEnd; tile++) {
      const light = lightIn(spotlight, tile, row);
      if (light === dark && hidesBelow) clearTile(tile, row);
      else if (light !== lit) paintRun(spotlight, row, tile, tile + 1);
    }
  }
}

/** Returns whether a tile is lit, dark, or at the edge of the light, with a pixel of tolerance. */
function lightIn(spotlight: Spotlight, column: i32, row: i32): i32 {
  const x = Mathf.abs(<f32>(column * tileSize + tileSize / 2) - spotlight.x);
  const y = Mathf.abs(<f32>(row * tileSize + tileSize / 2) - spotlight.y);
  const inner = spotlight.innerRadius;
  const half = <f32>(tileSize / 2);
  const farX = x + half;
  const farY = y + half;
  if (inner > 1 && farX * farX + farY * farY < (inner - 1) * (inner - 1)) return lit;
  const nearX = max<f32>(0, x - half);
  const nearY = max<f32>(0, y - half);
  const darkFrom = max<f32>(spotlight.outerRadius, inner + 1) + 1;
  return nearX * nearX + nearY * nearY > darkFrom * darkFrom ? dark : edgeOfLight;
}

const firstLanes = memory.data<u8>([0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5], 16);
const lastLanes = memory.data<u8>([8, 9, 8, 9, 8, 9, 8, 9, 12, 13, 12, 13, 12, 13, 12, 13], 16);

function paintRow(shape: Item, left: i32, right: i32, y: i32): void {
  const kind = <i32>shape.kind;
  const blendMode = shape.blendMode;
  const alphas = alphaMask();
  const fill = changetype<Fill>(shape);
  const down = kind === fillKind ? overlap(fill.top, fill.bottom, <f32>y) : <f32>y + 0.5;
  let at = frame + <usize>(y * frameStride + left * 4);
  for (let x = left; x < right; x += 4, at += 16) {
    const columns = columnsFrom(x);
    const coverage =
      kind === fillKind
        ? fillCoverage(fill, columns, down)
        : kind === pieKind
          ? pieCoverage(changetype<Pie>(shape), columns, down)
          : spotlightCoverage(changetype<Spotlight>(shape), columns, down);
    if (v128.any_true(coverage)) blend(colouredQuad(shape, coverage), at, blendMode, alphas);
  }
}

/** @inline */
function columnsFrom(x: i32): v128 {
  return f32x4.add(f32x4.splat(<f32>x), f32x4(0, 1, 2, 3));
}

/** Returns a quad in the colour of a shape that covers these fractions of its pixels. @inline */
function colouredQuad(shape: Item, coverage: v128): v128 {
  const tint = shape.tint16();
  const weights = i32x4.trunc_sat_f32x4_s(f32x4.mul(coverage, f32x4.splat(<f32>fullTint)));
  return toBytes(
    i16x8.q15mulr_sat_s(tint, i8x16.swizzle(weights, v128.load(firstLanes))),
    i16x8.q15mulr_sat_s(tint, i8x16.swizzle(weights, v128.load(lastLanes))),
  );
}

/** Returns how much of the pixel at `at` lies between two edges. @inline */
function overlap(from: f32, to: f32, at: f32): f32 {
  return max<f32>(0, min(to, at + 1) - max(from, at));
}

/** @inline */
function fillCoverage(fill: Fill, columns: v128, down: f32): v128 {
  const end = f32x4.min(f32x4.splat(fill.right), f32x4.add(columns, f32x4.splat(1)));
  const across = f32x4.sub(end, f32x4.max(f32x4.splat(fill.left), columns));
  return f32x4.mul(f32x4.max(across, f32x4.splat(0)), f32x4.splat(down));
}

/** Estimates the coverage from the distances to the rim and to the two straight edges. @inline */
function pieCoverage(pie: Pie, columns: v128, centre: f32): v128 {
  const half = f32x4.splat(0.5);
  const x = f32x4.sub(f32x4.add(columns, half), f32x4.splat(pie.x));
  const y = centre - pie.y;
  const sweep = pie.sweep;
  const disc = clamp01(f32x4.sub(f32x4.splat(pie.radius + 0.5), length(x, y)));
  const turn = min<f32>(Mathf.abs(sweep), 1);
  if (turn >= 1) return disc;
  // An anticlockwise slice is the mirror image of a clockwise one. Angles start at twelve o'clock.
  const mirrored = sweep < 0 ? f32x4.neg(x) : x;
  const angle = turn * 2 * <f32>Math.PI;
  const start = clamp01(f32x4.add(mirrored, half));
  const far = f32x4.sub(f32x4.splat(Mathf.sin(angle) * -y + 0.5), f32x4.mul(f32x4.splat(Mathf.cos(angle)), mirrored));
  const stop = clamp01(far);
  return f32x4.mul(disc, turn <= 0.5 ? f32x4.min(start, stop) : f32x4.max(start, stop));
}

/** Covers nothing within the inner radius and all beyond the outer one, with a smooth step between. @inline */
function spotlightCoverage(spotlight: Spotlight, columns: v128, centre: f32): v128 {
  const x = f32x4.sub(f32x4.add(columns, f32x4.splat(0.5)), f32x4.splat(spotlight.x));
  const inner = spotlight.innerRadius;
  const beyond = f32x4.sub(length(x, centre - spotlight.y), f32x4.splat(inner));
  const edge = clamp01(f32x4.div(beyond, f32x4.splat(max<f32>(spotlight.outerRadius - inner, 1))));
  const steep = f32x4.sub(f32x4.splat(3), f32x4.add(edge, edge));
  return f32x4.mul(f32x4.mul(edge, edge), steep);
}

/** @inline */
function length(x: v128, y: f32): v128 {
  return f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.splat(y * y)));
}

/** @inline */
function clamp01(values: v128): v128 {
  return f32x4.max(f32x4.splat(0), f32x4.min(f32x4.splat(1), values));
}
