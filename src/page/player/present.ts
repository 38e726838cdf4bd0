import type { Compositor } from '../../rendering/compositor/index.ts';

/** Brings pictures of a compositor onto a canvas. */
export type Present = (compositor: Compositor) => void;

const tilePx = 16;

/** Only what has changed is copied, which in most pictures is a small part of them. */
export function createPresent(screen: OffscreenCanvasRenderingContext2D): Present {
  /** Whose picture the canvas shows; another one's says nothing of what differs from it. */
  let last: Compositor | null = null;
  return (compositor) => {
    const { pixels, strideBytes } = compositor.rgba();
    const { height } = compositor;
    // The compositor's memory as it is: rows may be longer than the picture is wide.
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

/** Rectangles, in pixels, that hold every changed tile: rows of tiles that are changed alike are one. */
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
