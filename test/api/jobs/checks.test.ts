import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/service/database/index.ts';
import type { Claim, Jobs, Queue, SegmentCheck, SegmentClaim, TakenEntry } from '../../../src/service/jobs/index.ts';
import type { Storage } from '../../../src/service/storage/index.ts';
import { insertJob } from '../../support/database/job-rows.ts';
import { type SegmentQueue, startSegmentQueue } from '../../support/database/segment-queue.ts';

// The records of lent workers' segments, their checks, and what a suspension changes, on a real PostgreSQL.

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
const plan = [0, 1].map((number) => ({ number, first: number * 100, frames: 100 }));
const different = { result: 'different', reason: 'It shows something else.' } as const;
const success = { success: true, videoKey: 'v', thumbKey: 't', logKey: 'l', pp: null } as const;

async function addWorker(): Promise<string> {
  const id = randomUUID().slice(-12);
  await database.db
    .insertInto('lent_workers')
    .values({ id, name: id, token_hash: Buffer.from(id), is_trusted: false })
    .execute();
  return id;
}

async function startAndSplit(): Promise<Claim> {
  const id = await insertJob(database);
  const claim = (await jobs.attempts.claim(id, randomUUID()))!;
  await jobs.attempts.startRendering(claim);
  expect(await queue.splitJob(claim, { fingerprint, segments: plan })).toBe(true);
  return claim;
}

interface Taken {
  readonly entry: TakenEntry;
  readonly claim: SegmentClaim;
}

/** Takes the next segment, not the check of one. */
async function takeSegment(lentTo?: string): Promise<Taken> {
  const entry = (await queue.entries.takeLendable({ heartbeatSeconds: 600 }))!;
  const { job_id: jobId, segment } = entry.payload;
  const lent = lentTo === undefined ? {} : { lentTo };
  const claim = await jobs.segments.claim({ jobId, number: segment!, queueEntry: entry.id, ...lent });
  return { entry, claim: claim! };
}

async function deliver({ entry, claim }: Taken, workerId: string, share = 1): Promise<boolean> {
  await storage.put(claim.key, Buffer.from('a segment'));
  const isDelivered = await queue.checks.deliver(claim, { workerId, storage, share });
  if (isDelivered) await queue.entries.finish(entry);
  return isDelivered;
}

/** A job whose first segment a lent worker has delivered; the second is the service's own. */
async function splitWithLent(workerId: string, share = 1): Promise<{ jobId: string; own: Taken }> {
  const { job } = await startAndSplit();
  const lent = await takeSegment(workerId);
  const own = await takeSegment();
  expect(await deliver(lent, workerId, share)).toBe(true);
  return { jobId: job.id, own };
}

async function finishOwn({ entry, claim }: Taken): Promise<void> {
  await storage.put(claim.key, Buffer.from('a segment'));
  expect(await jobs.segments.finish(claim)).toBe(true);
  await queue.entries.finish(entry);
}

/** Takes the entry of the job itself; entries of checks are put back. */
async function takeJoin(jobId: string): Promise<{ entry: TakenEntry; claim: Claim }> {
  const entry = await vi.waitFor(
    async () => {
      const taken = await queue.entries.take();
      if (taken !== null && taken.payload.check !== undefined) await queue.entries.putBack(taken, 3600);
      expect(taken?.payload).toEqual({ job_id: jobId });
      return taken!;
    },
    { timeout: 300_000, interval: 200 },
  );
  return { entry, claim: (await jobs.attempts.claim(jobId, entry.id))! };
}

async function completeJob(jobId: string): Promise<void> {
  const { entry, claim } = await takeJoin(jobId);
  expect(await jobs.attempts.recordArtifacts(claim, fingerprint)).toBe(true);
  expect(await jobs.complete(jobId, success, { attempt: claim.attempt })).toBe('ok');
  await queue.entries.finish(entry);
}

const deliveries = (workerId: string) =>
  database.db
    .selectFrom('lent_segments')
    .selectAll()
    .where('worker_id', '=', workerId)
    .orderBy('delivered_at')
    .orderBy('id')
    .execute();

async function checkOf(workerId: string): Promise<SegmentCheck> {
  const row = (await deliveries(workerId)).find(({ check_result: result }) => result === 'waiting');
  return (await queue.checks.find(row!.id))!;
}

const workerRow = (id: string) =>
  database.db.selectFrom('lent_workers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const remakes = async () =>
  (await database.db.selectFrom('remakes').select('job_id').execute()).map(({ job_id: id }) => id);

const liveEntries = async () => (await queue.entries.list()).filter(({ state }) => state === 'waiting');

test('a delivered segment is finished, recorded, and drawn by the share; its check is in the queue', async () => {
  const workerId = await addWorker();
  // Only the first one is checked, whatever the share.
  for (const share of [1e-9, 1e-9]) await splitWithLent(workerId, share);
  const [first, second] = await deliveries(workerId);
  expect(first).toMatchObject({ number: 0, first_frame: 0, frames: 100, fingerprint, check_result: 'waiting' });
  expect(second).toMatchObject({ number: 0, check_result: null, check_entry: null, is_discarded: false });
  expect(await segmentQueue.keysIn('checks/')).toEqual([`checks/${first!.id}.mp4`]);
  const entry = (await queue.entries.take())!;
  expect(entry).toMatchObject({ id: first!.check_entry, payload: { job_id: first!.job_id, check: first!.id } });
  expect(await queue.checks.find(first!.id)).toMatchObject({ workerId, number: 0, first: 0, frames: 100, fingerprint });
});

test('without checks, segments are recorded and none is kept', async () => {
  const workerId = await addWorker();
  await splitWithLent(workerId, 0);
  expect(await deliveries(workerId)).toMatchObject([{ check_result: null }]);
  expect(await segmentQueue.keysIn('checks/')).toEqual([]);
});

test.each(['suspended_at', 'revoked_at'] as const)('a segment of a worker with %s is refused', async (column) => {
  const workerId = await addWorker();
  await startAndSplit();
  const lent = await takeSegment(workerId);
  await database.db
    .updateTable('lent_workers')
    .set({ [column]: sql`clock_timestamp()` })
    .where('id', '=', workerId)
    .execute();
  expect(await deliver(lent, workerId)).toBe(false);
  expect(await jobs.segments.isCurrent(lent.claim)).toBe(true);
  expect(await deliveries(workerId)).toEqual([]);
  expect(await segmentQueue.keysIn('checks/')).toEqual([]);
});

test('a segment that was claimed anew or delivered before is refused, and nothing of it is kept', async () => {
  const workerId = await addWorker();
  await startAndSplit();
  const lent = await takeSegment(workerId);
  expect(await deliver(lent, workerId, 1)).toBe(true);
  expect(await deliver(lent, workerId, 1)).toBe(false);
  const late = await takeSegment(workerId);
  const { jobId, number, queueEntry } = { ...late.claim, jobId: late.claim.job.id };
  await jobs.segments.claim({ jobId, number, queueEntry });
  expect(await deliver(late, workerId, 1)).toBe(false);
  expect(await deliveries(workerId)).toHaveLength(1);
  expect(await segmentQueue.keysIn('checks/')).toHaveLength(1);
});

test.each(['equal', 'within-bound'] as const)(
  'a segment that is %s changes nothing, and its job is not made again later',
  async (result) => {
    const workerId = await addWorker();
    const { jobId, own } = await splitWithLent(workerId);
    await finishOwn(own);
    await completeJob(jobId);
    const check = await checkOf(workerId);
    expect(await queue.checks.record(check, { result })).toBeNull();
    expect(await queue.checks.find(check.id)).toBeNull();
    expect((await workerRow(workerId)).suspended_at).toBeNull();
    const other = await splitWithLent(workerId);
    expect(await queue.checks.record(await checkOf(workerId), different)).toMatchObject({
      unfinishedJobs: 1,
      remakes: 0,
    });
    expect(await remakes()).toEqual([]);
    expect(await jobs.get(other.jobId)).toMatchObject({ status: 'rendering' });
  },
);

test('a difference suspends the worker once, with a reason, and drops its other checks', async () => {
  const workerId = await addWorker();
  const { jobId } = await splitWithLent(workerId);
  await splitWithLent(workerId);
  const check = await checkOf(workerId);
  expect(await queue.checks.record(check, different)).toEqual({ workerName: workerId, unfinishedJobs: 2, remakes: 0 });
  expect(await queue.checks.record(check, different)).toBeNull();
  expect(await workerRow(workerId)).toMatchObject({
    suspended_at: expect.any(Date),
    suspended_reason: `Segment 1 of job ${jobId} differs. It shows something else.`,
  });
  expect((await deliveries(workerId)).map(({ check_result: result }) => result)).toEqual(['different', 'dropped']);
});

test('two differences at the same moment suspend the worker once and do not block each other', async () => {
  for (let round = 0; round < 5; round++) {
    const workerId = await addWorker();
    for (let i = 0; i < 3; i++) await splitWithLent(workerId);
    const found = await Promise.all((await deliveries(workerId)).map(({ id }) => queue.checks.find(id)));
    const suspensions = await Promise.all(found.map((check) => queue.checks.record(check!, different)));
    expect(suspensions.filter((suspension) => suspension !== null)).toHaveLength(1);
  }
});

test('a segment that arrives during a suspension is refused, or its job is made again', async () => {
  for (let round = 0; round < 10; round++) {
    const workerId = await addWorker();
    await splitWithLent(workerId);
    await startAndSplit();
    const lent = await takeSegment(workerId);
    const check = await checkOf(workerId);
    const [isDelivered] = await Promise.all([deliver(lent, workerId, 0), queue.checks.record(check, different)]);
    const rows = await database.db.selectFrom('segments').select('done').where('lent_to', '=', workerId).execute();
    expect(rows.map(({ done }) => done)).toEqual([false, false]);
    expect((await deliveries(workerId)).map((row) => row.is_discarded)).toEqual(isDelivered ? [true, true] : [true]);
    await queue.entries.clear();
  }
});

test('a job that waits for its segments finds those of the suspended worker missing, and keeps the others', async () => {
  const workerId = await addWorker();
  const { jobId, own } = await splitWithLent(workerId);
  await finishOwn(own);
  await queue.checks.record(await checkOf(workerId), different);
  const { claim } = await takeJoin(jobId);
  expect(claim).toMatchObject({ isResumed: true, attempt: 1 });
  const [lent, other] = await jobs.segments.list(claim, fingerprint);
  expect([lent!.key, other!.key]).toEqual([null, own.claim.key]);
});

test('a job that is being joined gets another attempt, and the join cannot complete it', async () => {
  const workerId = await addWorker();
  const { jobId, own } = await splitWithLent(workerId);
  await finishOwn(own);
  const { entry, claim } = await takeJoin(jobId);
  expect(await jobs.segments.list(claim, fingerprint)).not.toContainEqual(expect.objectContaining({ key: null }));
  await queue.checks.record(await checkOf(workerId), different);
  expect(await jobs.attempts.isCurrent(claim)).toBe(false);
  expect(await jobs.complete(jobId, success, { attempt: claim.attempt })).toBe('ignored');
  expect(await jobs.get(jobId)).toMatchObject({ status: 'queued' });
  const next = (await jobs.attempts.claim(jobId, entry.id))!;
  expect((await jobs.segments.list(next, fingerprint)).map(({ key }) => key === null)).toEqual([true, false]);
  expect(await remakes()).toEqual([]);
});

test('completed jobs and those that copied their videos are made again; ended and purged ones are not', async () => {
  const workerId = await addWorker();
  const { jobId, own } = await splitWithLent(workerId);
  await finishOwn(own);
  await completeJob(jobId);
  const ended = { status: 'completed', fingerprint } as const;
  const copy = await insertJob(database, ended);
  const another = await insertJob(database, { ...ended, fingerprint: Buffer.from('another render') });
  const purged = await insertJob(database, { ...ended, purged_at: new Date() });
  expect(await jobs.attempts.findSameRender(fingerprint)).not.toBeNull();
  await queue.entries.clear();

  const suspension = await queue.checks.record(await checkOf(workerId), different);
  expect(suspension).toMatchObject({ unfinishedJobs: 0, remakes: 2 });
  expect((await remakes()).sort()).toEqual([jobId, copy].sort());
  expect((await liveEntries()).map((entry) => entry.jobId).sort()).toEqual([jobId, copy].sort());
  expect(await jobs.get(jobId)).toMatchObject({ status: 'completed' });
  // No job copies a video that may be wrong.
  expect(await jobs.attempts.findSameRender(fingerprint)).toBeNull();

  const { remakes: found } = queue.checks;
  expect(await found.find(another)).toBeNull();
  expect(await found.find(purged)).toBeNull();
  expect(await found.find(jobId)).toMatchObject({ id: jobId });
  expect(await found.finish(jobId, fingerprint)).toBe(true);
  expect(await found.find(jobId)).toBeNull();
  expect(await jobs.attempts.findSameRender(fingerprint)).toMatchObject({ id: jobId });

  await jobs.retention.purge(storage, [copy]);
  expect(await found.find(copy)).toBeNull();
  expect(await found.finish(copy, fingerprint)).toBe(false);
  expect(await remakes()).toEqual([]);
});

test('a remake that is not possible is given up, counted, and its video is not copied', async () => {
  const workerId = await addWorker();
  const { jobId, own } = await splitWithLent(workerId);
  await finishOwn(own);
  await completeJob(jobId);
  await queue.checks.record(await checkOf(workerId), different);
  await queue.checks.remakes.giveUp(jobId, 'beatmap/not-found');
  expect(await queue.checks.remakes.find(jobId)).toBeNull();
  expect(await jobs.attempts.findSameRender(fingerprint)).toBeNull();
  const { checks } = await jobs.statistics();
  expect(checks).toMatchObject({ waiting: 0, remakes: 0, givenUpRemakes: 1 });
  expect(checks.suspendedWorkers).toBeGreaterThan(0);
});

test('the sweep repeats lost entries, and deletes segments without a check and old records', async () => {
  const workerId = await addWorker();
  const { jobId, own } = await splitWithLent(workerId);
  await finishOwn(own);
  await completeJob(jobId);
  const check = await checkOf(workerId);
  await queue.entries.clear();
  expect(await queue.checks.sweep(storage)).toEqual({ objects: 0, entries: 1 });
  expect(await queue.checks.sweep(storage)).toEqual({ objects: 0, entries: 0 });
  expect((await queue.entries.take())!.payload).toEqual({ job_id: jobId, check: check.id });
  await queue.checks.record(check, different);
  await queue.entries.clear();
  expect(await queue.checks.sweep(storage)).toMatchObject({ entries: 1 });
  expect((await queue.entries.take())!.payload).toEqual({ job_id: jobId, remake: true });

  // The result is recorded, but the process ended before it deleted the segment; a new one may belong to a delivery.
  expect(await segmentQueue.keysIn('checks/')).toEqual([check.key]);
  const later = { ...storage, list: (prefix: string) => aged(storage.list(prefix)) } as Storage;
  Object.setPrototypeOf(later, Object.getPrototypeOf(storage));
  expect(await queue.checks.sweep(later)).toMatchObject({ objects: 1 });
  expect(await segmentQueue.keysIn('checks/')).toEqual([]);

  await database.db
    .updateTable('lent_segments')
    .set({ delivered_at: sql`clock_timestamp() - interval '31 days'` })
    .execute();
  await queue.checks.sweep(storage);
  expect(await deliveries(workerId)).toEqual([]);
});

async function* aged<T extends { lastModified: Date }>(objects: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const object of objects) yield { ...object, lastModified: new Date(0) };
}
