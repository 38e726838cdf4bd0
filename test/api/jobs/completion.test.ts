import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/service/database/index.ts';
import { analyticsOf, createJobs, type Jobs } from '../../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJob } from '../../support/database/job-rows.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 } });
});
afterAll(() => fresh.drop());

const success = { success: true, videoKey: 'v', thumbKey: 't', logKey: 'l', pp: 312.5 } as const;
const failure = { success: false, error: 'The encoder died.' } as const;

test.each(['queued', 'downloading', 'rendering'] as const)('success completes a job that is %s', async (status) => {
  const id = await insertJob(database, { status, progress: 40 });
  const before = await jobs.get(id);
  expect(await jobs.complete(id, success)).toBe('ok');
  const after = await jobs.get(id);
  expect(after).toMatchObject({
    status: 'completed',
    progress: 100,
    pp: 312.5,
    keys: { video: 'v', thumbnail: 't', log: 'l' },
    error: null,
  });
  expect(after!.updatedAt.getTime()).toBeGreaterThanOrEqual(before!.updatedAt.getTime());
  expect(after!.createdAt).toEqual(before!.createdAt);
});

test('a success without pp keeps the pp of the job', async () => {
  const id = await insertJob(database, { status: 'rendering', pp: 7 });
  await jobs.complete(id, { ...success, pp: null });
  expect(await jobs.get(id)).toMatchObject({ pp: 7 });
});

test('a failure fails the job, stores the error and keeps the progress', async () => {
  const id = await insertJob(database, { status: 'rendering', progress: 40 });
  expect(await jobs.complete(id, { ...failure, error: 'with a \0 in it' })).toBe('ok');
  expect(await jobs.get(id)).toMatchObject({
    status: 'failed',
    progress: 40,
    error: { code: 'render/failed', hint: 'The replay could not be rendered.', message: 'with a  in it' },
  });
});

test('the code that the worker reports is stored', async () => {
  const id = await insertJob(database, { status: 'rendering' });
  await jobs.complete(id, { ...failure, code: 'replay/unreadable' });
  expect(await jobs.get(id)).toMatchObject({
    error: { code: 'replay/unreadable', hint: expect.stringContaining('structure') },
  });
});

test.each([
  ['completed', failure],
  ['completed', success],
  ['failed', success],
  ['failed', failure],
] as const)('a job that is %s never changes', async (status, completion) => {
  const id = await insertJob(database, { status });
  const before = await jobs.get(id);
  expect(await jobs.complete(id, completion)).toBe('ignored');
  expect(await jobs.get(id)).toEqual(before);
});

test('completing an unknown job reports it as unknown', async () => {
  expect(await jobs.complete('00000000-0000-4000-8000-000000000000', success)).toBe('unknown');
});

test('of many simultaneous reports, exactly one counts', async () => {
  const id = await insertJob(database, { status: 'rendering' });
  const results = await Promise.all(Array.from({ length: 20 }, (_, i) => jobs.complete(id, i % 2 ? success : failure)));
  expect(results.filter((result) => result === 'ok')).toHaveLength(1);
  expect(results.filter((result) => result === 'ignored')).toHaveLength(19);
});

test.each([
  ['queued', false, 'pending'],
  ['downloading', false, 'pending'],
  ['rendering', false, 'pending'],
  ['completed', false, 'missing'],
  ['failed', false, 'missing'],
  ['queued', true, 'ready'],
  ['completed', true, 'ready'],
  ['failed', true, 'ready'],
] as const)('analytics of a job that is %s, stored: %s, are %s', async (status, isStored, state) => {
  const id = await insertJob(database, { status });
  if (isStored) await jobs.markAnalyticsStored(id);
  expect(analyticsOf((await jobs.get(id))!)).toBe(state);
});

test('a nonce is accepted once, in all processes together', async () => {
  const other = createJobs({
    database: fresh.connect(),
    limits: { maxQueued: 1, maxRendering: 1, maxActivePerClient: 2 },
  });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? jobs : other).recordNonce('n')));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await jobs.recordNonce('another')).toBe(true);
  expect(await jobs.recordNonce('\0'.repeat(100_000))).toBe(true);
});

test.each([
  [10, false],
  [16, true],
])('a sweep deletes a nonce that is %d minutes old: %s', async (minutes, isDeleted) => {
  const nonce = `${minutes} minutes`;
  await jobs.recordNonce(nonce);
  await sql`update nonces set seen_at = seen_at - make_interval(mins => ${minutes})`.execute(database.db);
  await jobs.sweep();
  expect(await jobs.recordNonce(nonce)).toBe(isDeleted);
});
