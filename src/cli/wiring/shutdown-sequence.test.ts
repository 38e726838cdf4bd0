import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { createShutdownSequence } from './shutdown-sequence.ts';

const log = createLog('silent');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('parts stop one at a time, in reverse order', async () => {
  const stopped: string[] = [];
  const list = createShutdownSequence({ log, drainSeconds: 3 });
  for (const name of ['database', 'storage', 'requests']) {
    list.add(name, async () => {
      await Promise.resolve();
      stopped.push(name);
    });
  }
  await list.stop();
  expect(stopped).toEqual(['requests', 'storage', 'database']);
});

test('the other parts stop even if one fails and one hangs', async () => {
  const stopped: string[] = [];
  const list = createShutdownSequence({ log, drainSeconds: 3 });
  list.add('database', async () => void stopped.push('database'));
  list.add('hangs', () => new Promise(() => {}));
  list.add('fails', () => Promise.reject(new Error('no')));
  const done = list.stop();
  await vi.advanceTimersByTimeAsync(6_000);
  await done;
  expect(stopped).toEqual(['database']);
});

test('a second stop waits for the first, which stops each part once and in order', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdownSequence({ log, drainSeconds: 3 });
  for (const name of ['first', 'second']) {
    shutdown.add(name, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      stopped.push(name);
    });
  }
  const both = Promise.all([shutdown.stop(), shutdown.stop()]);
  await vi.advanceTimersByTimeAsync(100);
  expect(stopped).toEqual(['second']);
  await vi.advanceTimersByTimeAsync(100);
  await both;
  await shutdown.stop();
  expect(stopped).toEqual(['second', 'first']);
});

test.each([
  [0, 9],
  [3, 9],
  [60, 66],
])('with DRAIN_SECONDS=%d, stopping is late after %d seconds', async (drainSeconds, seconds) => {
  const onLate = vi.fn();
  const list = createShutdownSequence({ log, drainSeconds, onLate });
  list.add('one', () => new Promise(() => {}));
  list.add('two', () => new Promise(() => {}));
  void list.stop();
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onLate).toHaveBeenCalledOnce();
});

test('a part that is too slow is reported without a stack, one that fails with its error', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
  const shutdown = createShutdownSequence({ log, drainSeconds: 3 });
  const failure = new Error('no');
  shutdown.add('hangs', () => new Promise(() => {}));
  shutdown.add('fails', () => Promise.reject(failure));
  const done = shutdown.stop();
  await vi.advanceTimersByTimeAsync(6_000);
  await done;
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { part: 'fails', err: failure },
    { part: 'hangs', reason: 'Timed out after 6000 ms.' },
  ]);
  warn.mockRestore();
});
