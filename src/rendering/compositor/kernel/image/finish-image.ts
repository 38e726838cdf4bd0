// Prepares images for painting, once their pixels are in memory.

import { alphasOf } from '../pixels/blend.ts';
import { firstProducts, otherProducts, upperBytes } from '../pixels/halves.ts';
import { Image, Level, oneColour, originIn, paddedBytes, pixelAt, rowBytes, sharpEdges, spanBytes } from './image.ts';

/** Converts the straight RGBA of the largest level to what the kernel paints; returns whether it is one sharp-edged colour. */
export function finishImage(image: Image, sharp: bool): bool {
  const level = image.levelAt(0);
  premultiply(level);
  finishLevel(image);
  if (!sharp) return false;
  repeatEdges(level);
  image.edges = hasOneColour(level) ? oneColour : sharpEdges;
  return image.isOneColour;
}

function hasOneColour(level: Level): bool {
  const w = level.width;
  const pixels = level.pixels;
  const colour = load<u32>(pixelAt(pixels, w, 0, 0));
  for (let y = 0; y < level.height; y++) {
    let at = pixelAt(pixels, w, 0, y);
    const end = at + ((<usize>w) << 2);
    for (; at < end; at += 4) if (load<u32>(at) !== colour) return false;
  }
  return true;
}

/** Finds the visible pixels of the largest level, once they are premultiplied. */
export function finishLevel(image: Image): void {
  const level = image.levelAt(0);
  const opaque = isOpaqueLevel(level);
  image.opaque = opaque ? 1 : 0;
  if (opaque) setFullSpans(level);
  else findSpans(level);
}

/** Returns a level, and builds it if it does not exist yet. */
export function ensureLevel(image: Image, number: i32): Level {
  for (let i = <i32>image.builtLevels; i <= number; i++) {
    const level = image.levelAt(i);
    const w = level.width;
    memory.fill(level.pixels - originIn(0, w), 0, paddedBytes(w, level.height));
    halve(image.levelAt(i - 1), level);
    findSpans(level);
    if (image.hasSharpEdges) repeatEdges(level);
    image.builtLevels = <u16>(i + 1);
  }
  return image.levelAt(number);
}

/** Repeats the outermost pixels of a level in its padding. */
function repeatEdges(level: Level): void {
  const pixels = level.pixels;
  const w = level.width;
  const h = level.height;
  for (let y = 0; y < h; y++) {
    const first = pixelAt(pixels, w, 0, y);
    const last = pixelAt(pixels, w, w - 1, y);
    store<u32>(first - 4, load<u32>(first));
    store<u32>(last + 4, load<u32>(last));
  }
  const rowLength = (<usize>w + 2) << 2;
  memory.copy(pixelAt(pixels, w, -1, -1), pixelAt(pixels, w, -1, 0), rowLength);
  memory.copy(pixelAt(pixels, w, -1, h), pixelAt(pixels, w, -1, h - 1), rowLength);
}

// Rows are processed in quads: the pixels beyond the last one are transparent, and stay so.

function premultiply(level: Level): void {
  const w = level.width;
  const pixels = level.pixels;
  const keepAlpha = i32x4.splat(0xff000000);
  for (let y = 0; y < level.height; y++) {
    let at = pixelAt(pixels, w, 0, y);
    const end = at + ((<usize>w) << 2);
    for (; at < end; at += 16) {
      const quad = v128.load(at);
      const alphas = v128.or(alphasOf(quad), keepAlpha);
      if (i8x16.all_true(v128.eq<i8>(alphas, i8x16.splat(-1)))) continue;
      const first = divideProducts(firstProducts(quad, alphas));
      const other = divideProducts(otherProducts(quad, alphas));
      v128.store(at, upperBytes(first, other));
    }
  }
}

/** Divides products of two bytes by 255, correctly rounded, into the upper byte. @inline */
function divideProducts(products: v128): v128 {
  const rounded = v128.add<u16>(products, i16x8.splat(128));
  return v128.add<u16>(rounded, v128.shr<u16>(rounded, 8));
}

function isOpaqueLevel(level: Level): bool {
  const w = level.width;
  const pixels = level.pixels;
  for (let y = 0; y < level.height; y++) {
    const row = pixelAt(pixels, w, 0, y);
    let all = i8x16.splat(-1);
    for (let x = 0; x + 4 <= w; x += 4) all = v128.and(all, v128.load(row + ((<usize>x) << 2)));
    for (let x = w & ~3; x < w; x++) all = v128.and(all, v128.load32_splat(row + ((<usize>x) << 2)));
    if (!v128.all_true<i32>(v128.ge<u32>(all, i32x4.splat(0xff000000)))) return false;
  }
  return true;
}

/** Builds a level from the larger one: each pixel is the mean of 2×2, where the padding counts at an odd edge. */
function halve(larger: Level, level: Level): void {
  const source = larger.pixels;
  const sourceWidth = larger.width;
  const stride = rowBytes(sourceWidth);
  const pixels = level.pixels;
  const w = level.width;
  for (let y = 0; y < level.height; y++) {
    let from = pixelAt(source, sourceWidth, 0, y * 2);
    let to = pixelAt(pixels, w, 0, y);
    const end = to + ((<usize>w) << 2);
    for (; to < end; to += 8, from += 16) {
      const upper = v128.load(from);
      const lower = v128.load(from + stride);
      const first = v128.add<i16>(v128.extend_low<u8>(upper), v128.extend_low<u8>(lower));
      const second = v128.add<i16>(v128.extend_high<u8>(upper), v128.extend_high<u8>(lower));
      const sums = v128.add<i16>(v128.shuffle<i64>(first, second, 0, 2), v128.shuffle<i64>(first, second, 1, 3));
      const means = v128.shr<u16>(v128.add<i16>(sums, i16x8.splat(2)), 2);
      v128.store64_lane(to, i8x16.narrow_i16x8_u(means, means), 0);
    }
  }
}

/** Marks every row as visible from end to end. */
function setFullSpans(level: Level): void {
  const w = level.width;
  const h = level.height;
  let spans = level.spans;
  for (let y = 0; y < h; y++, spans += spanBytes) store<u64>(spans, (<u64>w) << 16);
  level.setVisibleBox(0, 0, w, h);
  findRing(level);
}

/** Finds the ring about the centre that contains all visible pixels: parts of a spinner are thin rings that rotate. */
function findRing(level: Level): void {
  const centreX = <f32>level.width * 0.5;
  const centreY = <f32>level.height * 0.5;
  let inner = Infinity as f32;
  let outer: f32 = 0;
  let span = level.spans;
  for (let y = 0; y < level.height; y++, span += spanBytes) {
    const first = <f32>load<i16>(span);
    const end = <f32>load<i16>(span, 2);
    const holeStart = <f32>load<i16>(span, 4);
    const holeEnd = <f32>load<i16>(span, 6);
    if (first >= end) continue;
    const above = centreY - <f32>(y + 1);
    const below = <f32>y - centreY;
    const near = max<f32>(0, max(above, below));
    const far = max(-above, -below);
    const across = max(centreX - first, end - centreX);
    const outside = max(first - centreX, centreX - end);
    const inHole = min(centreX - holeStart, holeEnd - centreX);
    const gap = max<f32>(0, max(outside, inHole));
    outer = max(outer, across * across + far * far);
    inner = min(inner, gap * gap + near * near);
  }
  level.innerRadius = Mathf.sqrt(inner);
  level.outerRadius = Mathf.sqrt(outer);
}

/** Finds the visible pixels of each row of a level. */
export function findSpans(level: Level): void {
  const pixels = level.pixels;
  const w = level.width;
  const h = level.height;
  let spans = level.spans;
  let left = w;
  let top = h;
  let right = 0;
  let bottom = 0;
  for (let y = 0; y < h; y++, spans += spanBytes) {
    const row = pixelAt(pixels, w, 0, y);
    let first = w;
    let end = 0;
    let holeStart = 0;
    let holeEnd = 0;
    let run = 0;
    for (let x = 0; x < w; x++) {
      const at = row + ((<usize>x) << 2);
      if (load<u32>(at) === 0) {
        // Transparent pixels mostly come in long runs, and so do visible ones.
        const isQuad = x + 4 <= w && !v128.any_true(v128.load(at));
        run += isQuad ? 4 : 1;
        if (isQuad) x += 3;
        continue;
      }
      if (first === w) first = x;
      else if (run > holeEnd - holeStart) {
        holeStart = x - run;
        holeEnd = x;
      }
      run = 0;
      end = x;
      for (let from = at; end + 4 <= w && v128.all_true<i32>(v128.load(from)); from += 16) end += 4;
      if (end === x) end++;
      x = end - 1;
    }
    store<i16>(spans, <i16>first);
    store<i16>(spans, <i16>end, 2);
    store<i16>(spans, <i16>holeStart, 4);
    store<i16>(spans, <i16>holeEnd, 6);
    if (first >= end) continue;
    left = min(left, first);
    right = max(right, end);
    top = min(top, y);
    bottom = y + 1;
  }
  level.setVisibleBox(left, top, right, bottom);
  findRing(level);
}
