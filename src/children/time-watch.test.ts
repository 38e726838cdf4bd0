import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cpuMsOf, watchTime } from './time-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** When it is exceeded by a process that gets so much of a processor; null: not within the hour. */
function exceededAfter(limitMs: number, share: number | null): number | null {
  const began = performance.now();
  let after: number | null = null;
  const cpuMs = () => share && (performance.now() - began) * share;
  const stop = watchTime(0, { limitMs, cpuMs, onExceeded: () => (after = performance.now() - began) });
  vi.advanceTimersByTime(3_600_000);
  stop();
  return after;
}

test.each([
  ['has a processor of its own', 1, 2_000],
  ['has half a processor', 0.5, 4_000],
  ['hardly runs at all', 0.001, 20_000],
  ['is not told about', null, 2_000],
])('a process that %s has the time it may work for', (_, share, expectedMs) => {
  const after = exceededAfter(2_000, share)!;
  expect(after).toBeGreaterThanOrEqual(expectedMs);
  expect(after).toBeLessThan(expectedMs + 2_000);
});

test('a watch that is stopped says nothing', () => {
  const onExceeded = vi.fn();
  watchTime(0, { limitMs: 10, cpuMs: () => null, onExceeded })();
  vi.advanceTimersByTime(1_000);
  expect(onExceeded).not.toHaveBeenCalled();
});

test('work of a process is known where the system tells, and that of nobody is not', () => {
  const { user, system } = process.cpuUsage();
  if (existsSync('/proc/self/stat')) expect(cpuMsOf(process.pid)).toBeGreaterThan((user + system) / 1000 - 100);
  expect(cpuMsOf(0)).toBeNull();
});
