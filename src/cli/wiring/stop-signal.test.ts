import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { abortOnStopSignal, createStopSignal, onStopSignal } from './stop-signal.ts';

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const signal of stopSignals) process.removeAllListeners(signal);
});

test('the first signal aborts; a duplicate within a second is ignored; a later one exits', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const stopSignal = createStopSignal(createLog('silent'));
  expect(stopSignal.aborted).toBe(false);
  process.emit('SIGTERM', 'SIGTERM');
  expect(stopSignal.aborted).toBe(true);
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

test.each(stopSignals)('%s aborts', (name) => {
  const { signal, removeListeners } = abortOnStopSignal(130);
  process.emit(name, name);
  expect(signal.aborted).toBe(true);
  removeListeners?.();
});

test('an error of standard output aborts', () => {
  const before = process.stdout.listenerCount('error');
  const { signal, removeListeners } = abortOnStopSignal(130);
  process.stdout.emit('error', Object.assign(new Error('write'), { code: 'EPIPE' }));
  expect(signal.aborted).toBe(true);
  removeListeners?.();
  expect(process.stdout.listenerCount('error')).toBe(before);
});
