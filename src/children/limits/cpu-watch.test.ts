import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cpuMsOf, watchCpu } from './cpu-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** When a process that gets this share of a processor exceeds the limit; null: not within an hour. */
function exceededAfter(limitMs: number, share: number | null): number | null {
  const startedAt = performance.now();
  let after: number | null = null;
  const cpuMs = () => share && (performance.now() - startedAt) * share;
  const stop = watchCpu(0, { limitMs, cpuMs, onExceeded: () => (after = performance.now() - startedAt) });
  vi.advanceTimersByTime(3_600_000);
  stop();
  return after;
}

test.each([
  ['has a processor of its own', 1, 2_000],
  ['has half a processor', 0.5, 4_000],
  ['hardly runs', 0.001, 20_000],
  ['has unknown processor time', null, 2_000],
])('a process that %s exceeds its limit of 2 s after %3$d ms', (_, share, expectedMs) => {
  const after = exceededAfter(2_000, share);
  expect(after).toBeGreaterThanOrEqual(expectedMs);
  expect(after).toBeLessThan(expectedMs + 2_000);
});

test('a stopped watch reports nothing', () => {
  const onExceeded = vi.fn();
  watchCpu(0, { limitMs: 10, cpuMs: () => null, onExceeded })();
  vi.advanceTimersByTime(1_000);
  expect(onExceeded).not.toHaveBeenCalled();
});

test('the processor time of a process is known where the system reports it, that of no process is not', () => {
  const { user, system } = process.cpuUsage();
  if (existsSync('/proc/self/stat')) expect(cpuMsOf(process.pid)).toBeGreaterThan((user + system) / 1000 - 100);
  expect(cpuMsOf(0)).toBeNull();
});
