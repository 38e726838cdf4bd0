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
])('from 1 to 3 within 100 ms: at %d ms it is at %d', (t, value) => {
  expect(tweenAt(createTween(1, [{ time: 0, to: 3 }], steady), t)).toBe(value);
});

test('a new target is gone to from wherever it is', () => {
  const glide = createTween(
    0,
    [
      { time: 0, to: 10 },
      { time: 50, to: 0 },
    ],
    steady,
  );
  expect(tweenAt(glide, 50)).toBe(5);
  expect(tweenAt(glide, 100)).toBe(2.5);
  expect(tweenAt(glide, 150)).toBe(0);
});

test('the way may take as long as it is far', () => {
  const glide = createTween(0, [{ time: 0, to: 10 }], { duration: (distance) => distance * 2 });
  expect(tweenAt(glide, 10)).toBe(5);
  expect(tweenAt(glide, 20)).toBe(10);
});

test('eases', () => {
  expect(tweenAt(createTween(0, [{ time: 0, to: 1 }], { ...steady, ease: outQuad }), 50)).toBe(0.75);
});

test('stays where it is without a move', () => {
  expect(tweenAt(createTween(7, [], steady), 123)).toBe(7);
});
