import { expect, test } from 'vitest';
import { keySpans, lanes } from './key-spans.ts';

const times = Float64Array.of(0, 10, 20, 30, 40);
const spans = (keys: number[]) =>
  Object.fromEntries(lanes.map(({ name, isDown }) => [name, keySpans(times, Uint8Array.from(keys), isDown)]));

test('a key is held from the frame it is down in to the frame it is up in', () => {
  expect(spans([0, 1, 1, 0, 0]).M1).toEqual([{ start: 10, end: 30 }]);
});

test('a keyboard key is not the mouse button whose bit it sets', () => {
  expect(spans([5, 5, 0, 10, 0])).toEqual({
    K1: [{ start: 0, end: 20 }],
    K2: [{ start: 30, end: 40 }],
    M1: [],
    M2: [],
  });
});

test('a key that is never let go is held to the end', () => {
  expect(spans([0, 0, 8, 8, 8]).K2).toEqual([{ start: 20, end: 40 }]);
});
