import { describe, expect, test } from 'vitest';
import { createSmoothedValue, smoothedAt } from './smoothed-value.ts';

const frame = 1000 / 60;

describe('a value that jumps', () => {
  const times = Float64Array.of(1000, 1000 + frame * 2);
  const chase = createSmoothedValue(
    { initial: 0, times, values: Float64Array.of(100, 1000) },
    { up: 0.75, clockRate: 1 },
  );

  test.each([
    ['before the first jump', 0, 0],
    ['at the jump', 1000, 0],
    ['a frame later', 1000 + frame, 25],
    ['at the next jump', 1000 + 2 * frame, 43.75],
    ['a frame after that, from where it was', 1000 + 3 * frame, 43.75 + (1000 - 43.75) / 4],
    ['long after', 60_000, 1000],
  ])('%s', (_, t, shown) => {
    expect(smoothedAt(chase, t)).toBeCloseTo(shown, 9);
  });
});

test('goes down as slowly as is asked for', () => {
  const line = { initial: 1, times: Float64Array.of(0), values: Float64Array.of(0) };
  const chase = createSmoothedValue(line, { up: 3 / 4, down: 5 / 6, clockRate: 1 });
  expect(smoothedAt(chase, frame)).toBeCloseTo(5 / 6, 9);
});

test('takes as long in real time when the song is faster', () => {
  const line = { initial: 0, times: Float64Array.of(0), values: Float64Array.of(100) };
  expect(smoothedAt(createSmoothedValue(line, { up: 0.75, clockRate: 1.5 }), 1.5 * frame)).toBeCloseTo(25, 9);
});

test('comes out as drawing it frame by frame would, on a line that falls and jumps', () => {
  const line = {
    initial: 1,
    times: Float64Array.of(0, 500, 900),
    values: Float64Array.of(1, 0.4, 0.9),
    slopes: Float64Array.of(-0.0002, 0, -0.0001),
  };
  const chase = createSmoothedValue(line, { up: 0.75, down: 5 / 6, clockRate: 1 });
  const trueAt = (t: number) => (t < 500 ? 1 - 0.0002 * t : t < 900 ? 0.4 : 0.9 - 0.0001 * (t - 900));
  const tiny = 0.01;
  let shown = 1;
  for (let t = 0; t < 1500; t += tiny) {
    const distance = trueAt(t) - shown;
    shown += distance * (1 - (distance > 0 ? 0.75 : 5 / 6) ** (tiny / frame));
    if (Math.round(t / tiny) % 10_000 === 0) expect(smoothedAt(chase, t)).toBeCloseTo(shown, 2);
  }
});
