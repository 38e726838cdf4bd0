// What every part of the kernel knows of the picture: its size, its pixels and its tiles. The host lays memory out
// and calls `configure`; nothing here allocates.

/** Tiles are 16×16: the size of a macroblock, so that a changed tile is a changed macroblock for the encoder. */
export const TILE: i32 = 16;

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
/** One byte a tile: 1 where the picture changed. */
export let dirty: usize = 0;

/** How many bytes `configure` will use for a picture of this size. */
export function pictureBytes(w: i32, h: i32): i32 {
  const across = (w + TILE - 1) / TILE;
  const down = (h + TILE - 1) / TILE;
  const tiles = across * down;
  return across * TILE * down * TILE * 4 + tiles * 16 + ((tiles + 15) & ~15);
}

export function configure(w: i32, h: i32, memory: usize): void {
  width = w;
  height = h;
  tilesAcross = (w + TILE - 1) / TILE;
  tilesDown = (h + TILE - 1) / TILE;
  const tiles = tilesAcross * tilesDown;
  frameStride = tilesAcross * TILE * 4;
  frame = memory;
  hashes = frame + <usize>(frameStride * tilesDown * TILE);
  nextHashes = hashes + <usize>(tiles * 8);
  dirty = nextHashes + <usize>(tiles * 8);
  invalidate();
}

/** Forgets what was drawn, so that the next frame is painted whole. */
export function invalidate(): void {
  // No item sequence hashes to this value by design of `beginTiles`, which starts from another one.
  memory.fill(hashes, 0xff, <usize>(tilesAcross * tilesDown * 8));
}

export function frameAddress(): usize {
  return frame;
}

export function dirtyAddress(): usize {
  return dirty;
}
