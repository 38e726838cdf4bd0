import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { Storage } from '../../service/storage/index.ts';
import { startSweep } from './sweep.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = createLog('silent');
const checks = { sweep: async () => ({ objects: 0, entries: 0 }) };
const queue = { showLostJobsAsQueued: async () => 0, checks };
const jobs = { sweep: async () => ({ abandoned: 0 }), segments: { sweep: async () => 0 } };
const storage = {} as Storage;

test('the sweep runs immediately and twice a minute until it is stopped, also after a failure', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
  const sweep = vi.fn(async () => ({ abandoned: 0 }));
  sweep.mockRejectedValueOnce(new Error('no database'));
  const stop = startSweep({ jobs: { ...jobs, sweep }, queue, storage, log });
  expect(sweep).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sweep).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sweep).toHaveBeenCalledTimes(3);
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ task: 'fail jobs without a replay' }), expect.stringContaining('failed')],
  ]);
  warn.mockRestore();
});

test('stopping waits for the sweep in progress', async () => {
  let finish = (_: { abandoned: number }) => {};
  const sweep = () =>
    new Promise<{ abandoned: number }>((resolve) => {
      finish = resolve;
    });
  const stop = startSweep({ jobs: { ...jobs, sweep }, queue, storage, log });
  let stopped = false;
  const done = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stopped).toBe(false);
  finish({ abandoned: 1 });
  await done;
});

test('the sweep looks for lost workers every two seconds, but never twice at the same time', async () => {
  const finish: ((lost: number) => void)[] = [];
  const showLostJobsAsQueued = vi.fn(() => new Promise<number>((resolve) => finish.push(resolve)));
  const stop = startSweep({ jobs, queue: { showLostJobsAsQueued, checks }, storage, log });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(showLostJobsAsQueued).toHaveBeenCalledTimes(1);
  finish[0]!(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(showLostJobsAsQueued).toHaveBeenCalledTimes(2);
  finish[1]!(0);
  await stop();
});

test('the sweep removes leftover segments immediately and every ten minutes', async () => {
  const sweepSegments = vi.fn(async () => 1);
  const stop = startSweep({ jobs: { ...jobs, segments: { sweep: sweepSegments } }, queue, storage, log });
  expect(sweepSegments).toHaveBeenCalledExactlyOnceWith(storage);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sweepSegments).toHaveBeenCalledTimes(2);
  await stop();
});

test('the sweep of checks runs immediately and every ten minutes', async () => {
  const sweepChecks = vi.fn(async () => ({ objects: 1, entries: 1 }));
  const stop = startSweep({ jobs, queue: { ...queue, checks: { sweep: sweepChecks } }, storage, log });
  expect(sweepChecks).toHaveBeenCalledExactlyOnceWith(storage);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sweepChecks).toHaveBeenCalledTimes(2);
  await stop();
});
