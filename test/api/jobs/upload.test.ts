import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/service/database/index.ts';
import { createJobs, type Jobs } from '../../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase, longWait } from '../../support/database/fresh-database.ts';
import { submission } from '../../support/database/job-rows.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 } });
});
afterEach(async () => {
  vi.useRealTimers();
  await fresh.drop();
});

const outbox = () => database.db.selectFrom('outbox').selectAll().execute();

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database.db);
  return rows[0]!.n;
}

/** Makes every lease expire. */
const expireLeases = () =>
  database.db
    .updateTable('outbox')
    .set({ held_until: sql`clock_timestamp() - interval '1 second'` })
    .where('held_until', 'is not', null)
    .execute();

/** Submits a job and stops in the middle of storing the replay. */
async function submitAndStall() {
  let outcome = Promise.resolve('');
  const stalled = await new Promise<{ jobId: string; signal: AbortSignal; finish: () => void }>((began) => {
    const submitted = jobs.submit(
      submission(),
      (jobId, { signal }) => new Promise<void>((finish) => began({ jobId, signal, finish })),
    );
    outcome = submitted.then(
      () => 'submitted',
      (error) => error.code,
    );
  });
  return { ...stalled, outcome };
}

test('the event is leased until the replay is stored, and then released', async () => {
  const seen: unknown[] = [];
  const job = await jobs.submit(submission(), async (jobId) => {
    seen.push(...(await outbox()));
    expect(await jobs.get(jobId)).toMatchObject({ id: jobId, status: 'queued' });
  });
  const event = { job_id: job.id, event: 'render_job_created', payload: { job_id: job.id } };
  expect(seen).toMatchObject([{ ...event, held_until: expect.any(Date) }]);
  expect(await outbox()).toMatchObject([{ ...event, held_until: null }]);
});

test('when the replay cannot be stored, the job fails with the reason and its event is deleted', async () => {
  let jobId = '';
  const refused = jobs.submit(submission(), async (id) => {
    jobId = id;
    throw new Error('disk full\0');
  });
  await expect(refused).rejects.toMatchObject({ code: 'upload/failed', cause: { message: 'disk full\0' } });
  expect(await outbox()).toEqual([]);
  expect(await jobs.get(jobId)).toMatchObject({
    status: 'failed',
    error: { code: 'upload/failed', hint: expect.stringContaining('could not be stored'), message: 'disk full' },
  });
});

test('an upload that fails during a renewal of its lease fails the job', async () => {
  let refused: Promise<unknown> | undefined;
  const other = fresh.connect();
  await other.db.transaction().execute(async (renewing) => {
    const locked = new Promise<void>((resolve) => {
      refused = jobs.submit(submission(), async () => {
        await sql`select from outbox for update`.execute(renewing);
        resolve();
        throw new Error('disk full');
      });
      refused.catch(() => {});
    });
    await locked;
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), longWait);
  });
  await expect(refused).rejects.toMatchObject({ code: 'upload/failed' });
  expect(await outbox()).toEqual([]);
});

test('a failed upload frees the slot of the client', async () => {
  for (let i = 0; i < 3; i += 1) {
    await expect(jobs.submit(submission(), () => Promise.reject(new Error('no')))).rejects.toThrow();
  }
  await expect(jobs.submit(submission(), async () => {})).resolves.toMatchObject({ status: 'queued' });
});

test('a sweep ignores events that are leased, released or moved', async () => {
  const done = await jobs.submit(submission(), async () => {});
  const stalled = await submitAndStall();
  expect(await jobs.sweep()).toEqual({ abandoned: 0 });
  stalled.finish();
  expect(await stalled.outcome).toBe('submitted');
  await expireLeases();
  expect(await jobs.sweep()).toEqual({ abandoned: 0 });
  expect((await outbox()).map((event) => event.job_id).sort()).toEqual([done.id, stalled.jobId].sort());
});

test('exactly one of many sweeps fails a job whose process died during the upload', async () => {
  const stalled = await submitAndStall();
  await expireLeases();
  const other = createJobs({
    database: fresh.connect(),
    limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 },
  });
  const sweeps = await Promise.all([jobs, other, jobs, other].map((each) => each.sweep()));
  expect(sweeps.map(({ abandoned }) => abandoned).sort()).toEqual([0, 0, 0, 1]);
  expect(await jobs.get(stalled.jobId)).toMatchObject({ status: 'failed', error: { code: 'upload/failed' } });
  expect(await outbox()).toEqual([]);

  stalled.finish();
  expect(await stalled.outcome).toBe('upload/failed');
  expect(await jobs.get(stalled.jobId)).toMatchObject({
    error: { message: 'The service stopped before the replay was stored.' },
  });
});

test('a slow upload renews its lease, so that no sweep fails it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stalled = await submitAndStall();
  await expireLeases();
  vi.advanceTimersByTime(20_000);
  await vi.waitFor(
    async () => expect((await outbox())[0]!.held_until!.getTime()).toBeGreaterThan(Date.now() + 60_000),
    longWait,
  );
  expect(await jobs.sweep()).toEqual({ abandoned: 0 });
  stalled.finish();
  expect(await stalled.outcome).toBe('submitted');
});

test('the upload of a job that a sweep has failed is aborted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stalled = await submitAndStall();
  await expireLeases();
  await jobs.sweep();
  vi.advanceTimersByTime(20_000);
  expect(await stalled.outcome).toBe('upload/failed');
  expect(stalled.signal.aborted).toBe(true);
});

test('if only the confirmation of the release is lost, the submission succeeds', async () => {
  const forgetful = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'notified' in row)) throw new Error('connection lost');
      return result;
    },
  });
  const submitting = createJobs({
    database: { ...database, db: forgetful },
    limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 },
  });
  const job = await submitting.submit(submission(), async () => {});
  expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', error: null });
  expect(await outbox()).toMatchObject([{ job_id: job.id, held_until: null }]);
});
