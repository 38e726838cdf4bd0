import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { type Clock, checkClocks, clocksOf } from './clock-check.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const at = (ms: number, owner = 'the database'): Clock => ({ owner, read: async () => noon + ms });
const check = (...clocks: Clock[]) => checkClocks(clocks, () => noon);

test.each([
  [0, 'ok', 'agrees with the database'],
  [5_000, 'ok', 'agrees with the database'],
  [-5_000, 'ok', 'agrees with the database'],
  [5_001, 'warning', '5 s behind the database'],
  [-5_001, 'warning', '5 s ahead of the database'],
  [300_000, 'warning', '300 s behind the database'],
  [-300_000, 'warning', '300 s ahead of the database'],
])('a clock that differs by %d ms: %s', async (ms, state, message) => {
  expect(await check(at(ms))).toMatchObject({ state, message });
});

test.each([300_001, -300_001])('a clock that differs by %d ms stops the service from working', async (ms) => {
  await expect(check(at(ms))).rejects.toThrow(/300 s (ahead of|behind) the database/);
});

test('a server that does not answer says nothing about the clock', async () => {
  const silent: Clock = { owner: 'the S3 server', read: () => Promise.reject(new Error('timeout')) };
  expect(await check(at(0), silent)).toMatchObject({
    state: 'ok',
    message: 'agrees with the database, cannot be compared with the S3 server, which does not tell its time',
  });
  await expect(check(at(300_001), silent)).rejects.toThrow(/behind the database/);
});

test('the largest difference counts, and every clock is named', async () => {
  expect(await check(at(0), at(60_000, 'the S3 server'))).toMatchObject({
    state: 'warning',
    message: 'agrees with the database, 60 s behind the S3 server',
    advice: expect.stringContaining('Synchronise'),
  });
});

test('a slow answer is no difference', async () => {
  let now = noon;
  const read = async () => {
    now += 60_000;
    return now - 30_000;
  };
  const slow = { owner: 'the database', read };
  expect(await checkClocks([slow], () => now)).toMatchObject({ state: 'ok' });
});

test('only servers on other machines have clocks of their own', async () => {
  const ownersOf = (env: Record<string, string>) =>
    clocksOf(readConfig(env), () => Promise.reject(new Error('not opened'))).map(({ owner }) => owner);
  expect(ownersOf({})).toEqual([]);
  const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' };
  expect(ownersOf({ DATABASE_URL: 'postgres://db.example/x', ...bucket })).toEqual(['the database', 'the S3 server']);
  expect(await checkClocks([])).toMatchObject({ state: 'ok' });
});
