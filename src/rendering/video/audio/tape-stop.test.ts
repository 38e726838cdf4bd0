import { expect, test, vi } from 'vitest';
import type { PcmStream } from './pcm-stream.ts';
import { tapeStop } from './tape-stop.ts';

/** A slope: what is heard tells which frame of the source it is. */
function slope(length = Number.POSITIVE_INFINITY, close = () => {}): PcmStream {
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

test('is untouched before, and silent after', () => {
  const out = tapeStop(slope(), { atMs, lengthMs }).read(2 * second);
  expect(out[2 * 4_799]).toBeCloseTo(0.04799, 6);
  expect(out.subarray(2 * (4_800 + second)).every((sample) => sample === 0)).toBe(true);
});

test.each([
  ['at first as fast as ever', 0, 0],
  ['half way three quarters of its way', 0.5, 0.75],
  ['in the end half as far as it would have been', 0.999, 1],
])('runs down evenly: %s', (_, share, way) => {
  const out = tapeStop(slope(), { atMs, lengthMs }).read(2 * second);
  const frame = 4_800 + share * second;
  const softer = 1 - share;
  expect(out[2 * Math.round(frame)]! / softer / 1e-5).toBeCloseTo(4_800 + (way * second) / 2, -2);
});

test('sounds the same in blocks of any size', () => {
  const whole = tapeStop(slope(), { atMs, lengthMs }).read(60_000);
  const stream = tapeStop(slope(), { atMs, lengthMs });
  const blocks = [1, 4_798, 7, 30_000, 25_194].flatMap((frames) => [...stream.read(frames)]);
  expect(Float32Array.from(blocks)).toEqual(whole);
});

test('may have begun before the sound does', () => {
  const early = tapeStop(slope(), { atMs: -500, lengthMs }).read(second);
  // Half of its time is over, and with it half of its speed and of its loudness.
  expect(early[2 * 4_800]! / 0.4 / 1e-5).toBeCloseTo(4_800 * 0.45, -1);
  expect(early.subarray(second).every((sample) => sample === 0)).toBe(true);
});

test('a source that ends on the way leaves silence, and is closed with it', () => {
  const close = vi.fn();
  const stream = tapeStop(slope(5_000, close), { atMs, lengthMs });
  const out = stream.read(second);
  expect(out[2 * 4_999]).not.toBe(0);
  expect(out.subarray(2 * 5_010).every((sample) => sample === 0)).toBe(true);
  stream.close();
  expect(close).toHaveBeenCalledOnce();
});
