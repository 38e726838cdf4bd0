// Walking the changed tiles under a box, in runs as wide as they come.

import { dirty, tilesAcross } from './state';

/** The run found last: tiles `runFirst` up to, not including, `runEnd`. */
export let runFirst: i32 = 0;
export let runEnd: i32 = 0;

/** Finds the next run of changed tiles in a row of tiles, between columns `from` and `end`. */
export function findRun(row: i32, from: i32, end: i32): bool {
  const tiles = dirty + <usize>(row * tilesAcross);
  while (from < end && !load<u8>(tiles + from)) from++;
  if (from >= end) return false;
  runFirst = from;
  while (from < end && load<u8>(tiles + from)) from++;
  runEnd = from;
  return true;
}
