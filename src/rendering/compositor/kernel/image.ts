// A picture in memory: a header, then for each level its pixels and, for each row, where something is to be seen.
// Around the pixels there are transparent ones, a row above and below and four or more to either side, so that neither
// interpolation at an edge nor reading four pixels at once needs a test. Coordinates begin one pixel outside. A picture with
// sharp edges ends where its last pixels do: around it there are the same pixels once more, and it is cut between the two.
// If it is plain as well, of one colour, there is nothing in it to be looked up.
//
// Smaller levels are made when one is needed first: most pictures are never seen so small, and memory that nobody has
// written to is none.
//
//   header: levels u16, made u16, opaque u16, sharp u16, width u32, height u32, then per level 24 bytes: pixels, width, height, spans
//           and the box of what is to be seen: left, top, right, bottom as i16
//   span:   four i16 a row: first visible x, end, and the widest hole within (start, end; empty when start >= end)

import { alphaMask, highBytes } from './blend';

@inline export const HEADER: i32 = 16;
@inline export const LEVEL: i32 = 24;

@inline export function levelCount(image: usize): i32 { return <i32>load<u16>(image); }
@inline function madeLevels(image: usize): i32 { return <i32>load<u16>(image, 2); }
@inline export function isOpaque(image: usize): bool { return load<u16>(image, 4) != 0; }
@inline export function isSharp(image: usize): bool { return load<u16>(image, 6) != 0; }
@inline export function isPlain(image: usize): bool { return load<u16>(image, 6) == PLAIN_EDGES; }
@inline export function imageWidth(image: usize): i32 { return load<i32>(image, 8); }
@inline export function imageHeight(image: usize): i32 { return load<i32>(image, 12); }

@inline export function levelAt(image: usize, level: i32): usize { return image + HEADER + level * LEVEL; }
@inline export function levelPixels(level: usize): usize { return load<usize>(level); }
@inline export function levelWidth(level: usize): i32 { return load<i32>(level, 4); }
@inline export function levelHeight(level: usize): i32 { return load<i32>(level, 8); }
@inline export function levelSpans(level: usize): usize { return load<usize>(level, 12); }
@inline export function seenLeft(level: usize): i32 { return <i32>load<i16>(level, 16); }
@inline export function seenTop(level: usize): i32 { return <i32>load<i16>(level, 18); }
@inline export function seenRight(level: usize): i32 { return <i32>load<i16>(level, 20); }
@inline export function seenBottom(level: usize): i32 { return <i32>load<i16>(level, 22); }

function countLevels(w: i32, h: i32): i32 {
  let levels = 1;
  while ((w > 1 || h > 1) && levels < 12) {
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
    levels++;
  }
  return levels;
}

/** Pixels of large pictures, which no cache holds, begin where its lines do: sixteen pixels on the screen are then one. */
@inline function marginOf(w: i32): i32 {
  return w >= LARGE ? 16 : 4;
}
const LARGE: i32 = 512;

/** Bytes from one row of pixels to the next. */
@inline export function rowBytes(w: i32): i32 {
  const margin = marginOf(w);
  return ((w + margin + 4 + margin - 1) & ~(margin - 1)) * 4;
}

@inline export function paddedBytes(w: i32, h: i32): i32 {
  return rowBytes(w) * (h + 2);
}

/** Where the pixels' coordinates begin in room of `paddedBytes`. */
@inline function originOf(room: usize, w: i32): usize {
  return room + (marginOf(w) - 1) * 4;
}

/** Where a pixel of a level lies, counted from its first visible one. */
@inline export function pixelAt(pixels: usize, w: i32, x: i32, y: i32): usize {
  return pixels + <usize>((y + 1) * rowBytes(w) + (x + 1) * 4);
}

/** Where the room of an image's first level begins. */
@inline export function firstRoom(image: usize, levels: i32): usize {
  return (image + HEADER + levels * LEVEL + 63) & ~63;
}

/** How many bytes an image of this size takes with all its levels. */
export function imageBytes(w: i32, h: i32): i32 {
  const levels = countLevels(w, h);
  let bytes = <i32>firstRoom(0, levels);
  for (let i = 0; i < levels; i++) {
    bytes += paddedBytes(w, h) + ((h * 8 + 15) & ~15);
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
  }
  return bytes;
}

/** Lays out an image with all its levels and nothing in it yet. */
export function layImage(image: usize, w: i32, h: i32): void {
  layLevels(image, w, h, countLevels(w, h));
}

/** Lays out an image of one level with nothing in it yet; returns where its coordinates begin. */
export function laySingleLevel(image: usize, w: i32, h: i32): usize {
  layLevels(image, w, h, 1);
  return levelPixels(levelAt(image, 0));
}

function layLevels(image: usize, w: i32, h: i32, levels: i32): void {
  store<u16>(image, <u16>levels);
  store<u16>(image, 1, 2);
  store<u32>(image, 0, 4);
  store<i32>(image, w, 8);
  store<i32>(image, h, 12);
  let at = firstRoom(image, levels);
  memory.fill(at, 0, paddedBytes(w, h));
  for (let i = 0; i < levels; i++) {
    const level = levelAt(image, i);
    const spans = at + paddedBytes(w, h);
    store<usize>(level, originOf(at, w));
    store<i32>(level, w, 4);
    store<i32>(level, h, 8);
    store<usize>(level, spans, 12);
    at = spans + ((h * 8 + 15) & ~15);
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
  }
}

/** Where a row of the largest level begins. */
export function imageRow(image: usize, y: i32): usize {
  const level = levelAt(image, 0);
  return pixelAt(levelPixels(level), levelWidth(level), 0, y);
}

const SHARP_EDGES: u16 = 1;
const PLAIN_EDGES: u16 = 2;

/** Makes straight RGBA in the rows of the largest level what the kernel paints with; returns whether it is plain. */
export function finishImage(image: usize, sharp: bool): bool {
  const level = levelAt(image, 0);
  premultiply(level);
  finishLevel(image);
  if (!sharp) return false;
  repeatEdges(level);
  const plain = isOneColour(level);
  store<u16>(image, plain ? PLAIN_EDGES : SHARP_EDGES, 6);
  return plain;
}

function isOneColour(level: usize): bool {
  const w = levelWidth(level);
  const pixels = levelPixels(level);
  const colour = load<u32>(pixelAt(pixels, w, 0, 0));
  for (let y = 0; y < levelHeight(level); y++) {
    let at = pixelAt(pixels, w, 0, y);
    const end = at + ((<usize>w) << 2);
    for (; at < end; at += 4) if (load<u32>(at) != colour) return false;
  }
  return true;
}

/** Finds out what the largest level shows, once its pixels are there. */
export function finishLevel(image: usize): void {
  const level = levelAt(image, 0);
  const opaque = coversFully(level);
  store<u16>(image, opaque ? 1 : 0, 4);
  if (opaque) fillSpans(level);
  else findSpans(level);
}

/** The level at a number, made if nobody has asked for it yet. */
export function levelOf(image: usize, number: i32): usize {
  for (let i = madeLevels(image); i <= number; i++) {
    const level = levelAt(image, i);
    const w = levelWidth(level);
    memory.fill(levelPixels(level) - originOf(0, w), 0, paddedBytes(w, levelHeight(level)));
    halve(levelAt(image, i - 1), level);
    findSpans(level);
    if (isSharp(image)) repeatEdges(level);
    store<u16>(image, <u16>(i + 1), 2);
  }
  return levelAt(image, number);
}

/** Puts the outermost pixels around a level once more. */
function repeatEdges(level: usize): void {
  const pixels = levelPixels(level);
  const w = levelWidth(level);
  const h = levelHeight(level);
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

// Rows are walked in fours: what lies beyond the last pixel is transparent, and stays so.

function premultiply(level: usize): void {
  const w = levelWidth(level);
  const pixels = levelPixels(level);
  const spread = alphaMask();
  const keepAlpha = i32x4.splat(0xff000000);
  for (let y = 0; y < levelHeight(level); y++) {
    let at = pixelAt(pixels, w, 0, y);
    const end = at + (<usize>w << 2);
    for (; at < end; at += 16) {
      const four = v128.load(at);
      const alphas = v128.or(i8x16.swizzle(four, spread), keepAlpha);
      if (i8x16.all_true(v128.eq<i8>(alphas, i8x16.splat(-1)))) continue;
      const low = by255(i16x8.extmul_low_i8x16_u(four, alphas));
      const high = by255(i16x8.extmul_high_i8x16_u(four, alphas));
      v128.store(at, highBytes(low, high));
    }
  }
}

/** Products of two bytes, rounded: the upper byte is a 255th of them. */
@inline function by255(products: v128): v128 {
  const rounded = v128.add<u16>(products, i16x8.splat(128));
  return v128.add<u16>(rounded, v128.shr<u16>(rounded, 8));
}

function coversFully(level: usize): bool {
  const w = levelWidth(level);
  const pixels = levelPixels(level);
  for (let y = 0; y < levelHeight(level); y++) {
    const row = pixelAt(pixels, w, 0, y);
    let all = i8x16.splat(-1);
    for (let x = 0; x + 4 <= w; x += 4) all = v128.and(all, v128.load(row + (<usize>x << 2)));
    for (let x = w & ~3; x < w; x++) all = v128.and(all, v128.load32_splat(row + (<usize>x << 2)));
    if (!v128.all_true<i32>(v128.ge<u32>(all, i32x4.splat(0xff000000)))) return false;
  }
  return true;
}

/** Each pixel is the mean of the four above it; the padding counts as transparent at an odd edge. */
function halve(above: usize, level: usize): void {
  const source = levelPixels(above);
  const sourceWidth = levelWidth(above);
  const stride = rowBytes(sourceWidth);
  const pixels = levelPixels(level);
  const w = levelWidth(level);
  for (let y = 0; y < levelHeight(level); y++) {
    let from = pixelAt(source, sourceWidth, 0, y * 2);
    let to = pixelAt(pixels, w, 0, y);
    const end = to + (<usize>w << 2);
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

/** Every row shows from end to end. */
function fillSpans(level: usize): void {
  const w = levelWidth(level);
  const h = levelHeight(level);
  let spans = levelSpans(level);
  for (let y = 0; y < h; y++, spans += 8) store<u64>(spans, <u64>w << 16);
  store<i16>(level, 0, 16);
  store<i16>(level, 0, 18);
  store<i16>(level, <i16>w, 20);
  store<i16>(level, <i16>h, 22);
}

/** Finds out where the rows of a level show something. */
export function findSpans(level: usize): void {
  const pixels = levelPixels(level);
  const w = levelWidth(level);
  const h = levelHeight(level);
  let spans = levelSpans(level);
  let left = w;
  let top = h;
  let right = 0;
  let bottom = 0;
  for (let y = 0; y < h; y++, spans += 8) {
    const row = pixelAt(pixels, w, 0, y);
    let first = w;
    let end = 0;
    let holeStart = 0;
    let holeEnd = 0;
    let run = 0;
    for (let x = 0; x < w; x++) {
      const at = row + ((<usize>x) << 2);
      if (load<u32>(at) == 0) {
        // Most of what is transparent comes in long stretches, and so does what is not.
        const four = x + 4 <= w && !v128.any_true(v128.load(at));
        run += four ? 4 : 1;
        if (four) x += 3;
        continue;
      }
      if (first == w) first = x;
      else if (run > holeEnd - holeStart) {
        holeStart = x - run;
        holeEnd = x;
      }
      run = 0;
      if (x + 4 <= w && v128.all_true<i32>(v128.load(at))) x += 3;
      end = x + 1;
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
  store<i16>(level, <i16>left, 16);
  store<i16>(level, <i16>top, 18);
  store<i16>(level, <i16>right, 20);
  store<i16>(level, <i16>bottom, 22);
}
