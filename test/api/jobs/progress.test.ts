import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/service/database/index.ts';
import { type Claim, createJobs, type Jobs } from '../../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs } from '../../support/database/job-rows.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 1000, maxRendering: 20, maxActivePerClient: 2 } });
});
afterAll(() => fresh.drop());

const at = (percent: number) => ({ stage: 'rendering', percent, framesPerSecond: 120.5, secondsLeft: 42 }) as const;

async function queuedJobs(count: number): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i++) ids.push(...(await insertJobs(database, [{}])));
  return ids;
}

const positionOf = async (id: string) => (await jobs.get(id))?.queuePosition;

test('progress updates are HOT: they change no index, no total and no event', async () => {
  const [id = ''] = await queuedJobs(1);
  const claim = (await jobs.attempts.claim(id))!;
  await jobs.attempts.startRendering(claim);
  // One connection, because each one flushes its statistics separately.
  const single = fresh.connect({ maxConnections: 1 });
  const counted = createJobs({
    database: single,
    limits: { maxQueued: 1000, maxRendering: 20, maxActivePerClient: 2 },
  });
  const counts = async () => {
    await single.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await single.pool.query(
      `select relname, n_tup_upd as updated, n_tup_hot_upd as hot, n_tup_ins as inserted from pg_stat_user_tables
       where relname in ('jobs', 'job_totals', 'job_events')`,
    );
    return Object.fromEntries(rows.map(({ relname, ...numbers }) => [relname, numbers]));
  };
  const before = await counts();
  for (let i = 0; i < 20; i++) expect(await counted.attempts.reportProgress(claim, at(i))).toBe(true);
  const after = await counts();
  expect(after.jobs.updated - before.jobs.updated).toBe(20);
  // A few updates may find a full page while another transaction still sees old rows; with an index, none would be HOT.
  expect(after.jobs.hot - before.jobs.hot).toBeGreaterThanOrEqual(18);
  expect(after.job_totals).toEqual(before.job_totals);
  expect(after.job_events).toEqual(before.job_events);
  await jobs.complete(id, { success: false, error: 'x' });
});

async function claimAndStart(): Promise<Claim> {
  const [id = ''] = await queuedJobs(1);
  const claim = (await jobs.attempts.claim(id))!;
  await jobs.attempts.startRendering(claim);
  return claim;
}

const progressOf = async ({ job }: Claim) => (await jobs.get(job.id))?.progress;

test('renders that report together share a statement, and each learns whether its claim is current', async () => {
  const claims: Claim[] = [];
  for (let i = 0; i < 10; i++) claims.push(await claimAndStart());
  const [lost] = claims as [Claim];
  const taken = (await jobs.attempts.claim(lost.job.id))!;
  const counted = fresh.connect();
  const query = vi.spyOn(counted, 'query');
  const { reportProgress } = createJobs({
    database: counted,
    limits: { maxQueued: 9, maxRendering: 9, maxActivePerClient: 9 },
  }).attempts;
  const reports = claims.map((claim, i) => reportProgress(claim, at(i + 1)));
  // The later of two reports counts.
  reports.push(reportProgress(claims[9]!, at(77)), reportProgress(taken, at(50)));
  expect(await Promise.all(reports)).toEqual([false, ...Array(11).fill(true)]);
  expect(query).toHaveBeenCalledTimes(1);
  expect(await Promise.all(claims.map(progressOf))).toEqual([50, 2, 3, 4, 5, 6, 7, 8, 9, 77]);
  expect(await reportProgress(claims[1]!, at(80))).toBe(true);
  expect(await progressOf(claims[1]!)).toBe(80);
  for (const { job } of claims) await jobs.complete(job.id, { success: false, error: 'x' });
});

test('a job that another transaction is changing delays no report', async () => {
  const claims = [await claimAndStart(), await claimAndStart()];
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from jobs where id = $1 for update', [claims[0]!.job.id]);
    const reports = claims.map((claim) => jobs.attempts.reportProgress(claim, at(30)));
    expect(await Promise.all(reports)).toEqual([true, true]);
    expect(await Promise.all(claims.map(progressOf))).toEqual([0, 30]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await jobs.attempts.reportProgress(claims[0]!, at(40))).toBe(true);
  expect(await progressOf(claims[0]!)).toBe(40);
  for (const { job } of claims) await jobs.complete(job.id, { success: false, error: 'x' });
});

test('progress does not wait for the disk, and every other report does', async () => {
  await database.pool.query(`
    create table seen (setting text);
    create function record_setting() returns trigger language plpgsql as $$
    begin
      insert into seen values (current_setting('synchronous_commit'));
      return null;
    end $$;
    create trigger record_setting after update on jobs for each statement execute function record_setting()`);
  const single = fresh.connect({ maxConnections: 1 });
  const { attempts } = createJobs({
    database: single,
    limits: { maxQueued: 9, maxRendering: 9, maxActivePerClient: 9 },
  });
  const [id = ''] = await queuedJobs(1);
  const claim = (await attempts.claim(id))!;
  await attempts.startRendering(claim);
  await database.pool.query('delete from seen');
  expect(await attempts.reportProgress(claim, at(50))).toBe(true);
  expect(await attempts.recordArtifacts(claim, Buffer.from('fingerprint'))).toBe(true);
  const { rows } = await database.pool.query('select setting from seen');
  expect(rows).toEqual([{ setting: 'off' }, { setting: 'on' }]);
  await database.pool.query('drop trigger record_setting on jobs');
  await jobs.complete(id, { success: false, error: 'x' });
});

test('jobs are queued in the order of submission, and a requeued job gets its position back', async () => {
  const [a = '', b = '', c = ''] = await queuedJobs(3);
  expect(await Promise.all([a, b, c].map(positionOf))).toEqual([1, 2, 3]);
  const claim = (await jobs.attempts.claim(a))!;
  expect(await Promise.all([a, b, c].map(positionOf))).toEqual([null, 1, 2]);
  await jobs.attempts.requeue(claim, 'worker-lost');
  expect(await Promise.all([a, b, c].map(positionOf))).toEqual([1, 2, 3]);
  for (const id of [a, b, c]) await jobs.complete(id, { success: false, error: 'x' });
});

test('while workers claim jobs, the queue positions on a page have no gaps and no duplicates', async () => {
  const ids = await queuedJobs(60);
  let isOver = false;
  // A new job is inserted for each claimed one as long as the readers run.
  const workers = Array.from({ length: 4 }, async () => {
    for (let id = ids.shift(); id !== undefined && !isOver; id = ids.shift()) {
      await jobs.attempts.claim(id);
      ids.push(...(await queuedJobs(1)));
    }
  });
  try {
    for (let pages = 0; pages < 10; pages++) {
      const page = await jobs.list({ status: ['queued'], limit: 100, offset: 0 });
      const places = page.jobs.map(({ queuePosition }) => queuePosition).toReversed();
      expect(places).toEqual(places.map((_, i) => i + 1));
    }
  } finally {
    isOver = true;
    await Promise.all(workers);
  }
});

test('jobs can be read while a newer version adds a column', async () => {
  const [id = ''] = await queuedJobs(1);
  expect(await jobs.get(id)).toMatchObject({ id });
  await database.pool.query('alter table jobs add column of_tomorrow text');
  expect(await jobs.get(id)).toMatchObject({ id });
});
