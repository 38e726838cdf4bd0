import { expect, test } from 'vitest';
import { createSampleCache } from './sample-cache.ts';

function counting(limitBytes: number) {
  const decoded: string[] = [];
  const cache = createSampleCache<string>(
    (name) => {
      decoded.push(name);
      return name === 'broken' ? null : new Float32Array(25);
    },
    (name) => name,
    limitBytes,
  );
  return { decoded, cache };
}

test('each sound is decoded once, even a broken one', () => {
  const { decoded, cache } = counting(1_000);
  expect(cache('a')).toBe(cache('a'));
  expect([cache('broken'), cache('broken')]).toEqual([null, null]);
  expect(decoded).toEqual(['a', 'broken']);
});

test('the least recently used sound is dropped when the cache is full', () => {
  const { decoded, cache } = counting(200);
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) cache(name);
  expect(decoded).toEqual(['a', 'b', 'c', 'b']);
});

test('a sound larger than the cache is still returned', () => {
  expect(counting(10).cache('a')).toHaveLength(25);
});
