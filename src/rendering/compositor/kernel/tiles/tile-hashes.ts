// Finds the tiles that change: every item mixes its hash into the tiles it touches, in drawing order. A tile with the same
// hash as in the previous frame would be painted the same again, so it is skipped.

import { tileSize, writtenWords } from '../../layout.ts';
import {
  currentHashes,
  dirtyTiles,
  firstVisible,
  frame,
  frameStride,
  previousHashes,
  tilesAcross,
  tilesDown,
} from '../frame-buffer.ts';
import { Item } from '../record.ts';

const mixFactor: u64 = 0xff51afd7ed558ccd;

/** The `firstVisible` of a tile that does not change: it is higher than the order of any item. */
const unchanged: u32 = 0xffffffff;

/** Clears the hashes of the current frame. */
export function beginTiles(): void {
  const tiles = <usize>(tilesAcross * tilesDown);
  memory.fill(currentHashes, 0, tiles << 3);
  memory.fill(firstVisible, 0, tiles << 2);
}

/** @inline */
function mix(hash: u64, next: u64): u64 {
  const mixed = (hash ^ next) * mixFactor;
  return mixed ^ (mixed >> 29);
}

/** Mixes an item's hash into the tiles `first` to `last` (inclusive) of a row. */
export function touchTiles(row: i32, first: i32, last: i32, hash: u64): void {
  if (first < 0) first = 0;
  if (last >= tilesAcross) last = tilesAcross - 1;
  let at = currentHashes + ((<usize>(row * tilesAcross + first)) << 3);
  for (let i = first; i <= last; i++, at += 8) store<u64>(at, mix(load<u64>(at), hash));
}

/** Restarts the hashes of tiles with an item that hides everything below it. */
export function coverTiles(row: i32, first: i32, last: i32, hash: u64, order: u32): void {
  const begin = mix(0, hash);
  const i = <usize>(row * tilesAcross + first);
  let at = currentHashes + (i << 3);
  let base = firstVisible + (i << 2);
  for (; first <= last; first++, at += 8, base += 4) {
    store<u64>(at, begin);
    store<u32>(base, order);
  }
}

/** Hashes everything the compositor wrote into a record. */
export function hashRecord(record: usize): u64 {
  return hashWords(record, ~0);
}

/** Hashes a sprite's record without its left and right crop. */
export function hashWithoutEnds(record: usize): u64 {
  return hashWords(record, ~0 << 32);
}

/** Masks the 64-bit words whose lower half is the left or the right crop. @inline */
function hashWords(record: usize, mask: u64): u64 {
  let h: u64 = 0;
  for (let i = 0; i < writtenWords * 4; i += 8) {
    const hasCrop = i === offsetof<Item>('cropLeft') || i === offsetof<Item>('cropRight');
    h = (h ^ (load<u64>(record + i) & (hasCrop ? mask : ~0))) * mixFactor;
    h ^= h >> 32;
  }
  return h;
}

/** Marks the tiles of a row whose hash changed, clears those that no item covers, and returns how many changed. */
export function finishTileRow(row: i32): i32 {
  let changed = 0;
  const first = <usize>(row * tilesAcross);
  const last = first + tilesAcross;
  memory.fill(dirtyTiles + first, 0, tilesAcross);
  let i = first;
  while (i < last) {
    // Few tiles change, so most are passed four at a time.
    if (i + 4 <= last && areUnchanged(i)) {
      v128.store(firstVisible + (i << 2), i32x4.splat(unchanged));
      i += 4;
      continue;
    }
    const next = load<u64>(currentHashes + (i << 3));
    if (load<u64>(previousHashes + (i << 3)) === next) store<u32>(firstVisible + (i << 2), unchanged);
    else {
      store<u64>(previousHashes + (i << 3), next);
      store<u8>(dirtyTiles + i, 1);
      changed++;
      if (load<u32>(firstVisible + (i << 2)) === 0) clearTile(<i32>(i - first), row);
    }
    i++;
  }
  return changed;
}

/** Returns whether four tiles have the same hashes as in the previous frame. @inline */
function areUnchanged(tile: usize): bool {
  const current = currentHashes + (tile << 3);
  const previous = previousHashes + (tile << 3);
  const first = v128.xor(v128.load(current), v128.load(previous));
  const last = v128.xor(v128.load(current, 16), v128.load(previous, 16));
  return !v128.any_true(v128.or(first, last));
}

/** Fills a tile with opaque black. */
export function clearTile(column: i32, row: i32): void {
  const black = i32x4.splat(0xff000000);
  let at = frame + <usize>(row * tileSize * frameStride + column * tileSize * 4);
  for (let y = 0; y < tileSize; y++, at += frameStride) {
    v128.store(at, black);
    v128.store(at, black, 16);
    v128.store(at, black, 32);
    v128.store(at, black, 48);
  }
}
