import type { FramePixels } from '../../../rendering/compositor/index.ts';

/** Copies the current frame of a compositor to a canvas. */
export type CopyToCanvas = (compositor: FramePixels) => void;

const tilePx = 16;

/** Copies only the tiles that changed since the previous frame, usually a small part of it. */
export function createCopyToCanvas(screen: OffscreenCanvasRenderingContext2D): CopyToCanvas {
  /** The compositor whose frame the canvas shows; changed tiles refer to its own previous frame only. */
  let last: FramePixels | null = null;
  return (compositor) => {
    const { pixels, strideBytes } = compositor.rgba();
    const { height } = compositor;
    // A view of the compositor's memory; its rows may be longer than the frame is wide.
    const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, strideBytes * height);
    const image = new ImageData(data, strideBytes / 4, height);
    if (compositor === last) {
      for (const { x, y, width, height } of changedBands(compositor.changedTiles(), strideBytes / 4 / tilePx)) {
        screen.putImageData(image, 0, 0, x, y, width, height);
      }
    } else screen.putImageData(image, 0, 0);
    last = compositor;
  };
}

export interface Band {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Rectangles in pixels that cover every changed tile; adjacent rows with the same extent become one rectangle. */
export function changedBands(tiles: Uint8Array, across: number): Band[] {
  const bands: Band[] = [];
  for (let row = 0; row * across < tiles.length; row++) {
    const line = tiles.subarray(row * across, (row + 1) * across);
    const first = line.findIndex((changed) => changed !== 0);
    if (first === -1) continue;
    const x = first * tilePx;
    const width = (line.findLastIndex((changed) => changed !== 0) + 1) * tilePx - x;
    const y = row * tilePx;
    const above = bands.at(-1);
    if (above && above.y + above.height === y && above.x === x && above.width === width) {
      bands[bands.length - 1] = { ...above, height: above.height + tilePx };
    } else bands.push({ x, y, width, height: tilePx });
  }
  return bands;
}
