/** Side of a tile, and of the blocks that x264 decides about. */
const tilePx = 16;

/** In 32-bit numbers, as everything here. */
const headerLength = 8;
const rectangleLength = 4;
/** AV_VIDEO_HINT_TYPE_CHANGED: the rectangles are where the picture differs from the one before. */
const typeChanged = 1;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room for the hints of any picture of a size. */
export function changeHintsLength({ width, height }: Size): number {
  const mostInARow = Math.ceil(Math.ceil(width / tilePx) / 2);
  return headerLength + mostInARow * Math.ceil(height / tilePx) * rectangleLength;
}

/**
 * Writes FFmpeg's AVVideoHint as it lies in memory, made from tiles: a header of three 64-bit numbers (how many
 * rectangles, where they begin, bytes of each) and a 32-bit type, then rectangles of left, top, width and height in 32
 * bits each. Without tiles everything may differ.
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
  // FFmpeg trusts these numbers with its memory: a rectangle outside of the picture would be written to.
  if (tiles && tiles.length !== across * Math.ceil(height / tilePx))
    throw new Error(`${tiles.length} tiles are not this picture.`);
  if (!tiles) add(0, 0, width, height);
  for (let rowStart = 0, top = 0; tiles && rowStart < tiles.length; rowStart += across, top += tilePx) {
    for (let column = 0; column < across; column++) {
      if (tiles[rowStart + column] === 0) continue;
      // Neighbours in a row become one rectangle.
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
