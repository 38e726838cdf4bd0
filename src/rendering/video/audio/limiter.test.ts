import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameSound, knocks, peakOf, readAll, streamOf } from '../../../../test/support/video/test-sound.ts';
import { ceiling, limitPeaks } from './limiter.ts';
import { createTruePeakDetector } from './true-peak.ts';

function truePeakOf(samples: Float32Array): number {
  return peakOf(createTruePeakDetector(0).next(samples));
}

function limited(samples: Float32Array): Float32Array {
  return readAll(limitPeaks(streamOf(samples)));
}

/** A tone on both sides; its amplitude may change from frame to frame. */
function tone(hz: number, seconds: number, amplitudeAt: (frame: number) => number): Float32Array {
  return Float32Array.from({ length: seconds * 96_000 }, (_, index) => {
    const frame = index >> 1;
    return amplitudeAt(frame) * Math.sin((2 * Math.PI * hz * frame) / 48_000 + Math.PI / 4);
  });
}

test('sound below the ceiling is unchanged', () => {
  const quiet = knocks([0.1, 0.5], 1);
  expect(truePeakOf(quiet)).toBeLessThan(ceiling);
  expect(isSameSound(limited(quiet), quiet)).toBe(true);
});

test('no sample and no peak between samples exceeds the ceiling, whatever the input', () => {
  const blocks = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 2, maxLength: 3_000 });
  fc.assert(
    fc.property(blocks, (values) => {
      const samples = Float32Array.from(values.slice(0, values.length & ~1));
      const out = limited(samples);
      expect(out).toHaveLength(samples.length);
      expect(peakOf(out)).toBeLessThanOrEqual(ceiling * 1.00001);
      expect(truePeakOf(out)).toBeLessThanOrEqual(ceiling * 1.05);
    }),
    { numRuns: 50 },
  );
});

test('a peak between samples is limited, although every sample is below the ceiling', () => {
  // Samples at an eighth of a period: the peaks lie between them, 3 dB higher.
  const samples = tone(12_000, 0.2, () => 1);
  expect(peakOf(samples)).toBeLessThan(ceiling);
  expect(truePeakOf(samples)).toBeGreaterThan(0.99);
  expect(truePeakOf(limited(samples))).toBeLessThanOrEqual(ceiling * 1.002);
});

test('a peak is turned down smoothly, and the volume recovers soon after', () => {
  const samples = new Float32Array(96_000).fill(0.5);
  samples.fill(2, 24_000, 24_960);
  const out = limited(samples);
  expect(isSameSound(out.slice(0, 23_400), samples.slice(0, 23_400))).toBe(true);
  expect(Math.max(...out.slice(24_000, 24_960))).toBeLessThanOrEqual(ceiling * 1.00001);
  expect(Math.min(...out.slice(24_000, 24_960))).toBeGreaterThan(0.55);
  for (let index = 2; index < 23_998; index += 2) expect(Math.abs(out[index]! - out[index - 2]!)).toBeLessThan(0.01);
  expect(isSameSound(out.slice(90_000), samples.slice(90_000))).toBe(true);
});

test('a song under loud hits does not pump: its volume moves by less than the hits exceed the ceiling', () => {
  // Hits of 20 ms, 2 dB above the ceiling, four times a second, over a quiet tone.
  const song = tone(440, 3, () => 0.2);
  const hits = tone(3_000, 3, (frame) => (frame % 12_000 < 960 ? ceiling * 10 ** (2 / 20) - 0.2 : 0));
  const out = limited(song.map((sample, index) => sample + hits[index]!));
  const gains: number[] = [];
  for (let index = 0; index < song.length; index += 2) {
    if (hits[index] === 0 && (index >> 1) % 12_000 >= 960 && Math.abs(song[index]!) > 0.1)
      gains.push(20 * Math.log10(out[index]! / song[index]!));
  }
  expect(Math.min(...gains)).toBeGreaterThan(-2.1);
  expect(Math.max(...gains)).toBeLessThanOrEqual(0.001);
  // Before each next hit it has recovered to within a third of a decibel.
  const before = Array.from({ length: 10 }, (_, hit) => (hit + 1) * 12_000 - 300);
  for (const frame of before) {
    const near = [0, 9, 18, 27, 36, 45, 54].map((step) => (frame - step) * 2);
    const index = near.reduce((best, next) => (Math.abs(song[next]!) > Math.abs(song[best]!) ? next : best));
    expect(Math.abs(20 * Math.log10(out[index]! / song[index]!))).toBeLessThan(0.35);
  }
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
