import { expect, test, vi } from 'vitest';
import type { PcmStream } from '../pcm-stream.ts';
import { tapeStop } from './tape-stop.ts';

/** A ramp: the value of a sample gives the frame of the source it comes from. */
function ramp(length = Number.POSITIVE_INFINITY, close = () => {}): PcmStream {
  let frame = 0;
  return {
    read(frames) {
      const count = Math.min(frames, length - frame);
      const out = new Float32Array(count * 2);
      for (let index = 0; index < out.length; index++) out[index] = (frame + (index >> 1)) * 1e-5;
      frame += count;
      return out;
    },
    close,
  };
}

const atMs = 100;
const lengthMs = 1000;
const second = 48_000;

test('a tape stop leaves the sound before it unchanged, and is followed by silence', () => {
  const out = tapeStop(ramp(), { atMs, lengthMs }).read(2 * second);
  expect(out[2 * 4_799]).toBeCloseTo(0.04799, 6);
  expect(out.subarray(2 * (4_800 + second)).every((sample) => sample === 0)).toBe(true);
});

test.each([
  ['at full speed at the start', 0, 0],
  ['three quarters of the way after half of the time', 0.5, 0.75],
  ['half of the normal distance at the end', 0.999, 1],
])('a tape stop slows down evenly: %s', (_, fraction, distance) => {
  const out = tapeStop(ramp(), { atMs, lengthMs }).read(2 * second);
  const frame = 4_800 + fraction * second;
  const volume = 1 - fraction;
  expect(out[2 * Math.round(frame)]! / volume / 1e-5).toBeCloseTo(4_800 + (distance * second) / 2, -2);
});

test('a tape stop sounds the same in blocks of any size', () => {
  const whole = tapeStop(ramp(), { atMs, lengthMs }).read(60_000);
  const stream = tapeStop(ramp(), { atMs, lengthMs });
  const blocks = [1, 4_798, 7, 30_000, 25_194].flatMap((frames) => [...stream.read(frames)]);
  expect(Float32Array.from(blocks)).toEqual(whole);
});

test('a tape stop may begin before the sound', () => {
  const early = tapeStop(ramp(), { atMs: -500, lengthMs }).read(second);
  // Half of the time is over, so speed and volume have halved.
  expect(early[2 * 4_800]! / 0.4 / 1e-5).toBeCloseTo(4_800 * 0.45, -1);
  expect(early.subarray(second).every((sample) => sample === 0)).toBe(true);
});

test('a source that ends during a tape stop is followed by silence, and is closed with it', () => {
  const close = vi.fn();
  const stream = tapeStop(ramp(5_000, close), { atMs, lengthMs });
  const out = stream.read(second);
  expect(out[2 * 4_999]).not.toBe(0);
  expect(out.subarray(2 * 5_010).every((sample) => sample === 0)).toBe(true);
  stream.close();
  expect(close).toHaveBeenCalledOnce();
});
