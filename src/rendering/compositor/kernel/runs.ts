// Walking the tiles of a row that an item is painted into, in runs as wide as they come.

import { bases, tilesAcross } from './state';

/** The run found last: tiles `runFirst` up to, not including, `runEnd`. */
export let runFirst: i32 = 0;
export let runEnd: i32 = 0;

/** Whether all tiles of a row between two columns show the item at place `order` of the list. */
export function isRun(row: i32, from: i32, end: i32, order: u32): bool {
  let tile = bases + ((<usize>(row * tilesAcross + from)) << 2);
  for (; from < end; from++, tile += 4) if (load<u32>(tile) > order) return false;
  return true;
}

/** Finds the next run of tiles, between columns `from` and `end`, that show the item at place `order` of the list. */
export function findRun(row: i32, from: i32, end: i32, order: u32): bool {
  const tiles = bases + ((<usize>(row * tilesAcross)) << 2);
  while (from < end && load<u32>(tiles + ((<usize>from) << 2)) > order) from++;
  if (from >= end) return false;
  runFirst = from;
  while (from < end && load<u32>(tiles + ((<usize>from) << 2)) <= order) from++;
  runEnd = from;
  return true;
}
