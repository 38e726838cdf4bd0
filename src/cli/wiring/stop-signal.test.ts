import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { onStopSignal, waitForStopSignal } from './stop-signal.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT');
});

test('the first signal resolves; a duplicate within a second is ignored; a later one exits', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const stopSignal = waitForStopSignal(createLog('silent'));
  process.emit('SIGTERM', 'SIGTERM');
  await stopSignal;
  await vi.advanceTimersByTimeAsync(1_000);
  process.emit('SIGTERM', 'SIGTERM');
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(1);
});

test('no handler is called after the listeners are removed', () => {
  const onFirst = vi.fn();
  const remove = onStopSignal({ onFirst, onRepeated: vi.fn() });
  remove();
  process.emit('SIGTERM', 'SIGTERM');
  expect(onFirst).not.toHaveBeenCalled();
});
