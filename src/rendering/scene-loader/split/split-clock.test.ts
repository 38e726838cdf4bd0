import { describe, expect, test } from 'vitest';
import { buildScene } from '../../../../test/support/scene/build-scene.ts';
import { createSplitClock } from './split-clock.ts';

const doubleTime = 64;
const map = { objects: ['100,100,10000,1,0', '200,100,40000,1,0'] };
const slow = buildScene(map);
const fast = buildScene({ ...map, modBits: doubleTime });
const first = 10_000;

describe('plays at the same speed', () => {
  const clock = createSplitClock([slow, slow]);

  test('show the same moments', () => {
    expect([-500, 0, 12_345.6, slow.span.end].map((t) => clock.timeOf(1, t))).toEqual([
      -500,
      0,
      12_345.6,
      slow.span.end,
    ]);
    expect(clock.span).toEqual(slow.span);
  });
});

describe('a faster play beside the first one', () => {
  const clock = createSplitClock([slow, fast]);

  test('reaches the first object with it, and then is ahead', () => {
    expect(clock.timeOf(1, first)).toBe(first);
    expect(clock.timeOf(1, first + 1000)).toBe(first + 1500);
    expect(clock.timeOf(1, first - 1000)).toBe(first - 1500);
    expect(clock.timeOf(0, first + 1000)).toBe(first + 1000);
  });

  test('stays at its results until the video ends, and fades out with the others', () => {
    expect(clock.span.end).toBe(slow.span.end);
    const fadeMs = 1000;
    const waitsAt = fast.span.end - fadeMs * 1.5;
    expect(clock.timeOf(1, slow.span.end - 5000)).toBe(waitsAt);
    expect(clock.timeOf(1, slow.span.end - fadeMs)).toBe(waitsAt);
    expect(clock.timeOf(1, slow.span.end - fadeMs / 2)).toBeCloseTo(waitsAt + (fadeMs / 2) * 1.5, 6);
    expect(clock.timeOf(1, slow.span.end)).toBe(fast.span.end);
  });
});

test('a video whose first play is the faster one lasts until the slower one has ended', () => {
  const clock = createSplitClock([fast, slow]);
  expect(clock.span.end).toBe(first + (slow.span.end - first) * 1.5);
  expect(clock.last).toEqual(new Set([1]));
  expect(clock.timeOf(1, clock.span.end)).toBeCloseTo(slow.span.end, 6);
});
