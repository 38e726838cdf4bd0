import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('tasks start in order, a limited number at a time, and a failed task frees its slot', async () => {
  const limit = limitConcurrency(2);
  const log: string[] = [];
  const release: Record<string, (error?: Error) => void> = {};
  const run = (name: string) =>
    limit(
      () =>
        new Promise<string>((resolve, reject) => {
          log.push(name);
          release[name] = (error) => (error ? reject(error) : resolve(name));
        }),
    );
  const results = ['a', 'b', 'c', 'd'].map((name) => run(name));
  const settled = Promise.allSettled(results);
  expect(log).toEqual(['a', 'b']);
  release.b?.(new Error('broken'));
  await expect(results[1]).rejects.toThrow('broken');
  expect(log).toEqual(['a', 'b', 'c']);
  const late = run('e');
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
