import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchForLostClaim } from './claim-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a lost claim is detected within a second', async () => {
  let isClaimed = true;
  const watch = watchForLostClaim(async () => isClaimed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.lost.aborted).toBe(false);
  isClaimed = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.lost.aborted).toBe(true);
  watch.stop();
});

test('an unreachable database does not lose the claim', async () => {
  let isUnreachable = true;
  const isClaimed = async () => {
    if (isUnreachable) throw new Error('connection refused');
    return false;
  };
  const watch = watchForLostClaim(isClaimed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.lost.aborted).toBe(false);
  isUnreachable = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.lost.aborted).toBe(true);
  watch.stop();
});

test('a slow database gets one query at a time, and a stopped watch sends none', async () => {
  let queries = 0;
  let answer = (_: boolean) => {};
  const isClaimed = () => {
    queries++;
    return new Promise<boolean>((resolve) => {
      answer = resolve;
    });
  };
  const watch = watchForLostClaim(isClaimed);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queries).toBe(1);
  answer(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queries).toBe(2);
  answer(true);
  watch.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queries).toBe(2);
});
