/** The side of a tile, and of x264's macroblocks. */
const tilePx = 16;

// Lengths and offsets count 32-bit words.
const headerLength = 8;
const rectangleLength = 4;
/** AV_VIDEO_HINT_TYPE_CHANGED: the rectangles are where the picture differs from the previous one. */
const typeChanged = 1;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the length that the hints of any picture of this size fit into. */
export function changeHintsLength({ width, height }: Size): number {
  const maxPerRow = Math.ceil(Math.ceil(width / tilePx) / 2);
  return headerLength + maxPerRow * Math.ceil(height / tilePx) * rectangleLength;
}

/**
 * Writes FFmpeg's AVVideoHint from a table of changed tiles: a header of three 64-bit numbers (number of rectangles, offset
 * of the first, bytes of each) and a 32-bit type, then left, top, width and height of each rectangle. Without tiles, the
 * hint covers the whole picture.
 */
export function writeChangeHints(hints: Uint32Array, tiles: Uint8Array | undefined, { width, height }: Size): void {
  let end = headerLength;
  function add(left: number, top: number, right: number, bottom: number): void {
    hints[end] = left;
    hints[end + 1] = top;
    hints[end + 2] = Math.min(width, right) - left;
    hints[end + 3] = Math.min(height, bottom) - top;
    end += rectangleLength;
  }

  const across = Math.ceil(width / tilePx);
  // FFmpeg does not check the rectangles: one outside the picture would make it write outside its memory.
  if (tiles && tiles.length !== across * Math.ceil(height / tilePx))
    throw new Error(`The table has ${tiles.length} tiles; expected those of a ${width}×${height} picture.`);
  if (!tiles) add(0, 0, width, height);
  for (let rowStart = 0, top = 0; tiles && rowStart < tiles.length; rowStart += across, top += tilePx) {
    for (let column = 0; column < across; column++) {
      if (tiles[rowStart + column] === 0) continue;
      // Changed neighbours in a row become one rectangle.
      const first = column;
      while (column < across && tiles[rowStart + column] !== 0) column++;
      add(first * tilePx, top, column * tilePx, top + tilePx);
    }
  }
  hints.fill(0, 0, headerLength);
  hints[0] = (end - headerLength) / rectangleLength;
  hints[2] = headerLength * 4;
  hints[4] = rectangleLength * 4;
  hints[6] = typeChanged;
}
