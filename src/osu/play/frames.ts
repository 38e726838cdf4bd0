import type { ReplayFrames } from '../replay/index.ts';

/** Where the game parks the cursor before the play begins. */
const PARKED_X = 256;
const PARKED_Y = -500;

/** Times in beatmaps older than format 5 are 24 ms early; the game moves the map and the replay alike (rule BM1). */
const OLD_FORMAT_OFFSET = 24;

/**
 * The frames that were really played: without the parked ones at the start, in file order, times that go back included
 * (rules FR1, FR2).
 */
export function playedFrames(frames: ReplayFrames, formatVersion: number): ReplayFrames {
  let first = 0;
  while (first < frames.count && first < 2 && isParked(frames, first)) first++;
  const offset = formatVersion < 5 ? OLD_FORMAT_OFFSET : 0;
  return {
    count: frames.count - first,
    times: frames.times.subarray(first, frames.count).map((time) => time + offset),
    xs: frames.xs.subarray(first, frames.count),
    ys: frames.ys.subarray(first, frames.count),
    keys: frames.keys.subarray(first, frames.count),
  };
}

function isParked(frames: ReplayFrames, index: number): boolean {
  return frames.xs[index] === PARKED_X && frames.ys[index] === PARKED_Y;
}
