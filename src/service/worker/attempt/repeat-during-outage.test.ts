import { expect, test, vi } from 'vitest';
import { Failure } from '../../../failure.ts';
import { repeatDuringOutage } from './repeat-during-outage.ts';

const noStorage = new Failure('storage/unavailable', 'no storage');
const noDatabase = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

/** Runs work that fails with each of these errors, or with the last one forever. */
async function run(errors: readonly Error[], { forever = false, signal = new AbortController().signal } = {}) {
  const waits: number[] = [];
  const onOutage = vi.fn();
  let tries = 0;
  let clock = 0;
  const work = async () => {
    const error = forever ? errors.at(-1) : errors[tries];
    tries++;
    if (error !== undefined) throw error;
    return 'done';
  };
  const wait = async (ms: number) => {
    waits.push(ms);
    clock += ms;
  };
  const result = await repeatDuringOutage(work, { signal, onOutage, now: () => clock, wait }).catch((error) => error);
  return { result, tries, waits, outages: onOutage.mock.calls.length };
}

test.each([
  ['of the storage', noStorage],
  ['of the database', noDatabase],
])('work is repeated during an outage %s', async (_, error) => {
  expect(await run([error, error, error])).toEqual({ result: 'done', tries: 4, waits: [500, 1000, 2000], outages: 3 });
});

test('after ten minutes the outage is the result', async () => {
  const { result, waits } = await run([noStorage], { forever: true });
  expect(result).toBe(noStorage);
  expect(Math.max(...waits)).toBe(30_000);
  const waited = waits.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThan(9 * 60_000);
  expect(waited).toBeLessThanOrEqual(10 * 60_000);
});

test.each([
  ['a bug', new Error('a bug')],
  ['a full disk', new Failure('storage/full', 'full')],
])('%s is not repeated', async (_, error) => {
  expect(await run([error])).toEqual({ result: error, tries: 1, waits: [], outages: 0 });
});

test('a stopping worker does not wait for the end of an outage', async () => {
  expect(await run([noStorage], { signal: AbortSignal.abort() })).toMatchObject({ result: noStorage, tries: 1 });
});
