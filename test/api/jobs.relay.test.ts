import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../src/log.ts';
import { channels, type Database, migrate } from '../../src/service/database/index.ts';
import {
  countDeadLetters,
  createJobs,
  type Jobs,
  type Queue,
  queueEntriesSql,
  startQueue,
  startRelay,
} from '../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase, longWait } from '../support/database.ts';
import { insertJobs, submission } from '../support/jobs.ts';
import { buildProgram, type Program, type RunningProgram, run } from '../support/program.ts';

const log = createLog('silent');

let program: Program;
beforeAll(async () => {
  program = await buildProgram('test/support/programs/run-relay.ts');
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

async function insertReleased(n: number): Promise<string[]> {
  const ids = await insertJobs(
    database,
    Array.from({ length: n }, () => ({})),
  );
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

test('a relay that starts moves all waiting events, also more than one batch', async () => {
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
