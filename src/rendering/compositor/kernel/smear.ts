// A picture as it looks while it turns about its middle: each of its rings is a running mean of itself. It is laid out as
// rings of equally many pixels, smeared along them, and put together again, so that a long way costs no more than a short one.

import {
  finishLevel,
  imageHeight,
  imageWidth,
  laySingleLevel,
  levelCount,
  levelHeight,
  levelOf,
  levelPixels,
  levelSpans,
  levelWidth,
  pixelAt,
  rowBytes,
} from './image';

const TURN: f64 = 2 * Math.PI;
/** So many pixels of a ring are smeared into one; more would not be seen. */
const MOMENTS: f64 = 24;
/** Rings a pixel: edges along the way are not smeared, and stay as sharp as they are. */
const DENSITY: i32 = 2;

/**
 * How far from its middle a picture shows something, in pixels of a copy of which there are `fineness`, up to 1, for one of
 * its own. The copy has twice that a side.
 */
export function smearReach(image: usize, fineness: f64): i32 {
  const number = levelFor(image, fineness);
  const level = levelOf(image, number);
  const middleX = middleOf(imageWidth(image), number);
  const middleY = middleOf(imageHeight(image), number);
  let furthest = 0.0;
  let span = levelSpans(level);
  for (let y = 0; y < levelHeight(level); y++, span += 8) {
    const first = <f64>load<i16>(span);
    const end = <f64>load<i16>(span, 2);
    if (first >= end) continue;
    const across = Math.max(middleX - first, end - middleX);
    const down = Math.max(middleY - <f64>y, <f64>(y + 1) - middleY);
    furthest = Math.max(furthest, across * across + down * down);
  }
  return <i32>Math.ceil(Math.sqrt(furthest) * fineness * <f64>(1 << number)) + 1;
}

/** How many bytes `smearImage` needs besides the copy. */
export function smearingBytes(reach: i32, sweep: f64): i32 {
  const angles = anglesOf(reach, sweep);
  return angles * 2 * 16 + (reach * DENSITY + 1) * (angles + 1) * 4;
}

/** Makes such a copy of all that is seen of a picture in a turn of `sweep` radians. */
export function smearImage(target: usize, image: usize, fineness: f64, room: usize, reach: i32, sweep: f64): void {
  const angles = anglesOf(reach, sweep);
  const rings = room + <usize>(angles * 2 * 16);
  const ringBytes = <usize>((angles + 1) * 4);
  const steps = Math.min((sweep * <f64>angles) / TURN, <f64>(angles - 3));
  for (let i = 0; i <= reach * DENSITY; i++) {
    readRing(room, image, fineness, <f64>i / <f64>DENSITY, angles);
    smearRing(rings + <usize>i * ringBytes, room, angles, steps);
  }
  const side = reach * 2;
  const pixels = laySingleLevel(target, side, side);
  // Four pixels lie alike about the middle.
  for (let y = 0; y < reach; y++) {
    const above = pixelAt(pixels, side, reach, reach - 1 - y);
    const below = pixelAt(pixels, side, reach, reach + y);
    for (let x = 0; x < reach; x++) {
      const across = <f32>x + 0.5;
      const down = <f32>y + 0.5;
      const radius = Mathf.sqrt(across * across + down * down);
      if (radius >= <f32>reach) break;
      const place = radius * <f32>DENSITY;
      const i = <i32>place;
      const ring = rings + <usize>i * ringBytes;
      const part = place - <f32>i;
      const angle = Mathf.atan2(down, across) * <f32>(1 / TURN) * <f32>angles;
      const half = <f32>(angles / 2);
      const right = (<usize>x) << 2;
      const left = <usize>0 - right - 4;
      putPixel(below + right, ring, ringBytes, angle, part);
      putPixel(below + left, ring, ringBytes, half - angle, part);
      putPixel(above + left, ring, ringBytes, half + angle, part);
      putPixel(above + right, ring, ringBytes, <f32>angles - angle, part);
    }
  }
  finishLevel(target);
}

/** Puts a pixel at an angle, between a ring and the next. */
@inline function putPixel(to: usize, ring: usize, ringBytes: usize, angle: f32, part: f32): void {
  const i = <i32>angle;
  storePixel(to, between(ring + ((<usize>i) << 2), ringBytes, angle - <f32>i, part));
}

/** The number of the coarsest level that is fine enough. */
function levelFor(image: usize, fineness: f64): i32 {
  let number = 0;
  for (; fineness <= 0.5 && number + 1 < levelCount(image); number++) fineness *= 2;
  return number;
}

/** Where the middle of a whole picture lies in one of its levels. */
@inline function middleOf(length: i32, level: i32): f64 {
  return <f64>length / <f64>(2 << level);
}

/** How many pixels a ring has: at most one for every two of the outermost. */
function anglesOf(reach: i32, sweep: f64): i32 {
  return max(4, <i32>(TURN * Math.min(<f64>reach / 2, MOMENTS / sweep)) & ~3);
}

/** Reads a ring of a picture, and half of it once more at either end: four floats a pixel. */
function readRing(ring: usize, image: usize, fineness: f64, radius: f64, angles: i32): void {
  const number = levelFor(image, fineness);
  const level = levelOf(image, number);
  const pixels = levelPixels(level);
  const stride = <usize>rowBytes(levelWidth(level));
  const limitX = <f32>(levelWidth(level) + 1);
  const limitY = <f32>(levelHeight(level) + 1);
  // In padded coordinates, of pixels' centres.
  const middleX = <f32>(middleOf(imageWidth(image), number) + 0.5);
  const middleY = <f32>(middleOf(imageHeight(image), number) + 0.5);
  const distance = <f32>(radius / (fineness * <f64>(1 << number)));
  const half = <usize>(angles / 2) << 4;
  const whole = <usize>angles << 4;
  // Each direction is the one before, turned by one step.
  const step = TURN / <f64>angles;
  const stepX = Math.cos(step);
  const stepY = Math.sin(step);
  let x = 1.0;
  let y = 0.0;
  for (let at = ring + half; at < ring + half + whole; at += 16) {
    const u = middleX + <f32>x * distance;
    const v = middleY + <f32>y * distance;
    const seen = u >= 0 && v >= 0 && u < limitX && v < limitY;
    const left = <i32>u;
    const top = <i32>v;
    const from = pixels + <usize>top * stride + ((<usize>left) << 2);
    v128.store(at, seen ? between(from, stride, u - <f32>left, v - <f32>top) : f32x4.splat(0));
    const nextX = x * stepX - y * stepY;
    y = x * stepY + y * stepX;
    x = nextX;
  }
  memory.copy(ring, ring + whole, half);
  memory.copy(ring + half + whole, ring + half, half);
}

/** Each pixel becomes the mean of those so many steps around it, of which the outermost count in part. */
function smearRing(to: usize, ring: usize, angles: i32, steps: f64): void {
  const first = to;
  const inner = <usize>Math.max(0, Math.floor((steps - 1) / 2));
  const part = f32x4.splat(<f32>Math.max(0, (steps - 1) / 2 - <f64>inner));
  const share = f32x4.splat(<f32>(1 / Math.max(1, steps)));
  const reach = inner << 4;
  let at = ring + ((<usize>(angles / 2)) << 4);
  const end = at + ((<usize>angles) << 4);
  let sum = f32x4.splat(0);
  for (let each = at - reach; each <= at + reach; each += 16) sum = f32x4.add(sum, v128.load(each));
  for (; at < end; at += 16, to += 4) {
    const before = v128.load(at - reach - 16);
    const after = v128.load(at + reach + 16);
    const all = f32x4.add(sum, f32x4.mul(f32x4.add(before, after), part));
    storePixel(to, f32x4.mul(all, share));
    sum = f32x4.add(sum, f32x4.sub(after, v128.load(at - reach)));
  }
  // Behind the last comes the first.
  store<u32>(to, load<u32>(first));
}

/** A pixel between four whose first is at `from`: four floats. */
@inline function between(from: usize, stride: usize, across: f32, down: f32): v128 {
  const above = v128.extend_low<u8>(v128.load64_zero(from));
  const below = v128.extend_low<u8>(v128.load64_zero(from + stride));
  const left = mix(v128.extend_low<u16>(above), v128.extend_low<u16>(below), down);
  const right = mix(v128.extend_high<u16>(above), v128.extend_high<u16>(below), down);
  return f32x4.add(left, f32x4.mul(f32x4.sub(right, left), f32x4.splat(across)));
}

@inline function mix(one: v128, other: v128, share: f32): v128 {
  const from = f32x4.convert_i32x4_u(one);
  return f32x4.add(from, f32x4.mul(f32x4.sub(f32x4.convert_i32x4_u(other), from), f32x4.splat(share)));
}

@inline function storePixel(to: usize, pixel: v128): void {
  const words = i32x4.trunc_sat_f32x4_s(f32x4.add(pixel, f32x4.splat(0.5)));
  const halves = i16x8.narrow_i32x4_u(words, words);
  v128.store32_lane(to, i8x16.narrow_i16x8_u(halves, halves), 0);
}
