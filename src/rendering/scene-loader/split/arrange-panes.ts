import type { PictureSize } from '../pictures/picture-size.ts';

/** The place of one picture of a split video, in pixels; all four numbers are even. */
export interface Pane extends PictureSize {
  readonly left: number;
  readonly top: number;
}

/** The gap between two pictures, as a fraction of the shorter side of the frame. */
const gapFraction = 1 / 270;

/**
 * Arranges pictures of the same size side by side, below each other or in a grid without empty places: as the playfields
 * are largest.
 */
export function arrangePanes(count: number, frame: PictureSize): readonly Pane[] {
  const gap = Math.max(2, evenPx(Math.min(frame.width, frame.height) * gapFraction));
  let best = gridOf(count, { count, frame, gap });
  for (let columns = count - 1; columns > 0; columns--) {
    if (count % columns !== 0) continue;
    const grid = gridOf(columns, { count, frame, gap });
    if (playfieldSize(grid[0]!) > playfieldSize(best[0]!)) best = grid;
  }
  return best;
}

interface GridInput {
  readonly count: number;
  readonly frame: PictureSize;
  readonly gap: number;
}

function gridOf(columns: number, { count, frame, gap }: GridInput): Pane[] {
  const rows = count / columns;
  const width = evenPx((frame.width - gap * (columns - 1)) / columns);
  const height = evenPx((frame.height - gap * (rows - 1)) / rows);
  // What is left over by rounding lies on both sides.
  const left = evenPx((frame.width - columns * width - gap * (columns - 1)) / 2);
  const top = evenPx((frame.height - rows * height - gap * (rows - 1)) / 2);
  return Array.from({ length: count }, (_, i) => ({
    left: left + (i % columns) * (width + gap),
    top: top + Math.floor(i / columns) * (height + gap),
    width,
    height,
  }));
}

/** The game fits a window of 640×480 units around the playfield into a picture. */
function playfieldSize({ width, height }: PictureSize): number {
  return Math.min(width / 640, height / 480);
}

function evenPx(px: number): number {
  return 2 * Math.floor(px / 2);
}
