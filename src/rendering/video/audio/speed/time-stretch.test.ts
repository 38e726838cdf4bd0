import { describe, expect, test } from 'vitest';
import {
  findKnocks,
  isSameSound,
  knocks,
  peakOf,
  readAll,
  streamOf,
} from '../../../../../test/support/video/test-sound.ts';
import { stretchTime } from './time-stretch.ts';

// Irregular distances, both near and far.
const moments = [0.1, 0.6, 1.0003, 1.13, 1.2507, 2, 2.777, 3.31, 3.4, 4.9001];
const song = knocks(moments, 6);

describe.each([0.5, 0.75, 0.9, 1.01, 1.25, 1.5, 2])('at a tempo of %d', (tempo) => {
  const played = readAll(stretchTime(streamOf(song), tempo));

  test('a sound has the expected length', () => {
    expect(played.length / 2).toBe(Math.round((6 * 48_000) / tempo));
  });

  test('every knock comes once, within a millisecond of its time', () => {
    const found = findKnocks(played);
    expect(found).toHaveLength(moments.length);
    for (const [index, moment] of moments.entries())
      expect(Math.abs(found[index]! - moment / tempo), `the knock at ${moment}`).toBeLessThan(0.001);
  });

  test('a tone keeps its pitch and volume', () => {
    const hertz = 440;
    const tone = new Float32Array(48_000 * 4);
    for (let index = 0; index < tone.length; index++)
      tone[index] = 0.5 * Math.sin(((index >> 1) / 48_000) * 2 * Math.PI * hertz);
    const out = readAll(stretchTime(streamOf(tone), tempo));
    let crossings = 0;
    const from = 9_600;
    const to = out.length / 2 - 9_600;
    for (let frame = from; frame < to; frame++) if (out[2 * frame]! < 0 && out[2 * frame + 2]! >= 0) crossings++;
    expect(Math.abs(crossings / ((to - from) / 48_000) - hertz)).toBeLessThan(6);
    expect(peakOf(out)).toBeLessThanOrEqual(0.51);
    for (let frame = from; frame < to - 240; frame += 240)
      expect(peakOf(out.subarray(2 * frame, 2 * frame + 480))).toBeGreaterThan(0.4);
  });
});

test('a tempo of one changes nothing', () => {
  expect(isSameSound(readAll(stretchTime(streamOf(song), 1)), song)).toBe(true);
});

test.each([0, 1, 100, 5_000])('a sound of %d frames gets the expected length', (frames) => {
  const out = readAll(stretchTime(streamOf(new Float32Array(frames * 2).fill(0.1)), 1.5));
  expect(out.length / 2).toBe(Math.round(frames / 1.5));
});

test('the result does not depend on the size of the blocks', () => {
  const blocks = [1, 7, 799, 48_000].map((size) => {
    const stream = stretchTime(streamOf(song), 1.5);
    const whole = new Float32Array(20_000);
    for (let at = 0; at < whole.length; ) {
      const block = stream.read(Math.min(size, (whole.length - at) / 2));
      whole.set(block, at);
      at += block.length;
    }
    return whole;
  });
  for (const block of blocks) expect(isSameSound(block, blocks[0]!)).toBe(true);
});
