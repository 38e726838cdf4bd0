import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../src/log.ts';
import type { Database } from '../../src/service/database/index.ts';
import {
  type Claim,
  createJobs,
  type Jobs,
  type Queue,
  type QueueData,
  renderQueue,
  type SegmentClaim,
  startQueue,
} from '../../src/service/jobs/index.ts';
import { createStorage, type Storage } from '../../src/service/storage/index.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { insertJobs } from '../support/jobs.ts';

// Jobs that are shared out, and the queue they are shared out in, on a real PostgreSQL.

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
let queue: Queue;
let storage: Storage;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20 } });
  queue = await startQueue({ database, log: createLog('silent') });
  folder = await mkdtemp(join(tmpdir(), 'reprise-segments-'));
  storage = await createStorage({ config: { kind: 'local' }, dataDir: folder, signingKey: Buffer.alloc(32) });
});
beforeEach(async () => {
  await queue.boss.deleteAllJobs(renderQueue);
  await database.db.deleteFrom('jobs').execute();
  for (const key of await keysIn('segments/')) await storage.delete(key);
});
afterAll(async () => {
  await queue?.stop();
  await storage?.close();
  await fresh?.drop();
  await rm(folder, { recursive: true, force: true });
});

const fingerprint = Buffer.from('this render');
const plan = [0, 1, 2].map((number) => ({ number, first: number * 100, frames: 100 }));
const failure = { success: false, error: 'It failed.', code: 'render/failed' } as const;

interface Taken {
  readonly id: string;
  readonly data: QueueData;
  readonly retryCount: number;
}

async function take(): Promise<Taken | null> {
  const [entry] = await queue.boss.fetch<QueueData>(renderQueue);
  return entry ?? null;
}

async function begin(): Promise<Claim> {
  const [id] = await insertJobs(database, [{}]);
  const claim = (await jobs.claim(id!, randomUUID()))!;
  await jobs.startRendering(claim);
  return claim;
}

async function begunAndShared(segments = plan): Promise<Claim> {
  const claim = await begin();
  expect(await queue.shareOut(claim, { fingerprint, segments })).toBe(true);
  return claim;
}

async function takeSegment(): Promise<{ entry: Taken; claim: SegmentClaim }> {
  const entry = (await take())!;
  const { job_id: jobId, segment } = entry.data;
  const claim = await jobs.segments.claim({ jobId, number: segment!, queueEntry: entry.id });
  return { entry, claim: claim! };
}

async function finish({ entry, claim }: { entry: Taken; claim: SegmentClaim }): Promise<void> {
  await storage.put(claim.key, Buffer.from('a part'));
  expect(await jobs.segments.done(claim)).toBe(true);
  await queue.boss.complete(renderQueue, entry);
}

async function takeJoin(): Promise<Taken> {
  return vi.waitFor(
    async () => {
      const entry = await take();
      expect(entry).not.toBeNull();
      return entry!;
    },
    { timeout: 60_000, interval: 200 },
  );
}

test('of all who are at the parts of a job, one at a time has its turn', async () => {
  await begunAndShared();
  const [one, other] = [(await takeSegment()).claim, (await takeSegment()).claim];
  const seen: boolean[] = [];
  const taken = await jobs.segments.inTurn(one, async () => {
    seen.push(await jobs.segments.inTurn(other, async () => {}));
  });
  seen.push(taken, await jobs.segments.inTurn(other, async () => {}));
  expect(seen).toEqual([false, true, true]);
  // One that fails has had its turn all the same.
  await expect(jobs.segments.inTurn(one, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await jobs.segments.inTurn(other, async () => {})).toBe(true);
});

test('a job that is shared out becomes its parts, and its own entry comes when all of them are done', async () => {
  const { job } = await begunAndShared();
  expect(await jobs.get(job.id)).toMatchObject({ status: 'rendering', stage: 'rendering', attempt: 1 });
  const parts = [await takeSegment(), await takeSegment(), await takeSegment()];
  for (const [index, { number, first, frames }] of plan.entries()) {
    const setbacks = { renderErrors: 0, outages: 0, lostWorkers: 0 };
    const expected = { attempt: 1, number, first, frames, fingerprint, total: plan.length, ...setbacks };
    expect(parts[index]!.claim).toMatchObject({ ...expected, job: { id: job.id } });
  }
  for (const part of parts) {
    await queue.boss.resolveFlow();
    expect(await take()).toBeNull();
    await finish(part);
  }
  const { id, data } = await takeJoin();
  expect(data).toEqual({ job_id: job.id });
  const claim = await jobs.claim(job.id, id);
  expect(claim).toMatchObject({ attempt: 1, sharings: 1, isResumed: true, lostWorkers: 0 });
  expect(claim!.job).toMatchObject({ status: 'rendering', stage: 'finishing', progress: 99.9 });
  const made = await jobs.segments.of(claim!, fingerprint);
  expect(made.map(({ number, first, frames }) => ({ number, first, frames }))).toEqual(plan);
  expect(new Set(made.map(({ key }) => key))).toEqual(new Set(parts.map((part) => part.claim.key)));

  // Whoever joins them is lost like anyone else, and the next one finds them all.
  const next = await jobs.claim(job.id, id);
  expect(next).toMatchObject({ attempt: 2, sharings: 1, isResumed: false, lostWorkers: 1 });
  expect(await jobs.segments.of(next!, fingerprint)).toEqual(made);
  expect(await jobs.segments.of(next!, Buffer.from('another render'))).toEqual([]);
  expect(await jobs.segments.of(next!, fingerprint)).toEqual([]);
});

test('the attempt that shares a job out holds it no longer, and nobody takes it for lost', async () => {
  const claim = await begunAndShared();
  expect(await jobs.isHeld(claim)).toBe(false);
  expect(await jobs.handBack(claim, 'outage')).toBe(false);
  expect(await queue.shareOut(claim, { fingerprint, segments: plan })).toBe(false);
  expect(await queue.requeueLost()).toBe(0);
  // Nor does the entry it was claimed under, should it come again.
  expect(await jobs.claim(claim.job.id, randomUUID())).toBeNull();
  expect(await jobs.get(claim.job.id)).toMatchObject({ status: 'rendering' });
});

test('an attempt that has lost its job shares nothing out', async () => {
  const old = await begin();
  await jobs.handBack(old, 'worker-lost');
  expect(await queue.shareOut(old, { fingerprint, segments: plan })).toBe(false);
  expect(await take()).toBeNull();
});

test('parts of a job come before jobs that nobody has begun', async () => {
  await queue.boss.send(renderQueue, { job_id: randomUUID() });
  await begunAndShared();
  const order = [await take(), await take(), await take(), await take()].map((entry) => entry!.data.segment);
  expect(order).toEqual([0, 1, 2, undefined]);
});

test('the progress of a job is that of all its parts', async () => {
  const { job } = await begunAndShared();
  const [one, other] = [await takeSegment(), await takeSegment()];
  expect(await jobs.segments.report(one.claim, { frames: 50, framesPerSecond: 30 })).toBe(true);
  expect(await jobs.segments.report(other.claim, { frames: 25, framesPerSecond: 20 })).toBe(true);
  expect(await jobs.get(job.id)).toMatchObject({
    progress: 25,
    framesPerSecond: 50,
    secondsLeft: 5,
    stage: 'rendering',
  });
  await finish(one);
  expect(await jobs.get(job.id)).toMatchObject({ progress: 41.6, framesPerSecond: 20, secondsLeft: 9 });
  // What is begun anew counts from nothing.
  await jobs.segments.handBack(other.claim, 'worker-lost');
  await finish(await takeSegment());
  expect(await jobs.get(job.id)).toMatchObject({ progress: 66.6, framesPerSecond: null, secondsLeft: null });
});

test('a part is done once, by the newest claim on it, and setbacks are counted by whose fault they were', async () => {
  await begunAndShared([plan[0]!]);
  const { entry, claim: first } = await takeSegment();
  const again = () => jobs.segments.claim({ jobId: first.job.id, number: 0, queueEntry: entry.id });
  await jobs.segments.handBack(first, 'render-error');
  await jobs.segments.handBack((await again())!, 'outage');
  await again();
  const newest = (await again())!;
  expect(newest).toMatchObject({ claim: 4, renderErrors: 1, outages: 1, lostWorkers: 1 });
  expect(newest.key).not.toBe(first.key);
  expect(await jobs.segments.isHeld(first)).toBe(false);
  expect(await jobs.segments.report(first, { frames: 99, framesPerSecond: 1 })).toBe(false);
  expect(await jobs.segments.done(first)).toBe(false);
  expect(await jobs.segments.isHeld(newest)).toBe(true);
  expect(await jobs.segments.done(newest)).toBe(true);
  expect(await jobs.segments.done(newest)).toBe(false);
  expect(await again()).toBeNull();
  expect(await jobs.segments.claim({ jobId: first.job.id, number: 0, queueEntry: randomUUID() })).toBeNull();
});

test('parts that are done stay when the rest is shared out once more', async () => {
  const { job } = await begunAndShared();
  const done = await takeSegment();
  await finish(done);
  // Entries that come to nothing, as with a worker that does not know of parts.
  for (const _ of [1, 2]) await queue.boss.complete(renderQueue, (await take())!);
  const { id } = await takeJoin();
  const claim = (await jobs.claim(job.id, id))!;
  const missing = (await jobs.segments.of(claim, fingerprint)).filter(({ key }) => key === null);
  expect(missing.map(({ number }) => number)).toEqual([1, 2]);
  expect(await queue.shareOut(claim, { fingerprint, segments: missing })).toBe(true);
  await queue.boss.complete(renderQueue, id);
  expect(await jobs.get(job.id)).toMatchObject({ status: 'rendering' });
  await finish(await takeSegment());
  await finish(await takeSegment());
  const last = (await jobs.claim(job.id, (await takeJoin()).id))!;
  expect(last).toMatchObject({ attempt: 1, sharings: 2 });
  const keys = (await jobs.segments.of(last, fingerprint)).map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBe(done.claim.key);
  await jobs.segments.undo(last, 0);
  expect((await jobs.segments.of(last, fingerprint))[0]).toMatchObject({ number: 0, key: null });
});

test.each([
  ['ends', (jobId: string) => jobs.complete(jobId, failure)],
  ['is planned otherwise', (jobId: string) => jobs.segments.forget(jobId)],
])('when a job %s, its parts are let go, and their entries run dry', async (_, end) => {
  const { job } = await begunAndShared();
  const { claim, entry } = await takeSegment();
  await end(job.id);
  expect(await jobs.segments.isHeld(claim)).toBe(false);
  expect(await jobs.segments.done(claim)).toBe(false);
  expect(await jobs.segments.handBack(claim, 'outage')).toBe(false);
  await queue.boss.complete(renderQueue, entry);
  for (const number of [1, 2]) {
    const next = (await take())!;
    expect(next.data).toEqual({ job_id: job.id, segment: number });
    expect(await jobs.segments.claim({ jobId: job.id, number, queueEntry: next.id })).toBeNull();
    await queue.boss.complete(renderQueue, next);
  }
  expect((await takeJoin()).data).toEqual({ job_id: job.id });
});

test('the parts of a job are cleared away once it has ended, and not before', async () => {
  const { job } = await begunAndShared();
  const part = await takeSegment();
  await finish(part);
  expect(await jobs.clearSegments(job.id, storage)).toBe(false);
  expect(await storage.stat(part.claim.key)).not.toBeNull();
  // Also what a plan has left that was given up.
  await jobs.segments.forget(job.id);
  await jobs.complete(job.id, failure);
  expect(await jobs.clearSegments(job.id, storage)).toBe(true);
  expect(await jobs.clearSegments(job.id, storage)).toBe(false);
  expect(await keysIn('segments/')).toEqual([]);
  expect(await rowsOf(job.id)).toBe(0);

  const { job: unbegun } = await begunAndShared();
  await jobs.complete(unbegun.id, failure);
  expect(await jobs.clearSegments(unbegun.id, storage)).toBe(true);
  expect(await rowsOf(unbegun.id)).toBe(0);
});

test('what nobody cleared away is swept, but nothing of a job that goes on', async () => {
  const [ended, going] = [await begunAndShared([plan[0]!]), await begunAndShared([plan[0]!])];
  const parts = [await takeSegment(), await takeSegment()];
  for (const part of parts) await finish(part);
  await storage.put(`segments/${randomUUID()}/of-a-job-that-is-gone.mp4`, Buffer.from('a part'));
  await jobs.complete(ended.job.id, failure);
  expect(await jobs.sweepSegments(storage)).toBe(2);
  expect(await keysIn('segments/')).toEqual([parts.find(({ claim }) => claim.job.id === going.job.id)!.claim.key]);
  expect([await rowsOf(ended.job.id), await rowsOf(going.job.id)]).toEqual([0, 1]);
});

test('there are as many free slots as workers have that are heard of, less what is worked on', async () => {
  expect(await queue.freeSlots()).toBe(0);
  const [one, other] = [await queue.attend(1), await queue.attend(2)];
  expect(await queue.freeSlots()).toBe(3);
  await queue.boss.send(renderQueue, { job_id: randomUUID() });
  expect(await queue.freeSlots()).toBe(3);
  const entry = await take();
  expect(await queue.freeSlots()).toBe(2);
  await other.leave();
  expect(await queue.freeSlots()).toBe(0);
  await queue.boss.complete(renderQueue, entry!);
  expect(await queue.freeSlots()).toBe(1);
  await database.db
    .updateTable('workers')
    .set({ seen_at: new Date(Date.now() - 20_000) })
    .execute();
  expect(await queue.freeSlots()).toBe(0);
  await one.leave();
});

async function keysIn(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

async function rowsOf(jobId: string): Promise<number> {
  const rows = await database.db.selectFrom('segments').select('number').where('job_id', '=', jobId).execute();
  return rows.length;
}
