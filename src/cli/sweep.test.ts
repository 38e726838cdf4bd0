import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { startSweeping } from './sweep.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it sweeps at once and twice a minute, also after a sweep that failed, until it is stopped', async () => {
  const sweep = vi.fn(async () => ({ abandoned: 0 }));
  sweep.mockRejectedValueOnce(new Error('the database is away'));
  const stop = startSweeping({ sweep }, createLog('silent'));
  expect(sweep).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sweep).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sweep).toHaveBeenCalledTimes(3);
});

test('stopping waits for the sweep under way', async () => {
  let finish = (_: { abandoned: number }) => {};
  const sweep = () =>
    new Promise<{ abandoned: number }>((resolve) => {
      finish = resolve;
    });
  const stop = startSweeping({ sweep }, createLog('silent'));
  let stopped = false;
  const done = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stopped).toBe(false);
  finish({ abandoned: 1 });
  await done;
});
