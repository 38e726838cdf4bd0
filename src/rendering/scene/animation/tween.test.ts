import { expect, test } from 'vitest';
import { outQuad } from './easing.ts';
import { createTween, tweenAt } from './tween.ts';

const steady = { duration: () => 100 };

test.each([
  [-1, 1],
  [0, 1],
  [50, 2],
  [100, 3],
  [1000, 3],
])('a tween from 1 to 3 within 100 ms is, at %d ms, at %d', (t, value) => {
  expect(tweenAt(createTween(1, [{ time: 0, to: 3 }], steady), t)).toBe(value);
});

test('a tween moves to a new target from where it is', () => {
  const tween = createTween(
    0,
    [
      { time: 0, to: 10 },
      { time: 50, to: 0 },
    ],
    steady,
  );
  expect(tweenAt(tween, 50)).toBe(5);
  expect(tweenAt(tween, 100)).toBe(2.5);
  expect(tweenAt(tween, 150)).toBe(0);
});

test('the duration may depend on the distance', () => {
  const tween = createTween(0, [{ time: 0, to: 10 }], { duration: (distance) => distance * 2 });
  expect(tweenAt(tween, 10)).toBe(5);
  expect(tweenAt(tween, 20)).toBe(10);
});

test('a tween eases', () => {
  expect(tweenAt(createTween(0, [{ time: 0, to: 1 }], { ...steady, ease: outQuad }), 50)).toBe(0.75);
});

test('a tween without moves keeps its value', () => {
  expect(tweenAt(createTween(7, [], steady), 123)).toBe(7);
});
