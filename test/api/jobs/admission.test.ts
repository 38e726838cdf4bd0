import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import type { Database, JobStatus } from '../../../src/service/database/index.ts';
import { createJobs, type Jobs } from '../../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs, submission } from '../../support/database/job-rows.ts';

const stored = async () => {};

let fresh: FreshDatabase;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
});
afterEach(() => fresh.drop());

function jobsWith({ maxQueued = 100, maxRendering = 20, maxActivePerClient = 2, on = database } = {}): Jobs {
  return createJobs({ database: on, limits: { maxQueued, maxRendering, maxActivePerClient } });
}

/** Counts submissions by outcome. */
async function tally(submissions: Promise<unknown>[]): Promise<Record<string, number>> {
  const outcomes = await Promise.allSettled(submissions);
  const tallied: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name =
      outcome.status === 'fulfilled'
        ? 'admitted'
        : outcome.reason instanceof Failure
          ? outcome.reason.code
          : String(outcome.reason);
    tallied[name] = (tallied[name] ?? 0) + 1;
  }
  return tallied;
}

test('an admitted job is queued with the values of its submission', async () => {
  const jobs = jobsWith();
  const job = await jobs.submit(submission({ client: '192.0.2.7' }), stored);
  expect(job).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    status: 'queued',
    progress: 0,
    client: '192.0.2.7',
    options: submission().options,
    replay: submission().replay,
    mapTitle: '',
    stars: 0,
    pp: 0,
    error: null,
    hasAnalytics: false,
    keys: { video: null, thumbnail: null, log: null },
  });
  expect(job.updatedAt.getTime() - job.createdAt.getTime()).toBeLessThan(60_000);
  expect(await jobs.get(job.id)).toEqual({ ...job, queuePosition: 1, version: expect.any(String) });
});

test('NUL is removed from a player name', async () => {
  const replay = { ...submission().replay, player: 'a\0b\u{1f600}\ud800' };
  const job = await jobsWith().submit({ ...submission(), replay }, stored);
  expect(job.replay.player).toBe('ab\u{1f600}\ufffd');
});

describe('limits', () => {
  test('of 200 simultaneous submissions of one client over two pools, exactly 2 are admitted', async () => {
    const processes = [jobsWith(), jobsWith({ on: fresh.connect() })];
    const all = Array.from({ length: 200 }, (_, i) => processes[i % 2]!.submit(submission(), stored));
    expect(await tally(all)).toEqual({ admitted: 2, 'limit/active-jobs': 198 });
  });

  test('of 200 simultaneous submissions of 200 clients over two pools, exactly MAX_QUEUED are admitted', async () => {
    const processes = [jobsWith({ maxQueued: 37 }), jobsWith({ maxQueued: 37, on: fresh.connect() })];
    const all = Array.from({ length: 200 }, (_, i) =>
      processes[i % 2]!.submit(submission({ client: `client ${i}` }), stored),
    );
    expect(await tally(all)).toEqual({ admitted: 37, 'limit/queue-full': 163 });
    expect((await processes[0]!.statistics()).jobsByStatus.queued).toBe(37);
  });

  test.each(['queued', 'downloading', 'rendering'] as const)('a job that is %s counts as active', async (status) => {
    await insertJobs(database, [{ status }, { status }]);
    await expect(jobsWith().submit(submission(), stored)).rejects.toMatchObject({ code: 'limit/active-jobs' });
    await expect(jobsWith({ maxActivePerClient: 1 }).submit(submission(), stored)).rejects.toThrow(
      'You already have 1 active render job.',
    );
  });

  test.each(['completed', 'failed'] as const)('a job that is %s does not count as active', async (status) => {
    await insertJobs(database, [{ status }, { status }, { status: 'queued' }]);
    await expect(jobsWith().submit(submission(), stored)).resolves.toMatchObject({ status: 'queued' });
  });

  const others = (status: JobStatus, n: number) => Array.from({ length: n }, (_, i) => ({ status, client: `o${i}` }));

  test.each([
    ['queued', 2, 'admitted'],
    ['queued', 3, 'limit/queue-full'],
    ['downloading', 3, 'admitted'],
    ['downloading', 4, 'limit/at-capacity'],
    ['rendering', 3, 'admitted'],
    ['rendering', 4, 'limit/at-capacity'],
    ['completed', 9, 'admitted'],
    ['failed', 9, 'admitted'],
  ] as const)('with limits 3 and 4, the outcome while the number of %s jobs is %d: %s', async (status, n, outcome) => {
    await insertJobs(database, others(status, n));
    expect(await tally([jobsWith({ maxQueued: 3, maxRendering: 4 }).submit(submission(), stored)])).toEqual({
      [outcome]: 1,
    });
  });

  test('downloading and rendering jobs share the capacity', async () => {
    await insertJobs(database, [...others('downloading', 2), ...others('rendering', 2)]);
    expect(await tally([jobsWith({ maxRendering: 4 }).submit(submission(), stored)])).toEqual({
      'limit/at-capacity': 1,
    });
  });

  test('the limits are checked in order: queue, capacity, client', async () => {
    await insertJobs(database, [{ status: 'queued' }, { status: 'rendering' }]);
    const outcomes = await Promise.all([
      tally([jobsWith({ maxQueued: 1, maxRendering: 1 }).submit(submission(), stored)]),
      tally([jobsWith({ maxQueued: 2, maxRendering: 1 }).submit(submission(), stored)]),
      tally([jobsWith({ maxQueued: 2, maxRendering: 2 }).submit(submission(), stored)]),
    ]);
    expect(outcomes).toEqual([{ 'limit/queue-full': 1 }, { 'limit/at-capacity': 1 }, { 'limit/active-jobs': 1 }]);
  });
});

test('a client can submit again as soon as its job ends', async () => {
  const jobs = jobsWith();
  const first = await jobs.submit(submission(), stored);
  await jobs.submit(submission(), stored);
  await jobs.complete(first.id, { success: false, error: 'no' });
  await expect(jobs.submit(submission(), stored)).resolves.toMatchObject({ status: 'queued' });
});

test('totals stay exact without deadlocks while many jobs are inserted, updated and ended at the same time', async () => {
  const processes = [jobsWith(), jobsWith({ on: fresh.connect() })];
  await insertJobs(
    database,
    Array.from({ length: 60 }, (_, i) => ({ status: 'rendering' as const, client: `worker ${i}` })),
  );
  const running = await database.db.selectFrom('jobs').select('id').execute();
  const work: Promise<unknown>[] = running.map(({ id }, i) =>
    i % 3 === 0
      ? database.db.updateTable('jobs').set({ status: 'queued' }).where('id', '=', id).execute()
      : processes[i % 2]!.complete(id, i % 3 === 1 ? { success: false, error: 'no' } : success),
  );
  for (let i = 0; i < 60; i += 1) {
    const jobs = createJobs({ database, limits: { maxQueued: 1000, maxRendering: 1000, maxActivePerClient: 2 } });
    const failing = i % 4 === 0;
    const store = () => (failing ? Promise.reject(new Error('disk')) : stored());
    work.push(
      jobs.submit(submission({ client: `c${i}` }), store).catch((error) => expect(failing || error).toBe(true)),
    );
    if (i % 10 === 0) work.push(processes[i % 2]!.sweep());
  }
  await Promise.all(work);
  const counted = await database.db
    .selectFrom('jobs')
    .select(['status', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute();
  const { jobsByStatus } = await processes[0]!.statistics();
  expect(jobsByStatus).toEqual({
    downloading: 0,
    rendering: 0,
    ...Object.fromEntries(counted.map(({ status, n }) => [status, n])),
  });
  expect(jobsByStatus).toMatchObject({ queued: 65, failed: 35, completed: 20 });
});

const success = { success: true, videoKey: null, thumbKey: null, logKey: null, pp: null } as const;
