import { expect, test } from 'vitest';
import { loopFrom, loopTarget, loopUntil, nextLoop } from './loop.ts';

test('a loop gets its start and its end in either order', () => {
  expect(loopUntil(loopFrom(null, 1000), 3000, -500)).toEqual({ start: 1000, end: 3000 });
  expect(loopFrom(loopUntil(null, 3000, -500), 1000)).toEqual({ start: 1000, end: 3000 });
  expect(loopUntil(null, 3000, -500)).toEqual({ start: -500, end: 3000 });
});

test('the end of a loop is always after its start', () => {
  expect(loopFrom({ start: 1000, end: 3000 }, 3000)).toEqual({ start: 3000, end: null });
  expect(loopUntil({ start: 1000, end: null }, 400, -500)).toEqual({ start: 400, end: 1000 });
  expect(loopUntil({ start: 1000, end: null }, 1000, -500)).toEqual({ start: 1000, end: null });
  expect(loopUntil(null, -500, -500)).toBe(null);
});

test('one button sets the start, then the end, then removes the loop', () => {
  const started = nextLoop(null, 1000);
  const complete = nextLoop(started, 2000);
  expect(started).toEqual({ start: 1000, end: null });
  expect(complete).toEqual({ start: 1000, end: 2000 });
  expect(nextLoop(complete, 1500)).toBe(null);
});

test.each([
  [null, 5000, null],
  [{ start: 1000, end: null }, 5000, null],
  [{ start: 1000, end: 2000 }, 1999, null],
  [{ start: 1000, end: 2000 }, 2000, 1000],
  [{ start: 1000, end: 2000 }, 9000, 1000],
])('with the loop %j, playback at %d continues at %s', (loop, now, target) => {
  expect(loopTarget(loop, now)).toBe(target);
});
