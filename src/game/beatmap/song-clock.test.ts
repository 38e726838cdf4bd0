import { describe, expect, test } from 'vitest';
import { rampedClock, rateAt, realMsBetween, songTimeAfter, steadyClock } from './song-clock.ts';

describe('a constant rate', () => {
  const clock = steadyClock(1.5);

  test('is the same at all times', () => {
    expect([-1000, 0, 99_000].map((t) => rateAt(clock, t))).toEqual([1.5, 1.5, 1.5]);
    expect(realMsBetween(clock, -3000, 0)).toBe(2000);
    expect(songTimeAfter(clock, -3000, 2000)).toBe(0);
  });
});

describe('Wind Up from 1 to 1.5, with objects from 1,000 to 41,000', () => {
  const clock = rampedClock({ initial: 1, final: 1.5, adjustsPitch: true }, { start: 1000, end: 41_000 });

  test.each([
    ['long before the first object', -5000, 1],
    ['at the first object', 1000, 1],
    ['less than half a step later', 1299, 1],
    ['more than half a step later', 1301, 1.01],
    ['halfway to three quarters of the map', 16_000, 1.25],
    ['before three quarters of the map', 30_600, 1.49],
    ['at three quarters of the map', 31_000, 1.5],
    ['at the end', 90_000, 1.5],
  ])('%s, at %d, the rate is %d [LZ17]', (_, t, rate) => {
    expect(rateAt(clock, t)).toBe(rate);
  });

  test('real time is the sum over all steps', () => {
    let real = 0;
    for (let t = 0; t < 50_000; t++) real += 1 / rateAt(clock, t + 0.5);
    expect(realMsBetween(clock, 0, 50_000)).toBeCloseTo(real, 3);
    expect(realMsBetween(clock, 50_000, 0)).toBeCloseTo(-real, 3);
  });

  test('converting song time to real time and back gives the same time', () => {
    for (const t of [-900, 1000, 1300, 20_000, 31_000, 60_000]) {
      expect(songTimeAfter(clock, 500, realMsBetween(clock, 500, t))).toBeCloseTo(t, 6);
    }
  });
});

test('Wind Down decreases the rate', () => {
  const clock = rampedClock({ initial: 1, final: 0.75, adjustsPitch: false }, { start: 0, end: 4000 });
  expect([0, 1450, 3000].map((t) => rateAt(clock, t))).toEqual([1, 0.88, 0.75]);
});

test('handles a ramp without change and a ramp over a single object', () => {
  const flat = rampedClock({ initial: 1.2, final: 1.2, adjustsPitch: true }, { start: 0, end: 4000 });
  expect(realMsBetween(flat, 0, 1200)).toBeCloseTo(1000, 6);
  const brief = rampedClock({ initial: 1, final: 2, adjustsPitch: true }, { start: 500, end: 500 });
  expect([499, 502].map((t) => rateAt(brief, t))).toEqual([1, 2]);
});
