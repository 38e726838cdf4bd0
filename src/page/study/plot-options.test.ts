import { expect, test } from 'vitest';
import { ticksBetween } from './plot-options.ts';

test.each([
  ['of a whole play', { min: 0.4, max: 21, step: 10, origin: 0 }, [10, 20]],
  ['of a clip, which begins in the play', { min: 0.4, max: 51, step: 20, origin: 30 }, [10, 30, 50]],
  [
    'with Double Time, every ten seconds that the player shows',
    { min: 1, max: 46, step: 15, origin: 15 },
    [15, 30, 45],
  ],
  ['of a range without one', { min: 1, max: 2, step: 10, origin: 0 }, []],
])('ticks %s', (_, axis, ticks) => {
  expect(ticksBetween(axis)).toEqual(ticks);
});
