// Which tiles change: every item mixes its hash into the tiles it covers, in drawing order. A tile whose hash is the
// one of the frame before would be painted the same again, so it is left as it stands.

import { bases, dirty, frame, frameStride, hashes, height, nextHashes, TILE, tilesAcross, tilesDown, width } from './state';

const SEED: u64 = 0x9e3779b97f4a7c15;
const MIX: u64 = 0xff51afd7ed558ccd;

/** The base of a tile that no item is painted into. */
const NONE: u32 = 0xffffffff;

export function beginTiles(): void {
  const tiles = tilesAcross * tilesDown;
  for (let i = 0; i < tiles; i++) store<u64>(nextHashes + ((<usize>i) << 3), SEED);
  memory.fill(bases, 0, (<usize>tiles) << 2);
}

/** Mixes an item's hash into one row of tiles, from tile `first` to tile `last` inclusive. */
export function touch(row: i32, first: i32, last: i32, hash: u64): void {
  if (first < 0) first = 0;
  if (last >= tilesAcross) last = tilesAcross - 1;
  let at = nextHashes + ((<usize>(row * tilesAcross + first)) << 3);
  for (let i = first; i <= last; i++, at += 8) {
    let h = load<u64>(at) ^ hash;
    h *= MIX;
    store<u64>(at, h ^ (h >> 29));
  }
}

/** An item that covers all below it in a box: in the tiles that lie within, what came before it is of no account. */
export function cover(left: i32, top: i32, right: i32, bottom: i32, order: u32): void {
  const first = (left + TILE - 1) / TILE;
  const last = right == width ? tilesAcross : right / TILE;
  const lastRow = bottom == height ? tilesDown : bottom / TILE;
  for (let row = (top + TILE - 1) / TILE; row < lastRow; row++) {
    for (let column = first; column < last; column++) {
      const i = <usize>(row * tilesAcross + column);
      store<u64>(nextHashes + (i << 3), SEED);
      store<u32>(bases + (i << 2), order);
    }
  }
}

export function hashRecord(record: usize): u64 {
  let h = SEED;
  for (let i = 0; i < 64; i += 8) {
    h = (h ^ load<u64>(record + i)) * MIX;
    h ^= h >> 32;
  }
  return h;
}

/** Marks the tiles of a row whose hash changed, blackens those that nothing covers, and returns how many changed. */
export function endTiles(row: i32): i32 {
  let changed = 0;
  for (let column = 0; column < tilesAcross; column++) {
    const i = <usize>(row * tilesAcross + column);
    const at = i << 3;
    const next = load<u64>(nextHashes + at);
    const differs = load<u64>(hashes + at) != next;
    store<u8>(dirty + i, differs ? 1 : 0);
    if (differs) {
      store<u64>(hashes + at, next);
      changed++;
      if (load<u32>(bases + (i << 2)) == 0) blacken(column, row);
    } else store<u32>(bases + (i << 2), NONE);
  }
  return changed;
}

function blacken(column: i32, row: i32): void {
  const black = i32x4.splat(0xff000000);
  let at = frame + <usize>(row * TILE * frameStride + column * TILE * 4);
  for (let y = 0; y < TILE; y++, at += frameStride) {
    v128.store(at, black);
    v128.store(at, black, 16);
    v128.store(at, black, 32);
    v128.store(at, black, 48);
  }
}
