import { expect, test } from 'vitest';
import { latestOnly } from './latest-only.ts';

test('while a run is in progress, only the latest of the following values is kept, also after a failure', async () => {
  const started: number[] = [];
  const runs: { resolve(): void; reject(error: Error): void }[] = [];
  const show = latestOnly((value: number) => {
    started.push(value);
    return new Promise<void>((resolve, reject) => runs.push({ resolve, reject }));
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  for (const value of [1, 2, 3]) show(value);
  expect(started).toEqual([1]);
  runs[0]!.reject(new Error('The first picture fails.'));
  await settle();
  expect(started).toEqual([1, 3]);
  runs[1]!.resolve();
  await settle();
  show(4);
  expect(started).toEqual([1, 3, 4]);
});
