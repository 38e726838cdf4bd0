import { describe, expect, test } from 'vitest';
import { createSmoothedValue, smoothedAt } from './smoothed-value.ts';

const frameLength = 1000 / 60;

describe('a smoothed value of one that jumps is right', () => {
  const times = Float64Array.of(1000, 1000 + frameLength * 2);
  const smoothed = createSmoothedValue(
    { initial: 0, times, values: Float64Array.of(100, 1000) },
    { up: 0.75, clockRate: 1 },
  );

  test.each([
    ['before the first jump', 0, 0],
    ['at the jump', 1000, 0],
    ['a frame later', 1000 + frameLength, 25],
    ['at the next jump', 1000 + 2 * frameLength, 43.75],
    ['a frame after that, from where it was', 1000 + 3 * frameLength, 43.75 + (1000 - 43.75) / 4],
    ['long after', 60_000, 1000],
  ])('%s', (_, t, displayed) => {
    expect(smoothedAt(smoothed, t)).toBeCloseTo(displayed, 9);
  });
});

test('a smoothed value falls with its own rate', () => {
  const line = { initial: 1, times: Float64Array.of(0), values: Float64Array.of(0) };
  const smoothed = createSmoothedValue(line, { up: 3 / 4, down: 5 / 6, clockRate: 1 });
  expect(smoothedAt(smoothed, frameLength)).toBeCloseTo(5 / 6, 9);
});

test('a smoothed value takes the same real time at a faster song speed', () => {
  const line = { initial: 0, times: Float64Array.of(0), values: Float64Array.of(100) };
  expect(smoothedAt(createSmoothedValue(line, { up: 0.75, clockRate: 1.5 }), 1.5 * frameLength)).toBeCloseTo(25, 9);
});

test('a smoothed value equals that of tiny steps, for a value that falls and jumps', () => {
  const line = {
    initial: 1,
    times: Float64Array.of(0, 500, 900),
    values: Float64Array.of(1, 0.4, 0.9),
    slopes: Float64Array.of(-0.0002, 0, -0.0001),
  };
  const smoothed = createSmoothedValue(line, { up: 0.75, down: 5 / 6, clockRate: 1 });
  const trueAt = (t: number) => (t < 500 ? 1 - 0.0002 * t : t < 900 ? 0.4 : 0.9 - 0.0001 * (t - 900));
  const tiny = 0.01;
  let displayed = 1;
  for (let t = 0; t < 1500; t += tiny) {
    const distance = trueAt(t) - displayed;
    displayed += distance * (1 - (distance > 0 ? 0.75 : 5 / 6) ** (tiny / frameLength));
    if (Math.round(t / tiny) % 10_000 === 0) expect(smoothedAt(smoothed, t)).toBeCloseTo(displayed, 2);
  }
});
