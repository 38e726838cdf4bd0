/** Side of a tile, and of the blocks that x264 decides about. */
const tilePx = 16;

const headerBytes = 32;
const rectangleBytes = 16;
/** AV_VIDEO_HINT_TYPE_CHANGED: the rectangles are where the picture differs from the one before. */
const typeChanged = 1;

/**
 * FFmpeg's AVVideoHint as it lies in memory, made from tiles: a header of three 64-bit numbers (how many rectangles,
 * where they begin, bytes of each) and a 32-bit type, then rectangles of left, top, width and height in 32 bits each.
 */
export function changeHints(tiles: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const across = Math.ceil(width / tilePx);
  // FFmpeg trusts these numbers with its memory: a rectangle outside of the picture would be written to.
  if (tiles.length !== across * Math.ceil(height / tilePx))
    throw new Error(`${tiles.length} tiles are not this picture.`);
  const runs = changedRuns(tiles, across);
  const bytes = new Uint8Array(headerBytes + runs.length * rectangleBytes);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(runs.length), true);
  view.setBigUint64(8, BigInt(headerBytes), true);
  view.setBigUint64(16, BigInt(rectangleBytes), true);
  view.setUint32(24, typeChanged, true);
  runs.forEach(({ row, from, to }, index) => {
    const at = headerBytes + index * rectangleBytes;
    const left = from * tilePx;
    const top = row * tilePx;
    view.setUint32(at, left, true);
    view.setUint32(at + 4, top, true);
    view.setUint32(at + 8, Math.min(width, to * tilePx) - left, true);
    view.setUint32(at + 12, Math.min(height, top + tilePx) - top, true);
  });
  return bytes;
}

interface Run {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** Neighbours in a row become one rectangle. */
function changedRuns(tiles: Uint8Array, across: number): Run[] {
  const runs: Run[] = [];
  for (let rowStart = 0, row = 0; rowStart < tiles.length; rowStart += across, row++) {
    let from = -1;
    for (let column = 0; column <= across; column++) {
      const changed = column < across && tiles[rowStart + column] !== 0;
      if (changed && from < 0) from = column;
      if (!changed && from >= 0) {
        runs.push({ row, from, to: column });
        from = -1;
      }
    }
  }
  return runs;
}
