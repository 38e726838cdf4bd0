// A picture in memory: a header, then for each level its pixels with one transparent pixel around them (so that
// interpolation at the edge needs no test) and, for each row, where something is to be seen.
//
//   header: levels u32, opaque u32, width u32, height u32, then per level 16 bytes: pixels, width, height, spans
//   span:   four i16 a row: first visible x, end, and the widest hole within (start, end; empty when start >= end)

@inline export const HEADER: i32 = 16;
@inline export const LEVEL: i32 = 16;

@inline export function levelCount(image: usize): i32 { return load<i32>(image); }
@inline export function isOpaque(image: usize): bool { return load<i32>(image, 4) != 0; }
@inline export function imageWidth(image: usize): i32 { return load<i32>(image, 8); }
@inline export function imageHeight(image: usize): i32 { return load<i32>(image, 12); }

@inline export function levelAt(image: usize, level: i32): usize { return image + HEADER + level * LEVEL; }
@inline export function levelPixels(level: usize): usize { return load<usize>(level); }
@inline export function levelWidth(level: usize): i32 { return load<i32>(level, 4); }
@inline export function levelHeight(level: usize): i32 { return load<i32>(level, 8); }
@inline export function levelSpans(level: usize): usize { return load<usize>(level, 12); }

function countLevels(w: i32, h: i32): i32 {
  let levels = 1;
  while ((w > 1 || h > 1) && levels < 12) {
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
    levels++;
  }
  return levels;
}

@inline export function paddedBytes(w: i32, h: i32): i32 {
  // Loads take two pixels at a time and may reach one pixel beyond the last.
  return ((w + 2) * (h + 2) * 4 + 16 + 15) & ~15;
}

/** How many bytes an image of this size takes with all its levels. */
export function imageBytes(w: i32, h: i32): i32 {
  const levels = countLevels(w, h);
  let bytes = HEADER + levels * LEVEL;
  for (let i = 0; i < levels; i++) {
    bytes += paddedBytes(w, h) + ((h * 8 + 15) & ~15);
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
  }
  return bytes;
}

/** Makes an image at `image` from straight RGBA at `source`: premultiplied, padded, halved down to one pixel. */
export function makeImage(image: usize, source: usize, w: i32, h: i32): void {
  const levels = countLevels(w, h);
  store<i32>(image, levels);
  store<i32>(image, w, 8);
  store<i32>(image, h, 12);
  let at = (image + HEADER + levels * LEVEL + 15) & ~15;
  for (let i = 0; i < levels; i++) {
    const level = levelAt(image, i);
    store<usize>(level, at);
    store<i32>(level, w, 4);
    store<i32>(level, h, 8);
    memory.fill(at, 0, paddedBytes(w, h));
    if (i == 0) store<i32>(image, premultiply(source, at, w, h) ? 1 : 0, 4);
    else halve(levelAt(image, i - 1), at, w, h);
    const spans = at + paddedBytes(w, h);
    store<usize>(level, spans, 12);
    findSpans(at, w, h, spans);
    at = spans + ((h * 8 + 15) & ~15);
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
  }
}

/** Lays out an image of one level with nothing in it yet; returns where its pixels go, padding included. */
export function makeSingleLevel(image: usize, w: i32, h: i32): usize {
  const pixels = (image + HEADER + LEVEL + 15) & ~15;
  const level = levelAt(image, 0);
  store<i32>(image, 1);
  store<i32>(image, w, 8);
  store<i32>(image, h, 12);
  store<usize>(level, pixels);
  store<i32>(level, w, 4);
  store<i32>(level, h, 8);
  store<usize>(level, pixels + paddedBytes(w, h), 12);
  memory.fill(pixels, 0, paddedBytes(w, h));
  return pixels;
}

/** Finds out where a single level shows something, once its pixels are there. */
export function finishSingleLevel(image: usize): void {
  const level = levelAt(image, 0);
  const pixels = levelPixels(level);
  const w = levelWidth(level);
  const h = levelHeight(level);
  let opaque = true;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      if (load<u8>(pixels + <usize>(((y + 1) * (w + 2) + x + 1) * 4), 3) != 255) opaque = false;
    }
  }
  store<i32>(image, opaque ? 1 : 0, 4);
  findSpans(pixels, w, h, levelSpans(level));
}

/** Returns whether every pixel covers fully. */
function premultiply(source: usize, pixels: usize, w: i32, h: i32): bool {
  let opaque = true;
  for (let y = 0; y < h; y++) {
    let from = source + <usize>(y * w * 4);
    let to = pixels + <usize>(((y + 1) * (w + 2) + 1) * 4);
    for (let x = 0; x < w; x++, from += 4, to += 4) {
      const alpha = <u32>load<u8>(from, 3);
      if (alpha != 255) opaque = false;
      store<u8>(to, (<u32>load<u8>(from) * alpha + 127) / 255);
      store<u8>(to, (<u32>load<u8>(from, 1) * alpha + 127) / 255, 1);
      store<u8>(to, (<u32>load<u8>(from, 2) * alpha + 127) / 255, 2);
      store<u8>(to, alpha, 3);
    }
  }
  return opaque;
}

/** Each pixel is the mean of the four above it; the padding counts as transparent at an odd edge. */
function halve(above: usize, pixels: usize, w: i32, h: i32): void {
  const source = levelPixels(above);
  const sourceStride = (levelWidth(above) + 2) * 4;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from = source + <usize>((y * 2 + 1) * sourceStride + (x * 2 + 1) * 4);
      const to = pixels + <usize>(((y + 1) * (w + 2) + x + 1) * 4);
      for (let c: usize = 0; c < 4; c++) {
        const sum =
          <u32>load<u8>(from + c) +
          <u32>load<u8>(from + c, 4) +
          <u32>load<u8>(from + c + sourceStride) +
          <u32>load<u8>(from + c + sourceStride, 4);
        store<u8>(to + c, (sum + 2) >> 2);
      }
    }
  }
}

function findSpans(pixels: usize, w: i32, h: i32, spans: usize): void {
  for (let y = 0; y < h; y++, spans += 8) {
    const row = pixels + <usize>(((y + 1) * (w + 2) + 1) * 4);
    let first = w;
    let end = 0;
    let holeStart = 0;
    let holeEnd = 0;
    let run = 0;
    for (let x = 0; x < w; x++) {
      if (load<u32>(row + ((<usize>x) << 2)) == 0) {
        run++;
        continue;
      }
      if (first == w) first = x;
      else if (run > holeEnd - holeStart) {
        holeStart = x - run;
        holeEnd = x;
      }
      run = 0;
      end = x + 1;
    }
    store<i16>(spans, <i16>first);
    store<i16>(spans, <i16>end, 2);
    store<i16>(spans, <i16>holeStart, 4);
    store<i16>(spans, <i16>holeEnd, 6);
  }
}
