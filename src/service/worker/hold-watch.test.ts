import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchHold } from './hold-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a claim that is gone is noticed within a second', async () => {
  let held = true;
  const watch = watchHold(async () => held);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.lost.aborted).toBe(false);
  held = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.lost.aborted).toBe(true);
  watch.stop();
});

test('a database that is away takes no claim away', async () => {
  let isAway = true;
  const isHeld = async () => {
    if (isAway) throw new Error('connection refused');
    return false;
  };
  const watch = watchHold(isHeld);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.lost.aborted).toBe(false);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.lost.aborted).toBe(true);
  watch.stop();
});

test('a slow database is not asked again before it has answered, and a stopped watch asks no more', async () => {
  let asked = 0;
  let answer = (_: boolean) => {};
  const isHeld = () => {
    asked++;
    return new Promise<boolean>((resolve) => {
      answer = resolve;
    });
  };
  const watch = watchHold(isHeld);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(1);
  answer(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(2);
  answer(true);
  watch.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(2);
});
