import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { channels, type Database, migrate } from '../../../src/service/database/index.ts';
import {
  countDeadLetters,
  createJobs,
  type Jobs,
  type Queue,
  queueEntriesSql,
  requeueRestoredJobs,
  startQueue,
  startRelay,
} from '../../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase, longWait } from '../../support/database/fresh-database.ts';
import { insertJobs, submission } from '../../support/database/job-rows.ts';
import { buildProgram, type Program, type RunningProgram, run } from '../../support/processes/program.ts';

const log = createLog('silent');

let program: Program;
beforeAll(async () => {
  program = await buildProgram('test/support/processes/programs/run-relay.ts');
});
afterAll(() => program.remove());

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
const cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 1000, maxRendering: 20, maxActivePerClient: 2 } });
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await fresh.drop();
});

async function openQueue(on: Database = database): Promise<Queue> {
  const queue = await startQueue({ database: on, log });
  cleanUps.push(() => queue.stop());
  return queue;
}

async function openRelay(queue: Queue, on: Database = database): Promise<void> {
  const relay = await startRelay({ database: on, queue, log });
  cleanUps.push(() => relay.stop());
}

/** How often each job is in the queue. */
async function queued(): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select job_id as id, count(*) as n from ${sql.raw(queueEntriesSql)} as entries group by 1`.execute(database.db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

function insertReleased(n: number): Promise<string[]> {
  return release(Array.from({ length: n }, () => ({})));
}

/** Inserts jobs whose replays are stored. */
async function release(rows: Parameters<typeof insertJobs>[1]): Promise<string[]> {
  const ids = await insertJobs(database, rows);
  await database.db
    .insertInto('outbox')
    .values(ids.map((id) => ({ job_id: id, event: 'render_job_created', payload: JSON.stringify({ job_id: id }) })))
    .execute();
  return ids;
}

const exactlyOnce = (ids: readonly string[]) => new Map(ids.map((id) => [id, 1]));

test('a submitted job reaches a waiting worker without waiting for a poll', async () => {
  const queue = await openQueue();
  // While the clock is stopped, the relay never polls.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await openRelay(queue).finally(() => vi.useRealTimers());
  const received: unknown[] = [];
  await queue.work(async ({ payload }) => {
    received.push(payload);
  });
  const job = await jobs.submit(submission(), async () => {});
  await vi.waitFor(() => expect(received).toEqual([{ job_id: job.id }]), longWait);
});

test('a relay that starts moves all waiting events', async () => {
  const ids = await insertReleased(120);
  await openRelay(await openQueue());
  await vi.waitFor(async () => expect((await queued()).size).toBe(120), longWait);
  expect(await queued()).toEqual(exactlyOnce(ids));
  expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});

test('the event of a job whose replay is not stored yet is never moved', async () => {
  await openRelay(await openQueue());
  await jobs
    .submit(submission(), async () => {
      await insertReleased(1);
      await sql`select pg_notify(${channels.outbox}, '')`.execute(database.db);
      await vi.waitFor(async () => expect((await queued()).size).toBe(1), longWait);
      throw new Error('no');
    })
    .catch(() => {});
  await jobs.submit(submission(), async () => {});
  await vi.waitFor(async () => expect((await queued()).size).toBe(2), longWait);
});

test('three relays in one process move every event exactly once', async () => {
  const queue = await openQueue();
  await Promise.all([1, 2, 3].map(() => openRelay(queue, fresh.connect())));
  const ids: string[] = [];
  for (let i = 0; i < 10; i += 1) {
    ids.push(...(await insertReleased(30)));
    await sql`select pg_notify(${channels.outbox}, '')`.execute(database.db);
  }
  await vi.waitFor(async () => expect((await queued()).size).toBe(300), { timeout: 300_000 });
  expect(await queued()).toEqual(exactlyOnce(ids));
});

test('killed relays lose no event and move none twice', async () => {
  const relays: RunningProgram[] = [];
  const startOne = () => relays.push(run(program, [fresh.url]));
  cleanUps.push(() => Promise.all(relays.map((relay) => relay.end('SIGKILL'))));
  for (let i = 0; i < 3; i += 1) startOne();
  await Promise.all(relays.map((relay) => relay.answer));
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    ids.push(...(await insertReleased(40)));
    await sql`select pg_notify(${channels.outbox}, '')`.execute(database.db);
    if (i % 3 === 2) {
      await delay(5 * i);
      await relays.shift()!.end('SIGKILL');
      startOne();
    }
  }
  await vi.waitFor(async () => expect((await queued()).size).toBe(480), { timeout: 300_000 });
  expect(await queued()).toEqual(exactlyOnce(ids));
  expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});

test('a relay continues after its connections were cut', async () => {
  const queue = await openQueue();
  await openRelay(queue, fresh.connect());
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  const job = await jobs.submit(submission(), async () => {});
  await vi.waitFor(async () => expect(await queued()).toEqual(exactlyOnce([job.id])), { timeout: 300_000 });
});

test('the age of the outbox is the age of its oldest released event', async () => {
  expect(await jobs.statistics()).toMatchObject({ outboxAgeSeconds: 0, outboxWaiting: 0 });
  await insertReleased(2);
  await sql`update outbox set created_at = created_at - interval '1 minute'`.execute(database.db);
  const { outboxAgeSeconds, outboxWaiting } = await jobs.statistics();
  expect(outboxWaiting).toBe(2);
  expect(outboxAgeSeconds).toBeGreaterThanOrEqual(60);
  expect(outboxAgeSeconds).toBeLessThan(120);
});

test('many processes can create the queues at the same time', async () => {
  const empty = await freshDatabase({ template: 'template1' });
  cleanUps.push(() => empty.drop());
  const on = empty.connect();
  await migrate(on);
  expect(await countDeadLetters(on.db)).toBe(0);
  const queues = await Promise.all([1, 2, 3].map(() => openQueue(on)));
  for (const { entries, deadLetters } of queues) {
    const job_id = randomUUID();
    await entries.add(on.db, { job_id }, { maxRetries: 0 });
    const entry = await entries.take();
    expect(entry).toMatchObject({ payload: { job_id } });
    if (entry !== null) await entries.fail(entry);
    // The render queue refers to the queue of dead letters.
    expect((await deadLetters.list()).map(({ jobId }) => jobId)).toContain(job_id);
  }
  expect(await countDeadLetters(on.db)).toBe(3);
});

/** Moves the events of these jobs, one after another, and returns all queued jobs in the order of their positions. */
async function enqueue(rows: Parameters<typeof insertJobs>[1]): Promise<string[]> {
  if (rows.length > 0) await release(rows);
  await sql`select pg_notify(${channels.outbox}, '')`.execute(database.db);
  await vi.waitFor(
    async () => expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]),
    longWait,
  );
  const { jobs: found } = await jobs.list({ status: ['queued'], limit: 1_000, offset: 0 });
  const inOrder = found.toSorted((a, b) => a.queuePosition! - b.queuePosition!);
  expect(inOrder.map(({ queuePosition }) => queuePosition)).toEqual(inOrder.map((_, i) => i + 1));
  return inOrder.map(({ id }) => id);
}

const jobsOf = (client: string, n: number, row: { key_id?: string; cost?: number } = {}) =>
  Array.from({ length: n }, () => ({ client, ...row }));

async function addKey(id: string, priority: 'low' | 'normal' | 'high'): Promise<{ key_id: string }> {
  await database.db
    .insertInto('keys')
    .values({
      ...{ id, name: id, priority, token_hash: Buffer.from(id), callback_secret: 'none' },
      ...{ submissions_per_minute: 60, max_active: 20, expires_at: null },
    })
    .execute();
  return { key_id: id };
}

/** The clients of jobs, in the order of the jobs. */
async function clientsOf(ids: readonly string[]): Promise<string> {
  const found = new Map((await jobs.getAll(ids)).map(({ id, client }) => [id, client]));
  return ids.map((id) => found.get(id)).join(' ');
}

describe('turns', () => {
  let queue: Queue;
  beforeEach(async () => {
    queue = await openQueue();
    await openRelay(queue);
  });

  test('clients take turns by the priority of their keys, and one client’s jobs stay in order', async () => {
    const low = await addKey('lowkey', 'low');
    const high = await addKey('highkey', 'high');
    const first = await enqueue(jobsOf('a', 4));
    expect(await enqueue([...jobsOf('b', 2), ...jobsOf('c', 1)]).then(clientsOf)).toBe('a b c a b a a');
    const order = await enqueue([
      ...jobsOf('low', 2, low),
      ...jobsOf('high', 3, high),
      ...jobsOf('long', 1, { cost: 4 }),
    ]);
    expect(await clientsOf(order)).toBe('high a b c high high a b low a a low long');
    expect(order.filter((id) => first.includes(id))).toEqual(first);
  });

  test('many workers that take entries at the same time take them in the order of the positions', async () => {
    const order = await enqueue([
      ...jobsOf('bulk', 40),
      ...Array.from({ length: 20 }, (_, i) => jobsOf(`c${i}`, 2)).flat(),
    ]);
    expect(order).toHaveLength(80);
    for (let taken = 0; taken < order.length; taken += 8) {
      const entries = await Promise.all(Array.from({ length: 8 }, () => queue.entries.take()));
      const ids = entries.map((entry) => entry?.payload.job_id);
      expect(ids.toSorted()).toEqual(order.slice(taken, taken + 8).toSorted());
    }
    expect(await queue.entries.take()).toBeNull();
  });

  test('a job that a worker has lost comes first again, and a cancelled job delays its client no more', async () => {
    const [lost = '', second = ''] = await enqueue(jobsOf('a', 2));
    const entry = (await queue.entries.take())!;
    expect(entry.payload.job_id).toBe(lost);
    await jobs.attempts.claim(lost, entry.id);
    await queue.entries.putBack(entry, 0);
    expect(await queue.showLostJobsAsQueued()).toBe(1);
    expect(await enqueue(jobsOf('b', 1)).then(clientsOf)).toBe('a a b');
    expect(await queue.entries.take()).toMatchObject({ payload: { job_id: lost } });
    await jobs.attempts.claim(lost, entry.id);

    await jobs.cancel((await jobs.get(second))!, { client: 'a', keyId: null });
    expect(await enqueue([...jobsOf('c', 2), ...jobsOf('a', 1)]).then(clientsOf)).toBe('b c a c');
  });

  test('no job is overtaken more than 50 times', async () => {
    const low = await addKey('lowkey', 'low');
    await enqueue(jobsOf('first', 1));
    await enqueue(jobsOf('low', 1, { ...low, cost: 16 }));
    const order = await enqueue(Array.from({ length: 55 }, (_, i) => jobsOf(`c${i}`, 1)).flat());
    expect((await clientsOf(order)).split(' ').indexOf('low')).toBe(51);
  });

  test('jobs of a restored backup keep their order', async () => {
    const order = await enqueue([...jobsOf('a', 3), ...jobsOf('b', 1)]);
    const running = (await queue.entries.take())!;
    await jobs.attempts.claim(running.payload.job_id, running.id);
    await queue.entries.clear();
    await requeueRestoredJobs(database.db);
    expect(await enqueue([])).toEqual(order);
  });

  test('the start of a waiting job is estimated by the time that the last jobs took', async () => {
    const [done = '', ...waiting] = await enqueue(jobsOf('a', 4));
    const registration = await queue.registerWorker({ slots: 1, name: 'w', version: '1' }, () => []);
    cleanUps.push(() => registration.end());
    expect(await jobs.get(done)).toMatchObject({ queuePosition: 1, startsInSeconds: 0 });
    expect(await jobs.get(waiting[0]!)).toMatchObject({ queuePosition: 2, startsInSeconds: null });
    const entry = (await queue.entries.take())!;
    await jobs.attempts.claim(done, entry.id);
    await jobs.complete(done, { success: true, videoKey: null, thumbKey: null, logKey: null, pp: null });
    await queue.entries.finish(entry);
    await sql`update job_events set at = at - interval '30 seconds' where status = 'downloading'`.execute(database.db);
    const next = (await queue.entries.take())!;
    await jobs.attempts.claim(waiting[0]!, next.id);
    const [second, third] = await Promise.all(waiting.slice(1).map((id) => jobs.get(id)));
    expect(second).toMatchObject({ queuePosition: 1, startsInSeconds: expect.closeTo(31, -1) });
    expect(third?.startsInSeconds).toBeGreaterThanOrEqual(60);
    const page = await jobs.list({ status: ['queued'], limit: 10, offset: 0 });
    expect(page.jobs.map(({ startsInSeconds }) => startsInSeconds).sort()).toEqual(
      [second?.startsInSeconds, third?.startsInSeconds].sort(),
    );
  });
});
