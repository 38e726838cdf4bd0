// Spin blur: an image as it looks while it rotates about its centre. The image is resampled into rings of equally many
// samples, each ring is blurred with a running mean, and the rings are put together again. So a long rotation costs no more
// than a short one.

import { ensureLevel, finishLevel } from './finish-image.ts';
import { Image, initSingleLevel, rowBytes, spanBytes } from './image.ts';
import { centreOf, interpolate, levelFor, storePixel } from './sample-image.ts';

const fullTurn: f64 = 2 * Math.PI;
/** Samples of a ring that are blurred into one pixel; more make no visible difference. */
const samplesPerPixel: f64 = 24;
/** Edges along the direction of rotation are not blurred, so rings must be dense enough to keep them sharp. */
const ringsPerPixel: i32 = 2;
/** Interpolation reaches one pixel further, and the centre of an odd level is up to half a pixel from its middle. */
const ringMargin: f64 = 3;

/**
 * Returns the distance from an image's centre to its outermost visible pixel, in pixels of a copy at `scale` (at most 1).
 * The copy's sides are twice as long.
 */
export function spinBlurRadius(image: Image, scale: f64): i32 {
  const number = levelFor(image, scale);
  const level = ensureLevel(image, number);
  const centreX = centreOf(image.width, number);
  const centreY = centreOf(image.height, number);
  let furthest = 0.0;
  let span = level.spans;
  for (let y = 0; y < level.height; y++, span += spanBytes) {
    const first = <f64>load<i16>(span);
    const end = <f64>load<i16>(span, 2);
    if (first >= end) continue;
    const across = Math.max(centreX - first, end - centreX);
    const down = Math.max(centreY - <f64>y, <f64>(y + 1) - centreY);
    furthest = Math.max(furthest, across * across + down * down);
  }
  return <i32>Math.ceil(Math.sqrt(furthest) * scale * <f64>(1 << number)) + 1;
}

/** Returns the bytes of scratch memory that `spinBlurImage` needs. */
export function spinBlurScratchBytes(maxRadius: i32, sweep: f64): i32 {
  const samples = sampleCount(maxRadius, sweep);
  return samples * 2 * 16 + (maxRadius * ringsPerPixel + 1) * (samples + 1) * 4;
}

/** Makes a copy of an image, blurred by a rotation of `sweep` radians. */
export function spinBlurImage(
  target: Image,
  image: Image,
  scale: f64,
  scratch: usize,
  maxRadius: i32,
  sweep: f64,
): void {
  const samples = sampleCount(maxRadius, sweep);
  const rings = scratch + <usize>(samples * 2 * 16);
  const ringBytes = <usize>((samples + 1) * 4);
  const steps = Math.min((sweep * <f64>samples) / fullTurn, <f64>(samples - 3));
  const number = levelFor(image, scale);
  const level = ensureLevel(image, number);
  const ringsPerLevelPixel = scale * <f64>(1 << number) * <f64>ringsPerPixel;
  const firstVisible = <i32>((<f64>level.innerRadius - ringMargin) * ringsPerLevelPixel);
  const lastVisible = <i32>((<f64>level.outerRadius + ringMargin) * ringsPerLevelPixel) + 1;
  for (let i = 0; i <= maxRadius * ringsPerPixel; i++) {
    if (i < firstVisible || i > lastVisible) {
      memory.fill(rings + <usize>i * ringBytes, 0, ringBytes);
      continue;
    }
    readRing(scratch, image, scale, <f64>i / <f64>ringsPerPixel, samples);
    blurRing(rings + <usize>i * ringBytes, scratch, samples, steps);
  }
  const side = maxRadius * 2;
  const blurred = initSingleLevel(target, side, side);
  // Four pixels are symmetric about the centre.
  for (let y = 0; y < maxRadius; y++) {
    const above = blurred.pixelAt(maxRadius, maxRadius - 1 - y);
    const below = blurred.pixelAt(maxRadius, maxRadius + y);
    for (let x = 0; x < maxRadius; x++) {
      const across = <f32>x + 0.5;
      const down = <f32>y + 0.5;
      const radius = Mathf.sqrt(across * across + down * down);
      if (radius >= <f32>maxRadius) break;
      const position = radius * <f32>ringsPerPixel;
      const i = <i32>position;
      if (i + 1 < firstVisible) continue;
      const ring = rings + <usize>i * ringBytes;
      const part = position - <f32>i;
      const angle = Mathf.atan2(down, across) * <f32>(1 / fullTurn) * <f32>samples;
      const half = <f32>(samples / 2);
      const right = (<usize>x) << 2;
      const left = <usize>0 - right - 4;
      putPixel(below + right, ring, ringBytes, angle, part);
      putPixel(below + left, ring, ringBytes, half - angle, part);
      putPixel(above + left, ring, ringBytes, half + angle, part);
      putPixel(above + right, ring, ringBytes, <f32>samples - angle, part);
    }
  }
  finishLevel(target);
}

/** Stores the pixel at an angle, interpolated between a ring and the next. @inline */
function putPixel(to: usize, ring: usize, ringBytes: usize, angle: f32, part: f32): void {
  const i = <i32>angle;
  storePixel(to, interpolate(ring + ((<usize>i) << 2), ringBytes, angle - <f32>i, part));
}

/** Returns the number of samples per ring: at most one for every two pixels of the outermost ring. */
function sampleCount(maxRadius: i32, sweep: f64): i32 {
  return max(4, <i32>(fullTurn * Math.min(<f64>maxRadius / 2, samplesPerPixel / sweep)) & ~3);
}

/** Samples a ring of an image, four floats per sample, and repeats half of it at either end. */
function readRing(ring: usize, image: Image, scale: f64, radius: f64, samples: i32): void {
  const number = levelFor(image, scale);
  const level = ensureLevel(image, number);
  const pixels = level.pixels;
  const stride = <usize>rowBytes(level.width);
  const limitX = <f32>(level.width + 1);
  const limitY = <f32>(level.height + 1);
  // In padded coordinates of pixel centres.
  const centreX = <f32>(centreOf(image.width, number) + 0.5);
  const centreY = <f32>(centreOf(image.height, number) + 0.5);
  const distance = <f32>(radius / (scale * <f64>(1 << number)));
  const half = (<usize>(samples / 2)) << 4;
  const whole = (<usize>samples) << 4;
  // Each direction is the previous one, rotated by one step.
  const step = fullTurn / <f64>samples;
  const stepX = Math.cos(step);
  const stepY = Math.sin(step);
  let x = 1.0;
  let y = 0.0;
  for (let at = ring + half; at < ring + half + whole; at += 16) {
    const u = centreX + <f32>x * distance;
    const v = centreY + <f32>y * distance;
    const isInside = u >= 0 && v >= 0 && u < limitX && v < limitY;
    const left = <i32>u;
    const top = <i32>v;
    const from = pixels + <usize>top * stride + ((<usize>left) << 2);
    v128.store(at, isInside ? interpolate(from, stride, u - <f32>left, v - <f32>top) : f32x4.splat(0));
    const nextX = x * stepX - y * stepY;
    y = x * stepY + y * stepX;
    x = nextX;
  }
  memory.copy(ring, ring + whole, half);
  memory.copy(ring + half + whole, ring + half, half);
}

/** Replaces each sample by the mean of the `steps` samples around it, of which the outermost count in part. */
function blurRing(to: usize, ring: usize, samples: i32, steps: f64): void {
  const first = to;
  const inner = <usize>Math.max(0, Math.floor((steps - 1) / 2));
  const part = f32x4.splat(<f32>Math.max(0, (steps - 1) / 2 - <f64>inner));
  const weight = f32x4.splat(<f32>(1 / Math.max(1, steps)));
  const offset = inner << 4;
  let at = ring + ((<usize>(samples / 2)) << 4);
  const end = at + ((<usize>samples) << 4);
  let sum = f32x4.splat(0);
  for (let each = at - offset; each <= at + offset; each += 16) sum = f32x4.add(sum, v128.load(each));
  for (; at < end; at += 16, to += 4) {
    const before = v128.load(at - offset - 16);
    const after = v128.load(at + offset + 16);
    const all = f32x4.add(sum, f32x4.mul(f32x4.add(before, after), part));
    storePixel(to, f32x4.mul(all, weight));
    sum = f32x4.add(sum, f32x4.sub(after, v128.load(at - offset)));
  }
  // The first sample follows the last.
  store<u32>(to, load<u32>(first));
}
