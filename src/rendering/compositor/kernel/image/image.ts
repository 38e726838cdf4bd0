// An image in memory: a header, a description per level, and for each level its pixels and its spans. Level 0 has the full
// size, every further level half the size of the one before. Smaller levels are built when they are first needed: most
// images are never painted that small, and memory that is never written costs nothing.
//
// Transparent pixels surround the pixels of a level: a row above and below and four or more on either side, so neither
// interpolation at an edge nor reading a quad needs a test. Padded coordinates begin one pixel outside. An image with sharp
// edges ends exactly where its last pixels do: the padding repeats its outermost pixels, and it is cut between the two.
//
// For every row, a span tells which pixels are visible: four i16, the first visible x, the end, and the widest hole in
// between (start and end; empty if start >= end).

@unmanaged
export class Image {
  levelCount: u16;
  /** The number of levels that have been built. */
  builtLevels: u16;
  opaque: u16;
  /** One of `softEdges`, `sharpEdges` and `oneColour`. */
  edges: u16;
  width: i32;
  height: i32;

  /** Every pixel is opaque. @inline */
  get isOpaque(): bool {
    return this.opaque !== 0;
  }

  /** @inline */
  get hasSharpEdges(): bool {
    return this.edges !== softEdges;
  }

  /** The image has sharp edges and one colour, so it can be painted without looking up pixels. @inline */
  get isOneColour(): bool {
    return this.edges === oneColour;
  }

  /** Returns a level, which may not have been built yet. @inline */
  levelAt(number: i32): Level {
    return changetype<Level>(changetype<usize>(this) + offsetof<Image>() + <usize>number * offsetof<Level>());
  }
}

export const softEdges: u16 = 0;
export const sharpEdges: u16 = 1;
export const oneColour: u16 = 2;

@unmanaged
export class Level {
  /** The address of padded coordinates (0, 0). */
  pixels: usize;
  width: i32;
  height: i32;
  spans: usize;
  /** The box of the visible pixels. */
  left: i16;
  top: i16;
  right: i16;
  bottom: i16;
  /** All visible pixels lie between these distances from the centre of the level. */
  innerRadius: f32;
  outerRadius: f32;

  /** Returns the address of a pixel. @inline */
  pixelAt(x: i32, y: i32): usize {
    return pixelAt(this.pixels, this.width, x, y);
  }

  /** @inline */
  setVisibleBox(left: i32, top: i32, right: i32, bottom: i32): void {
    this.left = <i16>left;
    this.top = <i16>top;
    this.right = <i16>right;
    this.bottom = <i16>bottom;
  }
}

/** Bytes of a row's span. */
export const spanBytes: usize = 8;

const maxLevels: i32 = 12;

function countLevels(w: i32, h: i32): i32 {
  let levels = 1;
  while ((w > 1 || h > 1) && levels < maxLevels) {
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
    levels++;
  }
  return levels;
}

/** Large images do not fit the cache: their rows begin at cache lines, so sixteen aligned pixels are one line. @inline */
function marginOf(w: i32): i32 {
  return w >= largeWidth ? 16 : 4;
}
const largeWidth: i32 = 512;

/** Returns the bytes from one row of pixels to the next. @inline */
export function rowBytes(w: i32): i32 {
  const margin = marginOf(w);
  return ((w + margin + 4 + margin - 1) & ~(margin - 1)) * 4;
}

/** Returns the bytes of a level's pixels with their padding. @inline */
export function paddedBytes(w: i32, h: i32): i32 {
  return rowBytes(w) * (h + 2);
}

/** Returns the bytes of a level's spans, rounded up to whole vectors. @inline */
function spansBytes(h: i32): i32 {
  return (h * <i32>spanBytes + 15) & ~15;
}

/** Returns where padded coordinates begin in a buffer of `paddedBytes`. @inline */
export function originIn(buffer: usize, w: i32): usize {
  return buffer + (marginOf(w) - 1) * 4;
}

/** Returns the address of a pixel of a level of this width; (0, 0) is the first one inside the padding. @inline */
export function pixelAt(pixels: usize, w: i32, x: i32, y: i32): usize {
  return pixels + <usize>((y + 1) * rowBytes(w) + (x + 1) * 4);
}

/** Returns where the pixels of an image's first level begin, at a cache line. @inline */
function levelsStart(image: usize, levels: i32): usize {
  return (image + offsetof<Image>() + levels * offsetof<Level>() + 63) & ~63;
}

/** Returns the bytes of an image of this size with all its levels. */
export function imageBytes(w: i32, h: i32): i32 {
  const levels = countLevels(w, h);
  let bytes = <i32>levelsStart(0, levels);
  for (let i = 0; i < levels; i++) {
    bytes += paddedBytes(w, h) + spansBytes(h);
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
  }
  return bytes;
}

/** Returns the bytes of an image of this size that has only its largest level. */
export function singleLevelBytes(w: i32, h: i32): i32 {
  return <i32>levelsStart(0, 1) + paddedBytes(w, h) + spansBytes(h);
}

/** Lays out an empty image with all its levels. */
export function initImage(image: Image, w: i32, h: i32): void {
  initLevels(image, w, h, countLevels(w, h));
}

/** Lays out an empty image with one level, and returns the level. */
export function initSingleLevel(image: Image, w: i32, h: i32): Level {
  initLevels(image, w, h, 1);
  return image.levelAt(0);
}

function initLevels(image: Image, w: i32, h: i32, levels: i32): void {
  image.levelCount = <u16>levels;
  image.builtLevels = 1;
  image.opaque = 0;
  image.edges = softEdges;
  image.width = w;
  image.height = h;
  let at = levelsStart(changetype<usize>(image), levels);
  memory.fill(at, 0, paddedBytes(w, h));
  for (let i = 0; i < levels; i++) {
    const level = image.levelAt(i);
    level.pixels = originIn(at, w);
    level.width = w;
    level.height = h;
    level.spans = at + paddedBytes(w, h);
    at = level.spans + spansBytes(h);
    w = (w + 1) >> 1;
    h = (h + 1) >> 1;
  }
}

/** Returns the address of a row of the largest level. */
export function imageRow(image: Image, y: i32): usize {
  return image.levelAt(0).pixelAt(0, y);
}
