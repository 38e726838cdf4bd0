import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../../src/log.ts';
import type { Database } from '../../../src/service/database/index.ts';
import { showLostJobsAsQueued } from '../../../src/service/jobs/attempts/show-lost-jobs-as-queued.ts';
import { createJobs, type Jobs, type Queue, type QueueEntry, startQueue } from '../../../src/service/jobs/index.ts';
import { giveTurn } from '../../../src/service/jobs/turns/give-turn.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJob, insertJobs } from '../../support/database/job-rows.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
let queue: Queue;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 } });
  queue = await startQueue({ database, log: createLog('silent') });
});
afterAll(async () => {
  await queue?.stop();
  await fresh?.drop();
});

async function take(): Promise<QueueEntry> {
  const entry = await queue.entries.take();
  if (entry === null) throw new Error('The queue has no entry to take.');
  return entry;
}

async function addAndTake(): Promise<QueueEntry> {
  await queue.entries.add(database.db, { job_id: randomUUID() });
  return take();
}

const stateOf = async ({ id }: QueueEntry) => (await queue.entries.list()).find((entry) => entry.id === id);

test('no worker can take an entry that was put back before its delay has passed', async () => {
  const entry = await addAndTake();
  await queue.entries.putBack(entry, 120);
  const state = await stateOf(entry);
  expect(state).toMatchObject({ state: 'waiting' });
  expect(Number(state?.startsAt) - Date.now()).toBeGreaterThan(60_000);
  expect(await queue.entries.take()).toBeNull();
});

test('an entry can be put back many times', async () => {
  let entry = await addAndTake();
  for (let times = 0; times < 45; times++) {
    await queue.entries.putBack(entry, 0);
    entry = await take();
  }
  expect(await stateOf(entry)).toMatchObject({ state: 'active' });
});

test('a worker that has lost an entry cannot put it back', async () => {
  const first = await addAndTake();
  await queue.entries.putBack(first, 0);
  const second = await take();
  expect(second.id).toBe(first.id);
  await queue.entries.putBack(first, 0);
  expect(await stateOf(second)).toMatchObject({ state: 'active' });
});

test('a job is shown as queued once its worker is lost, and not before', async () => {
  const [held, lost, ended] = (await insertJobs(database, [{}, {}, {}])) as [string, string, string];
  const [heldEntry, lostEntry, endedEntry] = [await addAndTake(), await addAndTake(), await addAndTake()];
  const claim = (await jobs.attempts.claim(held, heldEntry.id))!;
  await jobs.attempts.startRendering(claim);
  await jobs.attempts.claim(lost, lostEntry.id);
  await jobs.attempts.claim(ended, endedEntry.id);
  expect(await queue.showLostJobsAsQueued()).toBe(0);

  // The queue does the same when heartbeats stop.
  await queue.entries.fail(lostEntry);
  await jobs.complete(ended, { success: false, error: 'no' }, { attempt: 1 });
  await queue.entries.finish(endedEntry);
  expect(await queue.showLostJobsAsQueued()).toBe(1);
  expect(await jobs.get(held)).toMatchObject({ status: 'rendering' });
  expect(await jobs.get(lost)).toMatchObject({ status: 'queued', progress: 0 });
  expect(await jobs.get(ended)).toMatchObject({ status: 'failed' });
  expect(await queue.showLostJobsAsQueued()).toBe(0);
  expect(await jobs.attempts.claim(lost, lostEntry.id)).toMatchObject({ attempt: 2, lostWorkers: 1 });
  await jobs.complete(lost, { success: false, error: 'no' }, { attempt: 2 });
});

test('the queue is asked once for the entries of all running jobs', async () => {
  const ids = await insertJobs(database, [{}, {}, {}]);
  const entries = ids.map(() => randomUUID());
  for (const [i, id] of ids.entries()) await jobs.attempts.claim(id, entries[i]);
  const findActive = vi.fn(async (asked: readonly string[]) => new Set(asked.filter((entry) => entry !== entries[1])));
  expect(await showLostJobsAsQueued(database.db, findActive)).toBe(1);
  expect(findActive).toHaveBeenCalledTimes(1);
  expect(await jobs.get(ids[1]!)).toMatchObject({ status: 'queued' });
  for (const id of ids) await jobs.complete(id, { success: false, error: 'no' });
});

test('a worker that was wrongly considered lost can still complete its job if no other attempt has started', async () => {
  const id = await insertJob(database);
  const entry = await addAndTake();
  const claim = (await jobs.attempts.claim(id, entry.id))!;
  await queue.entries.fail(entry);
  expect(await queue.showLostJobsAsQueued()).toBe(1);
  expect(await jobs.attempts.isCurrent(claim)).toBe(false);
  expect(await jobs.attempts.startRendering(claim)).toBe(false);
  const end = { success: true, videoKey: 'v', thumbKey: 't', logKey: 'l', pp: null } as const;
  expect(await jobs.complete(id, end, { attempt: 1 })).toBe('ok');
});

test('a second entry for a claimed job is refused, and the first stays valid for every attempt', async () => {
  const id = await insertJob(database);
  const [first, second] = [await addAndTake(), await addAndTake()];
  const claim = (await jobs.attempts.claim(id, first.id))!;
  expect(await jobs.attempts.claim(id, second.id)).toBeNull();
  expect(await jobs.attempts.startRendering(claim)).toBe(true);
  expect(await jobs.attempts.claim(id, second.id)).toBeNull();
  expect(await jobs.attempts.claim(id, first.id)).toMatchObject({ attempt: 2, lostWorkers: 1 });
  const third = (await jobs.attempts.claim(id, first.id))!;
  await jobs.attempts.requeue(third, 'render-error');
  expect(await jobs.attempts.claim(id, second.id)).toMatchObject({ attempt: 4 });
});

test('a queue that does not supervise sends no queries while it is idle', async () => {
  const other = await freshDatabase();
  try {
    const { db } = other.connect();
    const idle = await startQueue({ database: other.connect(), log: createLog('silent'), supervises: false });
    const lastQuery = async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select max(query_start) as at from pg_stat_activity
        where application_name = 'reprise queue' and datname = current_database()`.execute(db);
      return rows[0]!.at;
    };
    // The last queries of the start may still be under way.
    const lastQueryOfStart = async (): Promise<Date | null> => {
      const at = await lastQuery();
      await sleep(500);
      return (await lastQuery())?.getTime() === at?.getTime() ? at : lastQueryOfStart();
    };
    const before = await lastQueryOfStart();
    expect(before).not.toBeNull();
    await sleep(4_000);
    expect(await lastQuery()).toEqual(before);
    await idle.stop();
  } finally {
    await other.drop();
  }
});

test('while the queue is paused, no waiting job is taken, also none that enters the queue, but segments are', async () => {
  await queue.entries.clear();
  const [waiting, late, started] = (await insertJobs(database, [{}, {}, {}])) as [string, string, string];
  await queue.entries.add(database.db, { job_id: waiting });
  await queue.entries.add(database.db, { job_id: started });
  await jobs.attempts.claim(started, randomUUID());
  await queue.entries.add(database.db, { job_id: started, segment: 0 });
  await jobs.pause.start('New disks.');
  const held = await database.db.transaction().execute((trx) => giveTurn(trx, late));
  expect(held).toMatchObject({ isHeld: true });
  await queue.entries.add(database.db, { job_id: late }, held);
  const takenWhilePaused = [await queue.entries.take(), await queue.entries.take()];
  expect(takenWhilePaused.map((entry) => entry?.payload.job_id)).toEqual([started, started]);
  expect(await queue.entries.take()).toBeNull();
  expect(await jobs.get(late)).toMatchObject({ startsInSeconds: null });

  await jobs.pause.end();
  const takenAfterwards = [await queue.entries.take(), await queue.entries.take()];
  expect(takenAfterwards.map((entry) => entry?.payload.job_id)).toEqual([waiting, late]);
  expect(await database.db.transaction().execute((trx) => giveTurn(trx, late))).toMatchObject({ isHeld: false });
  for (const id of [waiting, late, started]) await jobs.complete(id, { success: false, error: 'no' });
});

test('workers take moved jobs in their new order', async () => {
  await queue.entries.clear();
  const ids = (await insertJobs(database, [{}, {}, {}, {}])) as [string, string, string, string];
  for (const job_id of ids) {
    await database.db.transaction().execute(async (trx) => {
      await queue.entries.add(trx, { job_id }, await giveTurn(trx, job_id));
    });
  }
  const [a, b, c, d] = ids;
  await jobs.move(c, 'first');
  await jobs.move(d, 'first');
  await jobs.move(a, 'last');
  const order = [d, c, b, a];
  const listed = (await jobs.listActive(100)).map(({ id }) => id).filter((id) => ids.includes(id));
  expect(listed).toEqual(order);
  const taken: (string | undefined)[] = [];
  for (const _ of ids) taken.push((await queue.entries.take())?.payload.job_id);
  expect(taken).toEqual(order);
  for (const id of ids) await jobs.complete(id, { success: false, error: 'no' });
});

test('a worker learns from its heartbeat that an operator drains it, and that the drain has ended', async () => {
  const worker = await queue.registerWorker({ slots: 1, name: 'host:1', version: '1' }, () => []);
  try {
    const [{ id } = { id: '' }] = (await jobs.listWorkers()).filter(({ name }) => name === 'host:1');
    const never = new AbortController().signal;
    expect(await jobs.drainWorker(id, true)).toBe(true);
    await worker.untilDrained(never);
    expect(await jobs.listWorkers()).toContainEqual(expect.objectContaining({ id, isDraining: true }));
    await jobs.drainWorker(id, false);
    await worker.untilResumed(never);
    expect(await jobs.drainWorker(randomUUID(), true)).toBe(false);
  } finally {
    await worker.end();
  }
});
