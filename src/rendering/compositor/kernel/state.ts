// What every part of the kernel knows of the picture: its size, its pixels and its tiles. The host lays memory out
// and calls `configure`; nothing here allocates.

/** Tiles are 16×16: the size of a macroblock, so that a changed tile is a changed macroblock for the encoder. */
export const TILE: i32 = 16;

/** Rows of tiles that are painted and converted together: few enough to stay at hand, enough to be worth preparing for. */
export const BAND: i32 = 4;

export let width: i32 = 0;
export let height: i32 = 0;
export let tilesAcross: i32 = 0;
export let tilesDown: i32 = 0;

/** Opaque RGBA, 4 bytes a pixel, rows without gaps; padded to whole tiles so that no loop needs an edge case. */
export let frame: usize = 0;
export let frameStride: i32 = 0;
/** Two 64-bit hashes a tile: of the frame before and of this one. */
export let hashes: usize = 0;
export let nextHashes: usize = 0;
/** 32 bits a tile: the place in the list, counted from 1, of the item that covers it and all below; 0 for none. */
export let bases: usize = 0;
/** What scaled sprites have to know of columns, 18 bytes each: room for those of the whole picture several times. */
export let columnsRoom: usize = 0;
export const COLUMNS_ROOMS: i32 = 5;
/** A row of pixels between two of a picture, which has up to two for each of the screen. */
export let line: usize = 0;
/** One byte a tile: 1 where the picture changed. */
export let dirty: usize = 0;

/** How many bytes `configure` will use for a picture of this size. */
export function pictureBytes(w: i32, h: i32): i32 {
  const across = (w + TILE - 1) / TILE;
  const down = (h + TILE - 1) / TILE;
  const tiles = across * down;
  return across * TILE * down * TILE * 4 + ((tiles * 20 + 15) & ~15) + across * TILE * (18 * COLUMNS_ROOMS + 8) + 64 + ((tiles + 15) & ~15);
}

export function configure(w: i32, h: i32, address: usize): void {
  width = w;
  height = h;
  tilesAcross = (w + TILE - 1) / TILE;
  tilesDown = (h + TILE - 1) / TILE;
  const tiles = tilesAcross * tilesDown;
  frameStride = tilesAcross * TILE * 4;
  frame = address;
  hashes = frame + <usize>(frameStride * tilesDown * TILE);
  nextHashes = hashes + <usize>(tiles * 8);
  bases = nextHashes + <usize>(tiles * 8);
  columnsRoom = (bases + <usize>(tiles * 4) + 15) & ~15;
  line = columnsRoom + <usize>(tilesAcross * TILE * 18 * COLUMNS_ROOMS);
  dirty = line + <usize>(tilesAcross * TILE * 8 + 64);
  invalidate();
}

/** Forgets what was drawn, so that the next frame is painted whole. */
export function invalidate(): void {
  // No tile has this hash but by a chance of one in 2^64.
  memory.fill(hashes, 0xff, <usize>(tilesAcross * tilesDown * 8));
}

/** Has everything painted elsewhere, until it is called again with where that was. */
export function paintInto(address: usize, stride: i32): void {
  frame = address;
  frameStride = stride;
}

export function frameAddress(): usize {
  return frame;
}

export function dirtyAddress(): usize {
  return dirty;
}
