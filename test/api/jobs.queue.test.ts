import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import type { Database } from '../../src/service/database/index.ts';
import {
  createJobs,
  type Jobs,
  type Queue,
  type QueueEntry,
  renderQueue,
  startQueue,
} from '../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { insertJobs } from '../support/jobs.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
let queue: Queue;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20 } });
  queue = await startQueue({ database, log: createLog('silent') });
});
afterAll(async () => {
  await queue?.stop();
  await fresh?.drop();
});

/** As a worker takes the next one. */
async function take(): Promise<QueueEntry> {
  const [entry] = await queue.boss.fetch(renderQueue);
  return entry!;
}

async function takenEntry(): Promise<QueueEntry> {
  await queue.boss.send(renderQueue, {});
  return take();
}

const lookAt = async ({ id }: QueueEntry) => (await queue.boss.getJobById(renderQueue, id))!;

test('an entry that was put back is nobody’s until its time has come', async () => {
  const entry = await takenEntry();
  await queue.putBack(entry, 120);
  const { state, startAfter } = await lookAt(entry);
  expect(state).toBe('retry');
  expect(new Date(startAfter).getTime() - Date.now()).toBeGreaterThan(60_000);
  expect(await queue.boss.fetch(renderQueue)).toEqual([]);
});

test('it can be put back very often', async () => {
  let entry = await takenEntry();
  for (let times = 0; times < 45; times++) {
    await queue.putBack(entry, 0);
    entry = await take();
  }
  expect(await lookAt(entry)).toMatchObject({ state: 'active' });
});

test('whoever has lost an entry cannot put it back', async () => {
  const first = await takenEntry();
  await queue.putBack(first, 0);
  const second = await take();
  expect(second.id).toBe(first.id);
  await queue.putBack(first, 0);
  expect(await lookAt(second)).toMatchObject({ state: 'active' });
});

test('a job is shown as queued once its worker is lost, and not before', async () => {
  const [held, lost, ended] = (await insertJobs(database, [{}, {}, {}])) as [string, string, string];
  const [heldEntry, lostEntry, endedEntry] = [await takenEntry(), await takenEntry(), await takenEntry()];
  const claim = (await jobs.claim(held, heldEntry.id))!;
  await jobs.startRendering(claim);
  await jobs.claim(lost, lostEntry.id);
  await jobs.claim(ended, endedEntry.id);
  expect(await queue.requeueLost()).toBe(0);

  // As the queue does it when a heartbeat lapses.
  await queue.boss.fail(renderQueue, lostEntry.id);
  await jobs.complete(ended, { success: false, error: 'no' }, { attempt: 1 });
  await queue.boss.complete(renderQueue, endedEntry.id);
  expect(await queue.requeueLost()).toBe(1);
  expect(await jobs.get(held)).toMatchObject({ status: 'rendering' });
  expect(await jobs.get(lost)).toMatchObject({ status: 'queued', progress: 0 });
  expect(await jobs.get(ended)).toMatchObject({ status: 'failed' });
  expect(await queue.requeueLost()).toBe(0);
  expect(await jobs.claim(lost, lostEntry.id)).toMatchObject({ attempt: 2, lostWorkers: 1 });
  await jobs.complete(lost, { success: false, error: 'no' }, { attempt: 2 });
});

test('a worker that was taken for lost and was not may still end its job, if nobody else has begun', async () => {
  const [id = ''] = await insertJobs(database, [{}]);
  const entry = await takenEntry();
  const claim = (await jobs.claim(id, entry.id))!;
  await queue.boss.fail(renderQueue, entry.id);
  expect(await queue.requeueLost()).toBe(1);
  expect(await jobs.isHeld(claim)).toBe(false);
  expect(await jobs.startRendering(claim)).toBe(false);
  const end = { success: true, videoKey: 'v', thumbKey: 't', logKey: 'l', pp: null } as const;
  expect(await jobs.complete(id, end, { attempt: 1 })).toBe('ok');
});

test('a second entry for a job that is worked on is refused; the first stays good for every attempt', async () => {
  const [id = ''] = await insertJobs(database, [{}]);
  const [first, second] = [await takenEntry(), await takenEntry()];
  const claim = (await jobs.claim(id, first.id))!;
  expect(await jobs.claim(id, second.id)).toBeNull();
  expect(await jobs.startRendering(claim)).toBe(true);
  expect(await jobs.claim(id, second.id)).toBeNull();
  expect(await jobs.claim(id, first.id)).toMatchObject({ attempt: 2, lostWorkers: 1 });
  const third = (await jobs.claim(id, first.id))!;
  await jobs.handBack(third, 'render-error');
  expect(await jobs.claim(id, second.id)).toMatchObject({ attempt: 4 });
});
