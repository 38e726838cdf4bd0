// A picture in memory: a header, then for each level its pixels and, for each row, where something is to be seen.
// Around the pixels there are transparent ones, a row above and below and four or more to either side, so that neither
// interpolation at an edge nor reading four pixels at once needs a test. Coordinates begin one pixel outside.
//
//   header: levels u32, opaque u32, width u32, height u32, then per level 24 bytes: pixels, width, height, spans
//           and the box of what is to be seen: left, top, right, bottom as i16
//   span:   four i16 a row: first visible x, end, and the widest hole within (start, end; empty when start >= end)

@inline export const HEADER: i32 = 16;
@inline export const LEVEL: i32 = 24;

@inline export function levelCount(image: usize): i32 { return load<i32>(image); }
@inline export function isOpaque(image: usize): bool { return load<i32>(image, 4) != 0; }
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

/** Makes an image at `image` from straight RGBA at `source`: premultiplied, padded, halved down to one pixel. */
export function makeImage(image: usize, source: usize, w: i32, h: i32): void {
  const levels = countLevels(w, h);
  store<i32>(image, levels);
  store<i32>(image, w, 8);
  store<i32>(image, h, 12);
  let at = firstRoom(image, levels);
  for (let i = 0; i < levels; i++) {
    const level = levelAt(image, i);
    const pixels = originOf(at, w);
    store<usize>(level, pixels);
    store<i32>(level, w, 4);
    store<i32>(level, h, 8);
    memory.fill(at, 0, paddedBytes(w, h));
    if (i == 0) store<i32>(image, premultiply(source, pixels, w, h) ? 1 : 0, 4);
    else halve(levelAt(image, i - 1), pixels, w, h);
    const spans = at + paddedBytes(w, h);
    store<usize>(level, spans, 12);
    findSpans(level);
    at = spans + ((h * 8 + 15) & ~15);
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
  }
}

/** Lays out an image of one level with nothing in it yet; returns where its coordinates begin. */
export function makeSingleLevel(image: usize, w: i32, h: i32): usize {
  const room = firstRoom(image, 1);
  const pixels = originOf(room, w);
  const level = levelAt(image, 0);
  store<i32>(image, 1);
  store<i32>(image, w, 8);
  store<i32>(image, h, 12);
  store<usize>(level, pixels);
  store<i32>(level, w, 4);
  store<i32>(level, h, 8);
  store<usize>(level, room + paddedBytes(w, h), 12);
  memory.fill(room, 0, paddedBytes(w, h));
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
      if (load<u8>(pixelAt(pixels, w, x, y), 3) != 255) opaque = false;
    }
  }
  store<i32>(image, opaque ? 1 : 0, 4);
  findSpans(level);
}

/** Returns whether every pixel covers fully. */
function premultiply(source: usize, pixels: usize, w: i32, h: i32): bool {
  let opaque = true;
  for (let y = 0; y < h; y++) {
    let from = source + <usize>(y * w * 4);
    let to = pixelAt(pixels, w, 0, y);
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
  const sourceWidth = levelWidth(above);
  const sourceStride = rowBytes(sourceWidth);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from = pixelAt(source, sourceWidth, x * 2, y * 2);
      const to = pixelAt(pixels, w, x, y);
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
