// The frame buffer and the tables that every painter uses. The compositor allocates the memory and calls
// `configureFrame`; the kernel allocates nothing.

import { tileSize } from '../layout.ts';

/** Rows of tiles that are painted and converted together: few enough for the cache, enough to share the preparation. */
export const bandRows: i32 = 4;

export let width: i32 = 0;
export let height: i32 = 0;
export let tilesAcross: i32 = 0;
export let tilesDown: i32 = 0;

/** Opaque RGBA, 4 bytes per pixel, rows without gaps; padded to whole tiles so that no loop needs an edge case. */
export let frame: usize = 0;
export let frameStride: i32 = 0;
/** 64 bits per tile: the hash of everything painted into it, in the previous frame and in the current one. */
export let previousHashes: usize = 0;
export let currentHashes: usize = 0;
/** 32 bits per tile: the order, counted from 1, of the item that hides all items below it; 0 if there is none. */
export let firstVisible: usize = 0;
/** The column tables of scaled sprites, `columnBytes` per column: several times the width of the frame. */
export let columnTable: usize = 0;
export const columnTables: i32 = 5;
export const columnBytes: i32 = 18;
/** Two rows of image pixels, each mixed from two rows; an image row has up to two pixels per screen pixel. */
export let mixedRow: usize = 0;
export let nextMixedRow: usize = 0;
/** One byte per tile: 1 where the frame changed. */
export let dirtyTiles: usize = 0;
/** 64 bits per tile: the hash of the sprite that covered the whole tile when it was last painted; see tiles/covers.ts. */
export let coverHashes: usize = 0;
/** The same for the cover whose pixels are kept. */
export let keptCoverHashes: usize = 0;
/** The pixels of the kept covers, tile after tile. */
export let keptCovers: usize = 0;
export const tileBytes: i32 = tileSize * tileSize * 4;

/** Returns how many bytes `configureFrame` uses for a frame of this size. */
export function frameBytes(w: i32, h: i32): i32 {
  const across = (w + tileSize - 1) / tileSize;
  const down = (h + tileSize - 1) / tileSize;
  const tiles = across * down;
  const pixels = across * tileSize * down * tileSize * 4;
  return (
    pixels +
    ((tiles * 20 + 15) & ~15) +
    across * tileSize * columnBytes * columnTables +
    2 * <i32>mixedRowBytes(across) +
    ((tiles + 63) & ~63) +
    tiles * (16 + tileBytes) +
    64
  );
}

function mixedRowBytes(across: i32): usize {
  return <usize>(across * tileSize * 8 + 64);
}

/** Lays out the frame buffer and its tables at an address. */
export function configureFrame(w: i32, h: i32, address: usize): void {
  width = w;
  height = h;
  tilesAcross = (w + tileSize - 1) / tileSize;
  tilesDown = (h + tileSize - 1) / tileSize;
  const tiles = tilesAcross * tilesDown;
  frameStride = tilesAcross * tileSize * 4;
  frame = address;
  previousHashes = frame + <usize>(frameStride * tilesDown * tileSize);
  currentHashes = previousHashes + <usize>(tiles * 8);
  firstVisible = currentHashes + <usize>(tiles * 8);
  columnTable = (firstVisible + <usize>(tiles * 4) + 15) & ~15;
  mixedRow = columnTable + <usize>(tilesAcross * tileSize * columnBytes * columnTables);
  nextMixedRow = mixedRow + mixedRowBytes(tilesAcross);
  dirtyTiles = nextMixedRow + mixedRowBytes(tilesAcross);
  // A kept tile fills whole cache lines.
  coverHashes = (dirtyTiles + <usize>tiles + 63) & ~63;
  keptCoverHashes = coverHashes + <usize>(tiles * 8);
  keptCovers = (keptCoverHashes + <usize>(tiles * 8) + 63) & ~63;
  memory.fill(coverHashes, 0xff, <usize>(tiles * 16));
  invalidate();
}

/** Forgets the previous frame, so that every tile of the next one is painted. */
export function invalidate(): void {
  // No real tile has this hash, except with a chance of one in 2^64.
  memory.fill(previousHashes, 0xff, <usize>(tilesAcross * tilesDown * 8));
}

/** Redirects all painters to another buffer; the caller restores the target afterwards. */
export function setTarget(address: usize, stride: i32): void {
  frame = address;
  frameStride = stride;
}

/** Returns the address of the frame's RGBA pixels. */
export function frameAddress(): usize {
  return frame;
}

/** Returns the address of the table of changed tiles. */
export function dirtyTilesAddress(): usize {
  return dirtyTiles;
}
