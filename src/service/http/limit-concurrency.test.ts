import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('so many run at a time, in the order they came, and a failure frees its place', async () => {
  const gate = limitConcurrency(2);
  const log: string[] = [];
  const release: Record<string, (error?: Error) => void> = {};
  const work = (name: string) =>
    gate(
      () =>
        new Promise<string>((resolve, reject) => {
          log.push(name);
          release[name] = (error) => (error ? reject(error) : resolve(name));
        }),
    );
  const results = ['a', 'b', 'c', 'd'].map((name) => work(name));
  const settled = Promise.allSettled(results);
  expect(log).toEqual(['a', 'b']);
  release.b?.(new Error('broken'));
  await expect(results[1]).rejects.toThrow('broken');
  expect(log).toEqual(['a', 'b', 'c']);
  const late = work('e');
  release.a?.();
  await results[0];
  expect(log).toEqual(['a', 'b', 'c', 'd']);
  release.c?.();
  release.d?.();
  await settled;
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  release.e?.();
  expect(await late).toBe('e');
});
