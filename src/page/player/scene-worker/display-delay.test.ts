import { expect, test } from 'vitest';
import { createDisplayDelay } from './display-delay.ts';

const screenMs = 2 * (1000 / 60);

function delayAfter(drawMs: readonly number[]): number {
  const delay = createDisplayDelay();
  drawMs.forEach((ms, t) => {
    delay.requested(t, t * 100);
    delay.drawn(t, t * 100 + ms);
  });
  return delay.ms;
}

test('the delay is that of the drawing and of two frames of the screen', () => {
  expect(delayAfter([])).toBe(screenMs);
  expect(delayAfter(Array.from({ length: 100 }, () => 12))).toBeCloseTo(screenMs + 12, 1);
});

test('one slow frame changes little', () => {
  expect(delayAfter([5000])).toBeCloseTo(screenMs + 6);
});

test('a frame that is no longer the newest request is not counted', () => {
  const delay = createDisplayDelay();
  delay.requested(1, 0);
  delay.requested(2, 16);
  delay.drawn(1, 20);
  expect(delay.ms).toBe(screenMs);
});
