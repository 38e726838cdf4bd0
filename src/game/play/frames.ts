import type { ReplayFrames } from '../replay/index.ts';
import type { Millis } from '../units.ts';

/** Where the game parks the cursor before the play begins. */
const parkedX = 256;
const parkedY = -500;

/** Times in beatmaps older than format 5 are 24 ms early; the game moves the map and the replay alike (rule BM1). */
const oldFormatOffsetMs = 24;

/**
 * The frames that were really played: without the parked ones at the start, in file order, times that go back included
 * (rules FR1, FR2).
 */
export function playedFrames(frames: ReplayFrames, formatVersion: number): ReplayFrames {
  let first = 0;
  while (first < frames.count && first < 2 && isParked(frames, first)) first++;
  const offset = formatVersion < 5 ? oldFormatOffsetMs : 0;
  return {
    count: frames.count - first,
    times: frames.times.subarray(first, frames.count).map((time) => time + offset),
    xs: frames.xs.subarray(first, frames.count),
    ys: frames.ys.subarray(first, frames.count),
    keys: frames.keys.subarray(first, frames.count),
  };
}

/** The same frames, and the cursor left where it was, without a key, until a time. */
export function extendUntil(frames: ReplayFrames, end: Millis): ReplayFrames {
  const last = frames.count - 1;
  if (last < 0 || frames.times[last]! >= end) return frames;
  return {
    count: frames.count + 1,
    times: lengthened(frames.times, end),
    xs: lengthened(frames.xs, frames.xs[last]!),
    ys: lengthened(frames.ys, frames.ys[last]!),
    keys: lengthened(frames.keys, 0),
  };
}

function lengthened<Column extends Float64Array | Float32Array | Uint8Array>(column: Column, value: number): Column {
  const longer = new (column.constructor as new (length: number) => Column)(column.length + 1);
  longer.set(column);
  longer[column.length] = value;
  return longer;
}

function isParked(frames: ReplayFrames, index: number): boolean {
  return frames.xs[index] === parkedX && frames.ys[index] === parkedY;
}
