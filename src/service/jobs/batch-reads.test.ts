import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchReads } from './batch-reads.ts';

/** A database whose reads end when `finish` is called, the first one first. */
function slowDatabase() {
  const queries: (readonly string[])[] = [];
  const running: (() => void)[] = [];
  const read = async (keys: readonly string[]) => {
    const number = queries.push(keys);
    await new Promise<void>((resolve) => running.push(resolve));
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `${key} of query ${number}`]));
  };
  const finish = async () => {
    running.shift()?.();
    await endOfTurn();
    await endOfTurn();
  };
  return { queries, read, finish };
}

test('what is requested in one turn of the event loop is read by one query', async () => {
  const { queries, read, finish } = slowDatabase();
  const get = batchReads(read);
  const results = Promise.all([get('a'), get('b'), get('a'), get('missing')]);
  await endOfTurn();
  await finish();
  expect(await results).toEqual(['a of query 1', 'b of query 1', 'a of query 1', null]);
  expect(queries).toEqual([['a', 'b', 'missing']]);
});

test('a key that is requested while it is read is read again, after the call', async () => {
  const { queries, read, finish } = slowDatabase();
  const get = batchReads(read);
  const first = get('a');
  await endOfTurn();
  const second = get('a');
  await endOfTurn();
  await finish();
  await finish();
  expect([await first, await second]).toEqual(['a of query 1', 'a of query 2']);
  expect(queries).toEqual([['a'], ['a']]);
});

test('while two queries run, all further requests wait for one more', async () => {
  const { queries, read, finish } = slowDatabase();
  const get = batchReads(read);
  const results = [];
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    results.push(get(key));
    await endOfTurn();
  }
  expect(queries).toEqual([['a'], ['b']]);
  await finish();
  expect(queries).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  await finish();
  await finish();
  await Promise.all(results);
});

test('a query reads a hundred keys at most', async () => {
  const { queries, read, finish } = slowDatabase();
  const get = batchReads(read);
  const results = Promise.all(Array.from({ length: 250 }, (_, i) => get(String(i))));
  await endOfTurn();
  for (let i = 0; i < 3; i++) await finish();
  await results;
  expect(queries.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('a failed query fails its own callers only', async () => {
  let isFailing = true;
  const get = batchReads(async (keys) => {
    if (isFailing) throw new Error('The database is gone.');
    return new Map(keys.map((key) => [key, key]));
  });
  await expect(Promise.all([get('a'), get('b')])).rejects.toThrow('gone');
  isFailing = false;
  expect(await get('a')).toBe('a');
});
