import { expect, test } from 'vitest';
import { createTruePeakDetector, tapsPerSide } from './true-peak.ts';

/** The highest peak of a sound, which is followed by silence. */
function truePeakOf(samples: Float32Array, floor = 0): number {
  const padded = new Float32Array(samples.length + tapsPerSide * 2);
  padded.set(samples);
  return Math.max(...createTruePeakDetector(floor).next(padded));
}

function tone(hz: number, phase: number): Float32Array {
  // It fades in and out, because a sudden start has a peak of its own.
  return Float32Array.from({ length: 9_600 }, (_, index) => {
    const frame = index >> 1;
    return Math.sin((2 * Math.PI * hz * frame) / 48_000 + phase) * Math.sin((Math.PI * frame) / 4_800) ** 2;
  });
}

test.each([
  [12_000, Math.PI / 4, 0.708],
  [8_000, 0, 0.866],
  [997, 0, 1],
])('a tone of %d Hz between whose samples the peak lies has a peak of 1', (hz, phase, highestSample) => {
  const samples = tone(hz, phase);
  expect(Math.max(...samples)).toBeCloseTo(highestSample, 2);
  expect(Math.abs(20 * Math.log10(truePeakOf(samples)))).toBeLessThan(0.2);
});

test('a peak lags behind its frame by the samples that follow it', () => {
  const samples = new Float32Array(200);
  samples[2 * 30] = 0.9;
  const peaks = createTruePeakDetector(0).next(samples);
  expect(peaks[30 + tapsPerSide]).toBeCloseTo(0.9);
  expect(peaks.indexOf(Math.max(...peaks))).toBe(30 + tapsPerSide);
});

test('the right side counts like the left, and negative samples like positive ones', () => {
  const samples = new Float32Array(200);
  samples[2 * 30 + 1] = -0.9;
  expect(truePeakOf(samples)).toBeCloseTo(0.9);
});

test('a quiet sound is skipped only if no peak can reach the floor', () => {
  // Neighbours of equal sign around a gap: the peak between them is higher than every sample.
  const samples = Float32Array.from({ length: 400 }, (_, index) => ((index >> 1) % 4 < 2 ? 0.5 : -0.5));
  const peak = truePeakOf(samples);
  expect(peak).toBeGreaterThan(0.6);
  expect(truePeakOf(samples, peak)).toBe(peak);
  expect(
    truePeakOf(
      samples.map((sample) => sample / 10),
      peak,
    ),
  ).toBe(0);
});

test('peaks do not depend on the size of the blocks', () => {
  const samples = tone(11_025, 1);
  const whole = createTruePeakDetector(0).next(samples);
  const detector = createTruePeakDetector(0);
  for (let at = 0; at < samples.length; at += 622) {
    expect(detector.next(samples.slice(at, at + 622))).toEqual(whole.slice(at / 2, (at + 622) / 2));
  }
});
