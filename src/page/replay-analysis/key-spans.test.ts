import { expect, test } from 'vitest';
import { keySpans, lanes } from './key-spans.ts';

/** The spans of each key, for frames 10 ms apart. */
function spansOf(keysOfFrames: number[]) {
  const frames = keysOfFrames.map((keys, i) => ({ t: i * 10, keys }));
  return Object.fromEntries(lanes.map(({ name, isDown }) => [name, keySpans(frames, isDown)]));
}

test('a key is held from the frame in which it goes down to the frame in which it is up', () => {
  expect(spansOf([0, 1, 1, 0, 0]).M1).toEqual([{ start: 10, end: 30 }]);
});

test('a keyboard key does not count as the mouse button whose bit it sets', () => {
  expect(spansOf([5, 5, 0, 10, 0])).toEqual({
    K1: [{ start: 0, end: 20 }],
    K2: [{ start: 30, end: 40 }],
    M1: [],
    M2: [],
  });
});

test('a key that is never released is held until the end', () => {
  expect(spansOf([0, 0, 8, 8, 8]).K2).toEqual([{ start: 20, end: 40 }]);
});
