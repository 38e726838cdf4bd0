// Finds the tiles of a row that an item is painted into, as runs of neighbouring tiles.

import { firstVisible, tilesAcross } from '../frame-buffer.ts';

/** The result of `findVisibleRun`: tiles `runFirst` up to, not including, `runEnd`. */
export let runFirst: i32 = 0;
export let runEnd: i32 = 0;

/** Returns whether the item with this order is visible in all tiles of a row from `from` up to, not including, `end`. */
export function isVisibleRun(row: i32, from: i32, end: i32, order: u32): bool {
  let tile = firstVisible + ((<usize>(row * tilesAcross + from)) << 2);
  for (; from < end; from++, tile += 4) if (load<u32>(tile) > order) return false;
  return true;
}

/** Finds the next run of tiles between `from` and `end` in which the item with this order is visible. */
export function findVisibleRun(row: i32, from: i32, end: i32, order: u32): bool {
  const tiles = firstVisible + ((<usize>(row * tilesAcross)) << 2);
  // Few tiles change, so most are skipped here, four at a time.
  const orders = i32x4.splat(order);
  while (from + 4 <= end && i32x4.all_true(v128.gt<u32>(v128.load(tiles + ((<usize>from) << 2)), orders))) from += 4;
  while (from < end && load<u32>(tiles + ((<usize>from) << 2)) > order) from++;
  if (from >= end) return false;
  runFirst = from;
  while (from < end && load<u32>(tiles + ((<usize>from) << 2)) <= order) from++;
  runEnd = from;
  return true;
}
