// Plain shapes: filled boxes, slices of a disc, and the darkness around a spotlight.

import { alphaMask, blendOne } from './blend';
import { findRun, runEnd, runFirst } from './runs';
import { frame, frameStride, height, TILE, width } from './state';
import { touch } from './tiles';

let boxLeft: i32 = 0;
let boxTop: i32 = 0;
let boxRight: i32 = 0;
let boxBottom: i32 = 0;

// record: kind, then as f32 — fill: 8 left, 12 top, 16 right, 20 bottom; pie: 8 x, 12 y, 16 radius, 20 sweep;
// spotlight: 8 x, 12 y, 16 inner, 20 outer. 32: modulate (the spotlight's alpha in its last lane).
export const FILL: u32 = 2;
export const PIE: u32 = 3;
export const SPOTLIGHT: u32 = 4;

function box(record: usize): bool {
  const kind = <u32>load<u8>(record);
  const p0 = load<f32>(record, 8);
  const p1 = load<f32>(record, 12);
  const p2 = load<f32>(record, 16);
  const p3 = load<f32>(record, 20);
  if (kind == SPOTLIGHT) {
    boxLeft = 0;
    boxTop = 0;
    boxRight = width;
    boxBottom = height;
    return true;
  }
  const left = kind == FILL ? p0 : p0 - p2 - 1;
  const top = kind == FILL ? p1 : p1 - p2 - 1;
  const right = kind == FILL ? p2 : p0 + p2 + 1;
  const bottom = kind == FILL ? p3 : p1 + p2 + 1;
  boxLeft = max(0, <i32>Mathf.floor(left));
  boxTop = max(0, <i32>Mathf.floor(top));
  boxRight = min(width, <i32>Mathf.ceil(right));
  boxBottom = min(height, <i32>Mathf.ceil(bottom));
  return boxLeft < boxRight && boxTop < boxBottom;
}

export function markShape(record: usize, hash: u64): void {
  if (!box(record)) return;
  for (let row = boxTop / TILE; row * TILE < boxBottom; row++) touch(row, boxLeft / TILE, (boxRight - 1) / TILE, hash);
}

export function paintShape(record: usize): void {
  if (!box(record)) return;
  for (let row = boxTop / TILE; row * TILE < boxBottom; row++) {
    const top = max(row * TILE, boxTop);
    const bottom = min(row * TILE + TILE, boxBottom);
    for (let column = boxLeft / TILE; findRun(row, column, (boxRight + TILE - 1) / TILE); column = runEnd) {
      const left = max(runFirst * TILE, boxLeft);
      const right = min(runEnd * TILE, boxRight);
      for (let y = top; y < bottom; y++) paintRow(record, left, right, y);
    }
  }
}

function paintRow(record: usize, left: i32, right: i32, y: i32): void {
  const kind = <u32>load<u8>(record);
  const additive = load<u8>(record, 1) != 0;
  const modulate = v128.load64_splat(record + 32);
  const spread = alphaMask();
  let at = frame + <usize>(y * frameStride + left * 4);
  for (let x = left; x < right; x++, at += 4) {
    if (kind == SPOTLIGHT) {
      darken(record, x, y, at);
      continue;
    }
    const cover = kind == FILL ? boxCover(record, x, y) : pieCover(record, <f32>x + 0.5, <f32>y + 0.5);
    if (cover <= 0) continue;
    const colour = i16x8.q15mulr_sat_s(modulate, i16x8.splat(<i16>(cover * 32767)));
    blendOne(colour, at, additive, spread);
  }
}

/** How much of a pixel lies in the box. */
function boxCover(record: usize, x: i32, y: i32): f32 {
  const across = min(load<f32>(record, 16), <f32>(x + 1)) - max(load<f32>(record, 8), <f32>x);
  const down = min(load<f32>(record, 20), <f32>(y + 1)) - max(load<f32>(record, 12), <f32>y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** How much of a pixel lies in the slice, by its distance to the rim and to the two straight edges. */
function pieCover(record: usize, px: f32, py: f32): f32 {
  const x = px - load<f32>(record, 8);
  const y = py - load<f32>(record, 12);
  const sweep = load<f32>(record, 20);
  const rim = load<f32>(record, 16) - Mathf.sqrt(x * x + y * y) + 0.5;
  if (rim <= 0) return 0;
  const disc = min<f32>(rim, 1);
  const turn = min<f32>(Mathf.abs(sweep), 1);
  if (turn >= 1) return disc;
  // Anticlockwise slices are clockwise ones in a mirror. Angles run from twelve o'clock.
  const mx = sweep < 0 ? -x : x;
  const angle = turn * 2 * <f32>Math.PI;
  const start = clamp01(mx + 0.5);
  const stop = clamp01(Mathf.sin(angle) * -y - Mathf.cos(angle) * mx + 0.5);
  return disc * (turn <= 0.5 ? min(start, stop) : max(start, stop));
}

@inline function clamp01(value: f32): f32 {
  return max<f32>(0, min<f32>(1, value));
}

function darken(record: usize, x: i32, y: i32, at: usize): void {
  const dx = <f32>x + 0.5 - load<f32>(record, 8);
  const dy = <f32>y + 0.5 - load<f32>(record, 12);
  const inner = load<f32>(record, 16);
  const outer = load<f32>(record, 20);
  const edge = clamp01((Mathf.sqrt(dx * dx + dy * dy) - inner) / max<f32>(outer - inner, 1));
  const dark = edge * edge * (3 - 2 * edge) * (<f32>load<i16>(record, 38) / 32767);
  const left = <i32>((<f32>1 - dark) * 256);
  store<u8>(at, (<i32>load<u8>(at) * left) >> 8);
  store<u8>(at, (<i32>load<u8>(at, 1) * left) >> 8, 1);
  store<u8>(at, (<i32>load<u8>(at, 2) * left) >> 8, 2);
}
