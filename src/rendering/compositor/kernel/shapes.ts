// Shapes without an image: rectangles with soft edges and slices of a disc, which compute how much of every pixel of a quad
// they cover, and spotlights (spotlight.ts).

import { blendOver, fillKind, spotlightKind, tileSize } from '../layout.ts';
import { clamp01, colouredQuad, columnsFrom, length } from './coverage.ts';
import { frame, frameStride, height, width } from './frame-buffer.ts';
import { alphaMask, alphasOf, blend, tinted } from './pixels/blend.ts';
import { loopConstant } from './pixels/loop-constant.ts';
import { Fill, Item, Pie, Spotlight } from './record.ts';
import { markSpotlight, paintSpotlight } from './spotlight.ts';
import { coverTiles, touchTiles } from './tiles/tile-hashes.ts';
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
  const isOpaqueFill = kind === fillKind && shape.blendMode === blendOver && shape.hasFullAlpha();
  for (let row = shape.boxTop / tileSize; row <= lastRow; row++) {
    if (kind === spotlightKind) markSpotlight(changetype<Spotlight>(shape), row, hash, order);
    else if (isOpaqueFill) markOpaqueFill(changetype<Fill>(shape), row, hash, order);
    else touchTiles(row, first, last, hash);
  }
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
  paintPie(changetype<Pie>(shape), left, top, right, bottom);
}

/** The rows that lie fully inside a rectangle are all alike, and so are the pixels of a row between its two edges. */
function paintFill(fill: Fill, left: i32, top: i32, right: i32, bottom: i32): void {
  const firstFull = min(bottom, max(top, <i32>Mathf.ceil(fill.top)));
  const endFull = max(firstFull, min(bottom, <i32>Mathf.floor(fill.bottom)));
  for (let y = top; y < firstFull; y++) paintAlikeRows(fill, left, right, y, y + 1);
  for (let y = endFull; y < bottom; y++) paintAlikeRows(fill, left, right, y, y + 1);
  const innerLeft = min(right, max(left, (<i32>Mathf.ceil(fill.left) + 3) & ~3));
  const innerRight = max(innerLeft, min(right, <i32>Mathf.floor(fill.right)) & ~3);
  paintAlikeRows(fill, left, innerLeft, firstFull, endFull);
  paintAlikeRows(fill, innerRight, right, firstFull, endFull);
  const inside = colouredQuad(fill.tint16(), f32x4.splat(1));
  for (let y = firstFull; y < endFull; y++) {
    const row = frame + <usize>(y * frameStride);
    paintInside(inside, row + ((<usize>innerLeft) << 2), row + ((<usize>innerRight) << 2), fill.blendMode);
  }
}

/** Paints rows that a rectangle covers equally, column by column, as each quad of a column is the same. */
function paintAlikeRows(fill: Fill, left: i32, right: i32, top: i32, bottom: i32): void {
  if (top >= bottom) return;
  const blendMode = fill.blendMode;
  const alphas = alphaMask();
  const down = overlap(fill.top, fill.bottom, <f32>top);
  const stride = frameStride;
  for (let x = left; x < right; x += 4) {
    const coverage = fillCoverage(fill, columnsFrom(x), down);
    if (!v128.any_true(coverage)) continue;
    const quad = loopConstant(colouredQuad(fill.tint16(), coverage));
    let at = frame + <usize>(top * stride + x * 4);
    for (let y = top; y < bottom; y++, at += stride) blend(quad, at, blendMode, alphas);
  }
}

/** Blends the same quad into a part of a row. */
function paintInside(quad: v128, from: usize, end: usize, blendMode: i32): void {
  const alphas = alphaMask();
  if (blendMode !== blendOver) {
    for (let at = from; at < end; at += 16) blend(quad, at, blendMode, alphas);
    return;
  }
  const above = loopConstant(quad);
  const rest = loopConstant(v128.not(alphasOf(quad)));
  for (let at = from; at < end; at += 16) v128.store(at, v128.add_sat<u8>(above, tinted(v128.load(at), rest)));
}

function paintPie(pie: Pie, left: i32, top: i32, right: i32, bottom: i32): void {
  const blendMode = pie.blendMode;
  const alphas = alphaMask();
  const tint = loopConstant(pie.tint16());
  const angle = turnOf(pie) * 2 * <f32>Math.PI;
  const sin = Mathf.sin(angle);
  const cos = Mathf.cos(angle);
  for (let y = top; y < bottom; y++) {
    let at = frame + <usize>(y * frameStride + left * 4);
    for (let x = left; x < right; x += 4, at += 16) {
      const coverage = pieCoverage(pie, columnsFrom(x), <f32>y + 0.5, sin, cos);
      if (v128.any_true(coverage)) blend(colouredQuad(tint, coverage), at, blendMode, alphas);
    }
  }
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

/** Returns the size of a slice as a fraction of a turn. @inline */
function turnOf(pie: Pie): f32 {
  return min<f32>(Mathf.abs(pie.sweep), 1);
}

/**
 * Estimates the coverage from the distances to the rim and to the two straight edges; `sin` and `cos` are those of the
 * slice's angle.
 * @inline
 */
function pieCoverage(pie: Pie, columns: v128, centre: f32, sin: f32, cos: f32): v128 {
  const half = f32x4.splat(0.5);
  const x = f32x4.sub(f32x4.add(columns, half), f32x4.splat(pie.x));
  const y = centre - pie.y;
  const disc = clamp01(f32x4.sub(f32x4.splat(pie.radius + 0.5), length(x, y)));
  const turn = turnOf(pie);
  if (turn >= 1) return disc;
  // An anticlockwise slice is the mirror image of a clockwise one. Angles start at twelve o'clock.
  const mirrored = pie.sweep < 0 ? f32x4.neg(x) : x;
  const start = clamp01(f32x4.add(mirrored, half));
  const far = f32x4.sub(f32x4.splat(sin * -y + 0.5), f32x4.mul(f32x4.splat(cos), mirrored));
  const stop = clamp01(far);
  return f32x4.mul(disc, turn <= 0.5 ? f32x4.min(start, stop) : f32x4.max(start, stop));
}
