/** One plane of a picture; its rows may be padded. */
export interface Plane {
  readonly data: Uint8Array;
  readonly strideBytes: number;
}

/** The planes Y, U and V of a picture; the last two have half its width and height. */
export type Planes = readonly [Plane, Plane, Plane];

/** How much two videos differ, in levels of 255. A block has 16×16 pixels. */
export interface PictureDifference {
  /** The largest difference between the averages of a block in one frame. A copy that is encoded differently keeps averages. */
  readonly block: number;
  /** The largest average of the absolute differences of a whole frame. */
  readonly frame: number;
  /** The largest difference between the averages of a block over all frames: something faint that stays in one place. */
  readonly lasting: number;
  /** The frame with the largest difference of a block. */
  readonly frameNumber: number;
}

/** Adds up the differences between two videos, frame by frame. */
export interface BlockDifferences {
  add(a: Planes, b: Planes): void;
  result(): PictureDifference;
}

const blockPx = 16;

/** Starts to compare videos of this size. */
export function createBlockDifferences({ width, height }: { width: number; height: number }): BlockDifferences {
  const planes = [width, width / 2, width / 2].map((planeWidth, index) => {
    const planeHeight = index === 0 ? height : height / 2;
    return createPlaneDifferences({
      width: planeWidth,
      height: planeHeight,
      side: index === 0 ? blockPx : blockPx / 2,
    });
  });
  let frames = 0;
  let block = 0;
  let frame = 0;
  let frameNumber = 0;
  return {
    add(a, b) {
      for (const [index, plane] of planes.entries()) {
        const found = plane.add(a[index as 0 | 1 | 2], b[index as 0 | 1 | 2]);
        frame = Math.max(frame, found.frame);
        if (found.block > block) [block, frameNumber] = [found.block, frames];
      }
      frames++;
    },
    result() {
      const lasting = frames === 0 ? 0 : Math.max(...planes.map((plane) => plane.lasting(frames)));
      return { block, frame, lasting, frameNumber };
    },
  };
}

/** Compares one plane, in blocks of `side` samples. The blocks at the right and bottom edges may be smaller. */
function createPlaneDifferences({ width, height, side }: { width: number; height: number; side: number }) {
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  /** The sum of the differences of each block, over all frames. */
  const totals = new Float64Array(columns * rows);

  const samplesOf = (column: number, row: number) =>
    Math.min(side, width - column * side) * Math.min(side, height - row * side);

  /** Adds the differences of one row of blocks to `sums`; returns the sum of the absolute differences. */
  function addRow(a: Plane, b: Plane, { row, sums }: { row: number; sums: Int32Array }): number {
    const { data: dataA } = a;
    const { data: dataB } = b;
    let absolute = 0;
    const end = Math.min(height, (row + 1) * side);
    for (let y = row * side; y < end; y++) {
      let atA = y * a.strideBytes;
      let atB = y * b.strideBytes;
      for (let column = 0, x = 0; column < columns; column++) {
        const stop = Math.min(width, x + side);
        let sum = 0;
        for (; x < stop; x++) {
          const difference = dataA[atA++]! - dataB[atB++]!;
          sum += difference;
          absolute += difference < 0 ? -difference : difference;
        }
        sums[column]! += sum;
      }
    }
    return absolute;
  }

  return {
    add(a: Plane, b: Plane): { block: number; frame: number } {
      const sums = new Int32Array(columns);
      let absolute = 0;
      let block = 0;
      for (let row = 0; row < rows; row++) {
        sums.fill(0);
        absolute += addRow(a, b, { row, sums });
        for (let column = 0; column < columns; column++) {
          const sum = sums[column]!;
          totals[row * columns + column]! += sum;
          block = Math.max(block, Math.abs(sum) / samplesOf(column, row));
        }
      }
      return { block, frame: absolute / (width * height) };
    },
    lasting(frames: number): number {
      let lasting = 0;
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
          const total = Math.abs(totals[row * columns + column]!);
          lasting = Math.max(lasting, total / (samplesOf(column, row) * frames));
        }
      return lasting;
    },
  };
}
