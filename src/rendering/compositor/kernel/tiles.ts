// Which tiles change: every item mixes its hash into the tiles it covers, in drawing order. A tile whose hash is the
// one of the frame before would be painted the same again, so it is left as it stands.

import { Item } from './record';
import { bases, dirty, frame, frameStride, hashes, nextHashes, TILE, tilesAcross, tilesDown } from './state';

const MIX: u64 = 0xff51afd7ed558ccd;

/** The base of a tile that no item is painted into. */
const NONE: u32 = 0xffffffff;

export function beginTiles(): void {
  const tiles = <usize>(tilesAcross * tilesDown);
  memory.fill(nextHashes, 0, tiles << 3);
  memory.fill(bases, 0, tiles << 2);
}

@inline function mix(hash: u64, next: u64): u64 {
  const mixed = (hash ^ next) * MIX;
  return mixed ^ (mixed >> 29);
}

/** Mixes an item's hash into one row of tiles, from tile `first` to tile `last` inclusive. */
export function touch(row: i32, first: i32, last: i32, hash: u64): void {
  if (first < 0) first = 0;
  if (last >= tilesAcross) last = tilesAcross - 1;
  let at = nextHashes + ((<usize>(row * tilesAcross + first)) << 3);
  for (let i = first; i <= last; i++, at += 8) store<u64>(at, mix(load<u64>(at), hash));
}

/** Begins one row of tiles anew with an item that covers all below it. */
export function cover(row: i32, first: i32, last: i32, hash: u64, order: u32): void {
  const begin = mix(0, hash);
  const i = <usize>(row * tilesAcross + first);
  let at = nextHashes + (i << 3);
  let base = bases + (i << 2);
  for (; first <= last; first++, at += 8, base += 4) {
    store<u64>(at, begin);
    store<u32>(base, order);
  }
}

export function hashRecord(record: usize): u64 {
  return hashWords(record, ~0);
}

/** The hash of a sprite wherever its left and its right end are cut. */
export function hashBetweenEnds(record: usize): u64 {
  return hashWords(record, ~0 << 32);
}

/** Of the words that have the left and the right end in their lower halves, those bits count that are `kept`. */
@inline function hashWords(record: usize, kept: u64): u64 {
  let h: u64 = 0;
  for (let i = 0; i < 64; i += 8) {
    const hasEnd = i == offsetof<Item>("left") || i == offsetof<Item>("right");
    h = (h ^ (load<u64>(record + i) & (hasEnd ? kept : ~0))) * MIX;
    h ^= h >> 32;
  }
  return h;
}

/** Marks the tiles of a row whose hash changed, blackens those that nothing covers, and returns how many changed. */
export function endTiles(row: i32): i32 {
  let changed = 0;
  const first = <usize>(row * tilesAcross);
  const last = first + tilesAcross;
  memory.fill(dirty + first, 0, tilesAcross);
  for (let i = first; i < last; i++) {
    const next = load<u64>(nextHashes + (i << 3));
    if (load<u64>(hashes + (i << 3)) == next) {
      store<u32>(bases + (i << 2), NONE);
      continue;
    }
    store<u64>(hashes + (i << 3), next);
    store<u8>(dirty + i, 1);
    changed++;
    if (load<u32>(bases + (i << 2)) == 0) blacken(<i32>(i - first), row);
  }
  return changed;
}

/** Fills a tile with black. */
export function blacken(column: i32, row: i32): void {
  const black = i32x4.splat(0xff000000);
  let at = frame + <usize>(row * TILE * frameStride + column * TILE * 4);
  for (let y = 0; y < TILE; y++, at += frameStride) {
    v128.store(at, black);
    v128.store(at, black, 16);
    v128.store(at, black, 32);
    v128.store(at, black, 48);
  }
}
