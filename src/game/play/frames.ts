import type { Beatmap } from '../beatmap/index.ts';
import { type ReplayFrames, readFrame } from '../replay/index.ts';
import type { Millis } from '../units.ts';

/** The position at which the client records the cursor before the play begins. */
const parkedX = 256;
const parkedY = -500;

/**
 * The frames of a play on a map: without the client's own frames at the start, in file order, including times that go
 * backwards (rules FR1, FR2), and moved in time like the map (rule BM1).
 */
export function playedFrames(frames: ReplayFrames, { timeOffset }: Pick<Beatmap, 'timeOffset'>): ReplayFrames {
  let first = 0;
  while (first < frames.count && first < 2 && isParked(frames, first)) first++;
  return {
    count: frames.count - first,
    times: frames.times.subarray(first, frames.count).map((time) => time + timeOffset),
    xs: frames.xs.subarray(first, frames.count),
    ys: frames.ys.subarray(first, frames.count),
    keys: frames.keys.subarray(first, frames.count),
  };
}

/** Appends a frame at `end` with the last cursor position and no keys, if the recording ends before. */
export function extendUntil(frames: ReplayFrames, end: Millis): ReplayFrames {
  if (frames.count === 0) return frames;
  const last = readFrame(frames, frames.count - 1);
  if (last.time >= end) return frames;
  return {
    count: frames.count + 1,
    times: lengthened(frames.times, end),
    xs: lengthened(frames.xs, last.x),
    ys: lengthened(frames.ys, last.y),
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
