/** Side of a tile, and of the blocks that x264 decides about. */
const tilePx = 16;

/** In 32-bit numbers. */
const headerLength = 8;
const rectangleLength = 4;
/** AV_VIDEO_HINT_TYPE_CHANGED: the rectangles are where the picture differs from the one before. */
const typeChanged = 1;

/**
 * FFmpeg's AVVideoHint as it lies in memory, made from tiles: a header of three 64-bit numbers (how many rectangles,
 * where they begin, bytes of each) and a 32-bit type, then rectangles of left, top, width and height in 32 bits each.
 * What it returns is overwritten by the next.
 */
export function createChangeHints({ width, height }: { width: number; height: number }) {
  const across = Math.ceil(width / tilePx);
  const tileCount = across * Math.ceil(height / tilePx);
  const rectanglesAtMost = Math.ceil(across / 2) * Math.ceil(height / tilePx);
  const numbers = new Uint32Array(headerLength + rectanglesAtMost * rectangleLength);
  numbers[2] = headerLength * 4;
  numbers[4] = rectangleLength * 4;
  numbers[6] = typeChanged;

  return (tiles: Uint8Array): Uint8Array => {
    // FFmpeg trusts these numbers with its memory: a rectangle outside of the picture would be written to.
    if (tiles.length !== tileCount) throw new Error(`${tiles.length} tiles are not this picture.`);
    let end = headerLength;
    for (let rowStart = 0, top = 0; rowStart < tileCount; rowStart += across, top += tilePx) {
      for (let column = 0; column < across; column++) {
        if (tiles[rowStart + column] === 0) continue;
        // Neighbours in a row become one rectangle.
        const left = column * tilePx;
        while (column < across && tiles[rowStart + column] !== 0) column++;
        numbers[end] = left;
        numbers[end + 1] = top;
        numbers[end + 2] = Math.min(width, column * tilePx) - left;
        numbers[end + 3] = Math.min(height - top, tilePx);
        end += rectangleLength;
      }
    }
    numbers[0] = (end - headerLength) / rectangleLength;
    return new Uint8Array(numbers.buffer, 0, end * 4);
  };
}
