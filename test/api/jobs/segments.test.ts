import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkQueue } from '../../../src/cli/doctor/service-checks.ts';
import { readConfig } from '../../../src/config.ts';
import type { Database } from '../../../src/service/database/index.ts';
import type { Claim, Jobs, Queue, SegmentClaim, TakenEntry } from '../../../src/service/jobs/index.ts';
import { giveTurn } from '../../../src/service/jobs/turns/give-turn.ts';
import type { Storage } from '../../../src/service/storage/index.ts';
import { insertJob } from '../../support/database/job-rows.ts';
import { type SegmentQueue, startSegmentQueue } from '../../support/database/segment-queue.ts';

// Jobs that are split into segments, and their entries in the queue, on a real PostgreSQL.

let segmentQueue: SegmentQueue;
let database: Database;
let jobs: Jobs;
let queue: Queue;
let storage: Storage;
beforeAll(async () => {
  segmentQueue = await startSegmentQueue();
  ({ database, jobs, queue, storage } = segmentQueue);
});
beforeEach(() => segmentQueue.clear());
afterAll(() => segmentQueue?.stop());

const fingerprint = Buffer.from('this render');
const plan = [0, 1, 2].map((number) => ({ number, first: number * 100, frames: 100 }));
const failure = { success: false, error: 'It failed.', code: 'render/failed' } as const;

const take = () => queue.entries.take();

async function startJob(): Promise<Claim> {
  const id = await insertJob(database);
  const claim = (await jobs.attempts.claim(id, randomUUID()))!;
  await jobs.attempts.startRendering(claim);
  return claim;
}

async function startAndSplit(segments = plan): Promise<Claim> {
  const claim = await startJob();
  expect(await queue.splitJob(claim, { fingerprint, segments })).toBe(true);
  return claim;
}

async function takeSegment(): Promise<{ entry: TakenEntry; claim: SegmentClaim }> {
  const entry = (await take())!;
  const { job_id: jobId, segment } = entry.payload;
  const claim = await jobs.segments.claim({ jobId, number: segment!, queueEntry: entry.id });
  return { entry, claim: claim! };
}

async function finish({ entry, claim }: { entry: TakenEntry; claim: SegmentClaim }): Promise<void> {
  await storage.put(claim.key, Buffer.from('a segment'));
  expect(await jobs.segments.finish(claim)).toBe(true);
  await queue.entries.finish(entry);
}

async function takeJoin(): Promise<TakenEntry> {
  return vi.waitFor(
    async () => {
      const entry = await take();
      expect(entry).not.toBeNull();
      return entry!;
    },
    { timeout: 300_000, interval: 200 },
  );
}

test('one worker at a time holds the lease of a job’s log', async () => {
  await startAndSplit();
  const [one, other] = [(await takeSegment()).claim, (await takeSegment()).claim];
  const seen: boolean[] = [];
  const taken = await jobs.segments.withLogLease(one, async () => {
    seen.push(await jobs.segments.withLogLease(other, async () => {}));
  });
  seen.push(taken, await jobs.segments.withLogLease(other, async () => {}));
  expect(seen).toEqual([false, true, true]);
  // A writer that fails releases the lease, too.
  await expect(jobs.segments.withLogLease(one, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await jobs.segments.withLogLease(other, async () => {})).toBe(true);
});

test('a split job gets an entry for each segment, and its own entry is unblocked when all of those have ended', async () => {
  const { job } = await startAndSplit();
  expect(await jobs.get(job.id)).toMatchObject({ status: 'rendering', stage: 'rendering', attempt: 1 });
  const segments = [await takeSegment(), await takeSegment(), await takeSegment()];
  for (const [index, { number, first, frames }] of plan.entries()) {
    const failureCounts = { renderErrors: 0, outages: 0, lostWorkers: 0 };
    const expected = { attempt: 1, number, first, frames, fingerprint, segmentCount: plan.length, ...failureCounts };
    expect(segments[index]!.claim).toMatchObject({ ...expected, job: { id: job.id } });
  }
  for (const segment of segments) {
    expect((await queue.entries.list()).filter(({ segment }) => segment === null)).toMatchObject([{ isBlocked: true }]);
    expect(await take()).toBeNull();
    await finish(segment);
  }
  const { id, payload } = await takeJoin();
  expect(payload).toEqual({ job_id: job.id });
  const claim = await jobs.attempts.claim(job.id, id);
  expect(claim).toMatchObject({ attempt: 1, splitCount: 1, isResumed: true, lostWorkers: 0 });
  expect(claim!.job).toMatchObject({ status: 'rendering', stage: 'finishing', progress: 99.9 });
  const rendered = await jobs.segments.list(claim!, fingerprint);
  expect(rendered.map(({ number, first, frames }) => ({ number, first, frames }))).toEqual(plan);
  expect(new Set(rendered.map(({ key }) => key))).toEqual(new Set(segments.map(({ claim }) => claim.key)));

  // When the worker that joins the segments is lost, the next one finds all of them.
  const next = await jobs.attempts.claim(job.id, id);
  expect(next).toMatchObject({ attempt: 2, splitCount: 1, isResumed: false, lostWorkers: 1 });
  expect(await jobs.segments.list(next!, fingerprint)).toEqual(rendered);
  expect(await jobs.segments.list(next!, Buffer.from('another render'))).toEqual([]);
  expect(await jobs.segments.list(next!, fingerprint)).toEqual([]);
});

test('the attempt that splits a job has no current claim, and the job does not count as lost', async () => {
  const claim = await startAndSplit();
  expect(await jobs.attempts.isCurrent(claim)).toBe(false);
  expect(await jobs.attempts.requeue(claim, 'outage')).toBe(false);
  expect(await queue.splitJob(claim, { fingerprint, segments: plan })).toBe(false);
  expect(await queue.showLostJobsAsQueued()).toBe(0);
  // The entry under which it was claimed cannot claim it again.
  expect(await jobs.attempts.claim(claim.job.id, randomUUID())).toBeNull();
  expect(await jobs.get(claim.job.id)).toMatchObject({ status: 'rendering' });
});

test('an attempt that has lost its job cannot split it', async () => {
  const old = await startJob();
  await jobs.attempts.requeue(old, 'worker-lost');
  expect(await queue.splitJob(old, { fingerprint, segments: plan })).toBe(false);
  expect(await take()).toBeNull();
});

test('a job of another client that arrives during a segment comes before the next segment', async () => {
  await startAndSplit();
  expect((await take())?.payload.segment).toBe(0);
  const job_id = await insertJob(database, { client: '192.0.2.2' });
  await database.db.transaction().execute(async (trx) => {
    await queue.entries.add(trx, { job_id }, await giveTurn(trx, job_id));
  });
  const order = [await take(), await take(), await take()].map((entry) => entry?.payload.segment);
  expect(order).toEqual([undefined, 1, 2]);
});

test('the progress of a split job is the sum over its segments', async () => {
  const { job } = await startAndSplit();
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
  // A segment that starts again counts from zero.
  await jobs.segments.requeue(other.claim, 'worker-lost');
  await finish(await takeSegment());
  expect(await jobs.get(job.id)).toMatchObject({ progress: 66.6, framesPerSecond: null, secondsLeft: null });
});

test('only the newest claim can finish a segment, and failures are counted by their reason', async () => {
  await startAndSplit([plan[0]!]);
  const { entry, claim: first } = await takeSegment();
  const again = () => jobs.segments.claim({ jobId: first.job.id, number: 0, queueEntry: entry.id });
  await jobs.segments.requeue(first, 'render-error');
  await jobs.segments.requeue((await again())!, 'outage');
  await again();
  const newest = (await again())!;
  expect(newest).toMatchObject({ claim: 4, renderErrors: 1, outages: 1, lostWorkers: 1 });
  expect(newest.key).not.toBe(first.key);
  expect(await jobs.segments.isCurrent(first)).toBe(false);
  expect(await jobs.segments.report(first, { frames: 99, framesPerSecond: 1 })).toBe(false);
  expect(await jobs.segments.finish(first)).toBe(false);
  expect(await jobs.segments.isCurrent(newest)).toBe(true);
  expect(await jobs.segments.finish(newest)).toBe(true);
  expect(await jobs.segments.finish(newest)).toBe(false);
  expect(await again()).toBeNull();
  expect(await jobs.segments.claim({ jobId: first.job.id, number: 0, queueEntry: randomUUID() })).toBeNull();
});

test('rendered segments stay when the job is split again', async () => {
  const { job } = await startAndSplit();
  const done = await takeSegment();
  await finish(done);
  // Entries that end without a rendered segment, as with a worker that does not support segments.
  for (const _ of [1, 2]) await queue.entries.finish((await take())!);
  const join = await takeJoin();
  const claim = (await jobs.attempts.claim(job.id, join.id))!;
  const missing = (await jobs.segments.list(claim, fingerprint)).filter(({ key }) => key === null);
  expect(missing.map(({ number }) => number)).toEqual([1, 2]);
  expect(await queue.splitJob(claim, { fingerprint, segments: missing })).toBe(true);
  await queue.entries.finish(join);
  expect(await jobs.get(job.id)).toMatchObject({ status: 'rendering' });
  await finish(await takeSegment());
  await finish(await takeSegment());
  const last = (await jobs.attempts.claim(job.id, (await takeJoin()).id))!;
  expect(last).toMatchObject({ attempt: 1, splitCount: 2 });
  const keys = (await jobs.segments.list(last, fingerprint)).map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBe(done.claim.key);
  await jobs.segments.reset(last, 0);
  expect((await jobs.segments.list(last, fingerprint))[0]).toMatchObject({ number: 0, key: null });
});

test.each([
  ['ends', (jobId: string) => jobs.complete(jobId, failure)],
  ['is split differently', (jobId: string) => jobs.segments.discard(jobId)],
])('when a job %s, the claims on its segments end, and their entries have nothing to claim', async (_, end) => {
  const { job } = await startAndSplit();
  const { claim, entry } = await takeSegment();
  await end(job.id);
  expect(await jobs.segments.isCurrent(claim)).toBe(false);
  expect(await jobs.segments.finish(claim)).toBe(false);
  expect(await jobs.segments.requeue(claim, 'outage')).toBe(false);
  await queue.entries.finish(entry);
  for (const number of [1, 2]) {
    const next = (await take())!;
    expect(next.payload).toEqual({ job_id: job.id, segment: number });
    expect(await jobs.segments.claim({ jobId: job.id, number, queueEntry: next.id })).toBeNull();
    await queue.entries.finish(next);
  }
  expect((await takeJoin()).payload).toEqual({ job_id: job.id });
});

test('the segments of a job are deleted once it has ended, and not before', async () => {
  const { job } = await startAndSplit();
  const segment = await takeSegment();
  await finish(segment);
  expect(await jobs.segments.clear(job.id, storage)).toBe(false);
  expect(await storage.stat(segment.claim.key)).not.toBeNull();
  // Segments of an earlier split are deleted, too.
  await jobs.segments.discard(job.id);
  await jobs.complete(job.id, failure);
  expect(await jobs.segments.clear(job.id, storage)).toBe(true);
  expect(await jobs.segments.clear(job.id, storage)).toBe(false);
  expect(await segmentQueue.keysIn('segments/')).toEqual([]);
  expect(await rowsOf(job.id)).toBe(0);

  const { job: unstarted } = await startAndSplit();
  await jobs.complete(unstarted.id, failure);
  expect(await jobs.segments.clear(unstarted.id, storage)).toBe(true);
  expect(await rowsOf(unstarted.id)).toBe(0);
});

test('the sweep deletes leftover segments, but none of an unfinished job', async () => {
  const [ended, unfinished] = [await startAndSplit([plan[0]!]), await startAndSplit([plan[0]!])];
  const segments = [await takeSegment(), await takeSegment()];
  for (const segment of segments) await finish(segment);
  await storage.put(`segments/${randomUUID()}/of-a-job-that-is-gone.mp4`, Buffer.from('a segment'));
  await jobs.complete(ended.job.id, failure);
  expect(await jobs.segments.sweep(storage)).toBe(2);
  expect(await segmentQueue.keysIn('segments/')).toEqual([
    segments.find(({ claim }) => claim.job.id === unfinished.job.id)!.claim.key,
  ]);
  expect([await rowsOf(ended.job.id), await rowsOf(unfinished.job.id)]).toEqual([0, 1]);
});

test('free slots are the slots of live workers, less the active entries', async () => {
  expect(await queue.countFreeSlots()).toBe(0);
  const register = (slots: number) => queue.registerWorker({ slots, name: 'host:1', version: '1.0.0' }, () => []);
  const [one, other] = [await register(1), await register(2)];
  expect(await queue.countFreeSlots()).toBe(3);
  const doctor = (maxRendering: number) => checkQueue(database, { ...readConfig({}).limits, maxRendering });
  expect(await doctor(3)).toMatchObject({ state: 'warning', advice: expect.stringContaining('MAX_RENDERING to 6') });
  expect(await doctor(4)).toMatchObject({ state: 'ok' });
  await queue.entries.add(database.db, { job_id: randomUUID() });
  expect(await queue.countFreeSlots()).toBe(3);
  const entry = await take();
  expect(await queue.countFreeSlots()).toBe(2);
  await other.end();
  expect(await queue.countFreeSlots()).toBe(0);
  await queue.entries.finish(entry!);
  expect(await queue.countFreeSlots()).toBe(1);
  await database.db
    .updateTable('workers')
    .set({ seen_at: new Date(Date.now() - 20_000) })
    .execute();
  expect(await queue.countFreeSlots()).toBe(0);
  await one.end();
});

async function rowsOf(jobId: string): Promise<number> {
  const rows = await database.db.selectFrom('segments').select('number').where('job_id', '=', jobId).execute();
  return rows.length;
}
