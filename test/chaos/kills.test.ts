import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { jsonOf, post, replayForm } from '../support/http/requests.ts';
import { type Clients, createClients } from './clients.ts';
import { type DatabaseReader, readerOf, recordEndings } from './database-reader.ts';
import { countEndings, expectNothingLost, settled } from './expect-nothing-lost.ts';
import { seededRandom } from './random.ts';
import { isLong, kills, settleTimeoutMs, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService, type Target, targets } from './running-service.ts';
import { recordSegments, type SegmentRecords } from './segment-records.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { slowFields, slowFrames, tinyFields, tinyFrames, tinyReplay } from './tiny-play.ts';

// An API that renders and two workers, while their processes are killed. After all tests no job may be lost.

const untilSettled = { timeout: settleTimeoutMs, interval: 100 };
const random = seededRandom();

let service: RunningService;
let database: DatabaseReader;
let segments: SegmentRecords;
let clients: Clients;
/** Their jobs are split among workers. */
let slowClients: Clients;
/** The job of a request that was repeated. */
const repeated: string[] = [];
beforeAll(async () => {
  service = await startService({ workers: 2, env: { SEGMENT_SECONDS: '2' } });
  await service.ready();
  database = readerOf(service);
  await recordEndings(database);
  segments = await recordSegments(database);
  clients = createClients(service);
  slowClients = createClients(service, slowFields);
}, testTimeoutMs);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await service.logs());
});
afterAll(async () => {
  await database?.close();
  await service?.remove();
});

const completed = (id: string) =>
  vi.waitFor(async () => {
    const [job] = await database.query<{ status: string }>('select status from jobs where id = $1', [id]);
    expect(job!.status).toBe('completed');
  }, untilSettled);

/** A job that is partly rendered, and a worker that renders a segment of it. */
interface PartlyRendered {
  readonly id: string;
  /** The finished segments. */
  readonly done: readonly number[];
  /** It is paused, so that the segment stays unfinished. */
  readonly worker: SupervisedProcess;
}

/** Submits jobs until one has both finished and unfinished segments. */
async function partlyRenderedJob(): Promise<PartlyRendered> {
  while (true) {
    await service.ready();
    await segments.freeSlots(3);
    await slowClients.submit(1);
    const id = slowClients.accepted.at(-1)!;
    const done = await segments.firstDone(id);
    const worker = await Promise.race([service.busyWorker(), completed(id).then(() => null)]);
    if (worker === null) continue;
    process.kill(worker.pid(), 'SIGSTOP');
    if (await segments.hasUnfinished(id)) return { id, done, worker };
    process.kill(worker.pid(), 'SIGCONT');
    await completed(id);
  }
}

test('when the database, the API and a worker are killed, finished segments are not rendered again', async () => {
  while (true) {
    const { id, done, worker } = await partlyRenderedJob();
    await service.kill('database', random);
    const isUnfinished = await segments.hasUnfinished(id);
    service.api.kill();
    worker.kill();
    await completed(id);
    const records = await segments.expectRenderedOnce(id, done);
    // On a very busy machine, another worker may have taken over the segment before the API was killed.
    if (!isUnfinished) continue;
    expect(records.filter(({ claim, done: isDone }) => claim > 1 && isDone).length).toBeGreaterThan(0);
    return;
  }
});

test('when the API is killed between marking a request and creating its job, the repetition creates one job', async () => {
  await service.ready();
  const client = '10.200.0.1';
  const headers = { 'idempotency-key': 'between' };
  const submit = () =>
    post(`${service.url}/v1/render`, replayForm({ file: tinyReplay('Repeated'), fields: tinyFields }), {
      client,
      headers,
    });
  const blocker = readerOf(service);
  // The insertion of the job waits for this lock, after the Idempotency-Key is stored.
  await blocker.query('begin');
  await blocker.query('lock table jobs in exclusive mode');
  const lost = submit().catch(() => null);
  try {
    await vi.waitFor(async () => {
      // Reports of workers and periodic tasks may wait, too.
      const waiting = await database.query(
        `select from pg_locks join pg_stat_activity using (pid)
         where relation = 'jobs'::regclass and not granted and query ilike '%insert into "jobs"%'`,
      );
      const marked = await database.query('select from marked_requests where answer is null');
      expect([waiting.length, marked.length]).toEqual([1, 1]);
    }, untilSettled);
    service.api.kill();
  } finally {
    await blocker.query('rollback');
    await blocker.close();
  }
  expect(await lost).toBeNull();
  await service.ready();
  expect(await database.query('select from jobs where client = $1', [client])).toEqual([]);
  // The lease of the killed process ends after half a minute.
  await database.query(`update leases set expires_at = now() where name like 'request %'`);
  const ids = await Promise.all([submit(), submit(), submit()].map(async (sent) => (await jsonOf(await sent)).job_id));
  expect(new Set(ids).size).toBe(1);
  expect(await database.query('select id from jobs where client = $1', [client])).toEqual([{ id: ids[0] }]);
  await completed(ids[0]);
  repeated.push(ids[0]);
});

test(
  `${kills === 1 ? 'once' : `${kills} times`} each, a render, a worker, the API and the database are killed: no job is lost or ends twice`,
  async () => {
    await service.ready();
    // Renders take longer on a busy machine; with a fixed pause they would never finish between kills.
    const pauseMs = await durationOfOneJob();
    await clients.submit(2);
    const submitting = isLong ? clients.keepQueued(6) : null;
    const startedAt = performance.now();
    const planned = random.shuffle(targets.flatMap((target) => Array<Target>(kills).fill(target)));
    for (const target of planned) {
      await sleep(random.between(0, pauseMs));
      await killNext(target);
    }
    const minutes = (performance.now() - startedAt) / 60_000;
    await submitting?.stop();
    expect(clients.accepted.length).toBeGreaterThan(2);
    try {
      await settled(database);
    } finally {
      const { lost, endedTwice } = await countEndings({ accepted: clients.accepted, database });
      console.log(
        `Killed ${targets.map((target) => `${kills} × ${target}`).join(', ')} in ${minutes.toFixed(1)} minutes ` +
          `(${(planned.length / minutes).toFixed(0)} per minute): ${clients.accepted.length} jobs, ${lost} lost, ` +
          `${endedTwice} ended twice, seed ${random.seed}.`,
      );
    }
  },
  isLong ? 4 * 60 * 60_000 : testTimeoutMs,
);

/** A job fails after ten lost workers. One that has lost so many ends before the next kill, or the kills would be at fault. */
const manyLostWorkers = 6;

/** Kills a process of that kind while a job is being rendered. */
async function killNext(target: Target): Promise<void> {
  await vi.waitFor(async () => {
    const jobs = await database.query(
      `select from jobs
       where status in ('queued', 'downloading', 'rendering') and attempts - render_errors - outages > $1`,
      [manyLostWorkers],
    );
    expect(jobs).toEqual([]);
  }, untilSettled);
  for (let tries = 1; service.renders().length === 0 || !(await service.kill(target, random)); tries++) {
    await sleep(50);
    if (tries % 100 === 0) await clients.submit(1);
  }
}

async function durationOfOneJob(): Promise<number> {
  const startedAt = performance.now();
  await clients.submit(1);
  await completed(clients.accepted.at(-1)!);
  return performance.now() - startedAt;
}

test('after all tests, every job has ended once, and nothing else remains', async () => {
  await expectNothingLost(service, {
    accepted: [...slowClients.accepted, ...clients.accepted, ...repeated],
    framesOf: (id) => (slowClients.accepted.includes(id) ? slowFrames : tinyFrames),
    database,
  });
});
