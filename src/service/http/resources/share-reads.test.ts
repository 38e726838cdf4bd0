import { expect, test } from 'vitest';
import { shareReads } from './share-reads.ts';

/** Reads that the test finishes one by one. */
function controlledReads() {
  const share = shareReads<number>();
  const started: { resolve(): void; reject(error: Error): void }[] = [];
  const call = (key = 'a') =>
    share(key, () => {
      const number = started.length + 1;
      return new Promise<number>((resolve, reject) => started.push({ resolve: () => resolve(number), reject }));
    });
  return { call, started };
}

test('callers that come while a read runs share the next one', async () => {
  const { call, started } = controlledReads();
  const first = call();
  const later = [call(), call(), call()];
  expect(started).toHaveLength(1);
  started[0]!.resolve();
  expect(await first).toBe(1);
  await expect.poll(() => started.length).toBe(2);
  // The second read runs already, so its result may be too old for this caller.
  const last = call();
  started[1]!.resolve();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await expect.poll(() => started.length).toBe(3);
  started[2]!.resolve();
  expect(await last).toBe(3);
  expect(started).toHaveLength(3);
});

test('reads of different keys do not wait for each other', () => {
  const { call, started } = controlledReads();
  void call('a');
  void call('b');
  expect(started).toHaveLength(2);
});

test('a failed read fails its own callers only', async () => {
  const { call, started } = controlledReads();
  const first = call();
  const second = call();
  started[0]!.reject(new Error('the database is away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => started.length).toBe(2);
  started[1]!.resolve();
  expect(await second).toBe(2);
});
