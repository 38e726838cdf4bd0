import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWatchedValue } from './watched-value.ts';

const never = new AbortController().signal;

test('a wait ends at once if the value meets the condition already', async () => {
  await createWatchedValue(1).until((value) => value === 1, never);
});

test('a wait ends when the value meets the condition, and not before', async () => {
  const value = createWatchedValue(0);
  let hasEnded = false;
  const waiting = value
    .until((current) => current === 2, never)
    .then(() => {
      hasEnded = true;
    });
  value.set(1);
  await turnOfLoop();
  expect(hasEnded).toBe(false);
  value.set(2);
  await waiting;
  expect(value.current).toBe(2);
});

test('a wait ends when its signal aborts', async () => {
  const stopping = new AbortController();
  const waiting = createWatchedValue(0).until(() => false, stopping.signal);
  stopping.abort();
  await waiting;
});
