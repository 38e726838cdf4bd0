import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameSound, knocks, peakOf, readAll, streamOf } from '../../../../test/support/test-sound.ts';
import { limitPeaks } from './limiter.ts';

test('sound below the ceiling is unchanged', () => {
  const quiet = knocks([0.1, 0.5], 1);
  expect(peakOf(quiet)).toBeLessThan(0.98);
  expect(isSameSound(readAll(limitPeaks(streamOf(quiet))), quiet)).toBe(true);
});

test('no sample exceeds full scale, whatever the input', () => {
  const blocks = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 2, maxLength: 3_000 });
  fc.assert(
    fc.property(blocks, (values) => {
      const samples = Float32Array.from(values.slice(0, values.length & ~1));
      const out = readAll(limitPeaks(streamOf(samples)));
      expect(out).toHaveLength(samples.length);
      expect(peakOf(out)).toBeLessThanOrEqual(0.980001);
    }),
    { numRuns: 50 },
  );
});

test('a peak is turned down smoothly, and the volume recovers soon after', () => {
  const samples = new Float32Array(96_000).fill(0.5);
  samples.fill(2, 24_000, 24_960);
  const out = readAll(limitPeaks(streamOf(samples)));
  expect(isSameSound(out.slice(0, 23_500), samples.slice(0, 23_500))).toBe(true);
  expect(Math.max(...out.slice(24_000, 24_960))).toBeLessThanOrEqual(0.980001);
  expect(Math.min(...out.slice(24_000, 24_960))).toBeGreaterThan(0.9);
  for (let index = 2; index < 23_998; index += 2) expect(Math.abs(out[index]! - out[index - 2]!)).toBeLessThan(0.01);
  expect(isSameSound(out.slice(90_000), samples.slice(90_000))).toBe(true);
});

test('the result does not depend on the size of the blocks', () => {
  const loud = knocks([0.05, 0.06, 0.07, 0.2], 0.4).map((sample) => sample * 4);
  const whole = limitPeaks(streamOf(loud)).read(19_200);
  const pieces = limitPeaks(streamOf(loud));
  for (let at = 0; at < whole.length; ) {
    const block = pieces.read(311);
    expect(block).toEqual(whole.slice(at, at + block.length));
    at += block.length;
  }
});
