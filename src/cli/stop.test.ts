import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createStopList, stopRequest } from './stop.ts';

const log = createLog('silent');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT');
});

test('what was started last is stopped first, one after another', async () => {
  const stopped: string[] = [];
  const list = createStopList(log, { drainSeconds: 3 });
  for (const name of ['database', 'storage', 'requests']) {
    list.add(name, async () => {
      await Promise.resolve();
      stopped.push(name);
    });
  }
  await list.stop();
  expect(stopped).toEqual(['requests', 'storage', 'database']);
});

test('a part that fails or hangs does not keep the others running', async () => {
  const stopped: string[] = [];
  const list = createStopList(log, { drainSeconds: 3 });
  list.add('database', async () => void stopped.push('database'));
  list.add('hangs', () => new Promise(() => {}));
  list.add('fails', () => Promise.reject(new Error('no')));
  const done = list.stop();
  await vi.advanceTimersByTimeAsync(6_000);
  await done;
  expect(stopped).toEqual(['database']);
});

test('stopping twice stops everything once', async () => {
  const stop = vi.fn(async () => {});
  const list = createStopList(log, { drainSeconds: 3 });
  list.add('part', stop);
  await Promise.all([list.stop(), list.stop()]);
  expect(stop).toHaveBeenCalledOnce();
});

test.each([
  [0, 9],
  [3, 9],
  [60, 66],
])('with %d seconds for renders, parts that hang are left behind after %d', async (drainSeconds, seconds) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const list = createStopList(log, { drainSeconds });
  list.add('one', () => new Promise(() => {}));
  list.add('two', () => new Promise(() => {}));
  void list.stop();
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(exit).toHaveBeenCalledWith(0);
});

test('a signal asks to stop; the same signal passed on by npm is no second wish, a later one is', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const asked = stopRequest(log);
  process.emit('SIGTERM', 'SIGTERM');
  await asked;
  await vi.advanceTimersByTimeAsync(1_000);
  process.emit('SIGTERM', 'SIGTERM');
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(1);
});
