import { type FramePixels, tileSize } from '../../compositor/index.ts';
import type { PictureSize } from '../pictures/picture-size.ts';
import type { Pane } from './arrange-panes.ts';

/** A picture and its place in the frame. */
export interface PlacedPixels {
  readonly pane: Pane;
  readonly pixels: FramePixels;
}

/** A frame that consists of several pictures. */
export interface JoinedFrame extends FramePixels {
  /** Copies what the pictures have changed. Call it once after all of them are drawn. */
  update(): void;
}

const bytesPerPixel = 4;
/** A dark grey, which separates dark pictures and bright ones: as RGBA, and as BT.709 in limited range. */
const grey = [44, 44, 44, 255];
const greyLuma = 16 + Math.round((44 / 255) * 219);
const greyChroma = 128;

/** Joins pictures into a frame; what lies between them is dark grey. */
export function createJoinedFrame(pictures: readonly PlacedPixels[], { width, height }: PictureSize): JoinedFrame {
  const tilesAcross = Math.ceil(width / tileSize);
  const tiles = new Uint8Array(tilesAcross * Math.ceil(height / tileSize));
  const strideBytes = width * bytesPerPixel;
  /** Allocated with the first request. */
  let planes: Uint8Array<ArrayBuffer> | null = null;
  let rgba: Uint8Array<ArrayBuffer> | null = null;

  function greyPlanes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2)).fill(greyChroma);
    return bytes.fill(greyLuma, 0, width * height);
  }

  return {
    width,
    height,
    update() {
      if (planes === null) return;
      for (const { pane, pixels } of pictures) {
        const copy = planeCopier({ planes, width, height }, { pane, pixels });
        forChangedRows(pixels, (rows) => copy(rows));
      }
    },
    i420() {
      if (planes !== null) return planes;
      planes = greyPlanes();
      for (const { pane, pixels } of pictures)
        planeCopier({ planes, width, height }, { pane, pixels })({ ...pane, left: 0, top: 0 });
      return planes;
    },
    rgba() {
      rgba ??= new Uint8Array(strideBytes * height).map((_, i) => grey[i % bytesPerPixel]!);
      for (const { pane, pixels } of pictures) {
        const from = pixels.rgba();
        for (let y = 0; y < pane.height; y++) {
          const row = from.pixels.subarray(y * from.strideBytes, y * from.strideBytes + pane.width * bytesPerPixel);
          rgba.set(row, (pane.top + y) * strideBytes + pane.left * bytesPerPixel);
        }
      }
      return { pixels: rgba, strideBytes };
    },
    changedTiles() {
      tiles.fill(0);
      for (const { pane, pixels } of pictures) {
        forChangedTiles(pixels, ({ left, top, width: across, height: down }) => {
          // The tiles of a picture may lie across those of the frame.
          const lastRow = Math.floor((pane.top + top + down - 1) / tileSize);
          const lastColumn = Math.floor((pane.left + left + across - 1) / tileSize);
          for (let row = Math.floor((pane.top + top) / tileSize); row <= lastRow; row++)
            for (let column = Math.floor((pane.left + left) / tileSize); column <= lastColumn; column++)
              tiles[row * tilesAcross + column] = 1;
        });
      }
      return tiles;
    },
  };
}

/** Calls back with every changed tile of a picture, without what lies outside of the picture. */
function forChangedTiles(pixels: FramePixels, onTile: (tile: Pane) => void): void {
  const changed = pixels.changedTiles();
  const across = Math.ceil(pixels.width / tileSize);
  for (let tile = changed.indexOf(1); tile >= 0; tile = changed.indexOf(1, tile + 1)) {
    const left = (tile % across) * tileSize;
    const top = Math.floor(tile / across) * tileSize;
    const width = Math.min(tileSize, pixels.width - left);
    onTile({ left, top, width, height: Math.min(tileSize, pixels.height - top) });
  }
}

/** Calls back with the changed part of every row of tiles. */
function forChangedRows(pixels: FramePixels, onRows: (rows: Pane) => void): void {
  const changed = pixels.changedTiles();
  const across = Math.ceil(pixels.width / tileSize);
  for (let start = 0, top = 0; start < changed.length; start += across, top += tileSize) {
    const row = changed.subarray(start, start + across);
    const first = row.indexOf(1);
    if (first < 0) continue;
    const left = first * tileSize;
    const width = Math.min((row.lastIndexOf(1) + 1) * tileSize, pixels.width) - left;
    onRows({ left, top, width, height: Math.min(tileSize, pixels.height - top) });
  }
}

interface Planes extends PictureSize {
  readonly planes: Uint8Array;
}

/** Returns a function that copies a part of a picture into the planes of the frame. */
function planeCopier(frame: Planes, { pane, pixels }: PlacedPixels): (part: Pane) => void {
  const from = planesOf({ ...pane, planes: pixels.i420() });
  const to = planesOf(frame);
  return (part) => {
    for (const [i, source] of from.entries()) {
      const target = to[i]!;
      const { step } = source;
      const length = part.width / step;
      for (let y = part.top / step; y < (part.top + part.height) / step; y++) {
        const start = y * source.stride + part.left / step;
        const row = source.bytes.subarray(start, start + length);
        target.bytes.set(row, (pane.top / step + y) * target.stride + (pane.left + part.left) / step);
      }
    }
  };
}

/** The planes Y, U and V; `step` is the number of pixels per sample in each direction. */
function planesOf({ planes, width, height }: Planes) {
  const chroma = { stride: Math.ceil(width / 2), rows: Math.ceil(height / 2) };
  const u = width * height;
  const v = u + chroma.stride * chroma.rows;
  return [
    { bytes: planes.subarray(0, u), stride: width, step: 1 },
    { bytes: planes.subarray(u, v), stride: chroma.stride, step: 2 },
    { bytes: planes.subarray(v), stride: chroma.stride, step: 2 },
  ];
}
