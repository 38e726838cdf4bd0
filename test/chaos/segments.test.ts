import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queueEntriesSql } from '../../src/service/jobs/index.ts';
import { type Clients, createClients } from './clients.ts';
import { type DatabaseReader, readerOf, recordEndings } from './database-reader.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { seededRandom } from './random.ts';
import { settleTimeoutMs, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService } from './running-service.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { slowFields, slowFrames } from './tiny-play.ts';

// Jobs that are split among workers, while processes that take part are killed.

const patiently = { timeout: settleTimeoutMs, interval: 50 };

let service: RunningService;
let database: DatabaseReader;
let clients: Clients;
beforeAll(async () => {
  service = await startService({
    workers: 2,
    env: { RENDER_WORKERS: '0', SEGMENT_SECONDS: '2' },
    workerEnv: { RENDER_WORKERS: '1' },
  });
  await service.ready();
  database = readerOf(service);
  await recordEndings(database);
  await recordSegments();
  clients = createClients(service, slowFields);
}, testTimeoutMs);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await service.logs());
});
afterAll(async () => {
  await service?.remove();
});

/** Records every claim and every end of a segment from now on. */
async function recordSegments(): Promise<void> {
  await database.query(`
    create table chaos_segments (job_id uuid, number integer, claim integer, done boolean);
    create function record_segment() returns trigger language plpgsql as $$
    begin
      if new.claims > old.claims or new.done > old.done then
        insert into chaos_segments values (new.job_id, new.number, new.claims, new.done);
      end if;
      return null;
    end $$;
    create trigger record_segment after update on segments for each row execute function record_segment();
  `);
}

interface SegmentRecord {
  readonly number: number;
  readonly claim: number;
  readonly done: boolean;
}
const segmentsOf = (id: string) =>
  database.query<SegmentRecord>(
    'select number, claim, done from chaos_segments where job_id = $1 order by number, claim, done',
    [id],
  );
const doneOf = async (id: string) => (await segmentsOf(id)).filter(({ done }) => done).map(({ number }) => number);

/** A job is split only when another worker is free. */
async function bothWorkersFree(): Promise<void> {
  await service.ready();
  await vi.waitFor(async () => {
    const [slots] = await database.query<{ free: string }>(`
      select (select sum(slots) from workers where seen_at > clock_timestamp() - interval '10 seconds') -
             (select count(*) from ${queueEntriesSql} as entries where state = 'active' and not is_dead_letter) as free`);
    expect(Number(slots!.free)).toBeGreaterThan(1);
  }, patiently);
}

/** Submits jobs until one is seen with both finished and unfinished segments. */
async function partlyRenderedJob(): Promise<{ id: string; done: number[] }> {
  while (true) {
    await bothWorkersFree();
    await clients.submit(1);
    const id = clients.accepted.at(-1)!;
    const done = await vi.waitFor(async () => {
      const numbers = await doneOf(id);
      expect(numbers.length).toBeGreaterThan(0);
      return numbers;
    }, patiently);
    if (await hasSegmentsLeft(id)) return { id, done };
    await completed(id);
  }
}

async function hasSegmentsLeft(id: string): Promise<boolean> {
  return (await database.query('select from segments where job_id = $1 and not done', [id])).length > 0;
}

/** Such a job, and a worker that renders a segment of it. The worker is paused, or it might join the segments. */
async function pausedSegmentWorker(): Promise<{ id: string; done: number[]; worker: SupervisedProcess }> {
  while (true) {
    const { id, done } = await partlyRenderedJob();
    const worker = await Promise.race([service.busyWorker(), completed(id).then(() => null)]);
    if (worker === null) continue;
    process.kill(worker.pid(), 'SIGSTOP');
    if (await hasSegmentsLeft(id)) return { id, done, worker };
    process.kill(worker.pid(), 'SIGCONT');
    await completed(id);
  }
}

const completed = (id: string) =>
  vi.waitFor(async () => {
    const [job] = await database.query<{ status: string }>('select status from jobs where id = $1', [id]);
    expect(job!.status).toBe('completed');
  }, patiently);

/** Every segment was rendered to its end once, and finished segments were not claimed again. */
async function expectRenderedOnce(id: string, doneBefore: readonly number[]): Promise<SegmentRecord[]> {
  const records = await segmentsOf(id);
  const done = await doneOf(id);
  expect(done).toEqual(done.map((_, number) => number));
  expect(done.length).toBeGreaterThan(2);
  for (const number of doneBefore) expect(records.filter((record) => record.number === number)).toHaveLength(2);
  return records;
}

test('when a worker is killed, finished segments are not rendered again', async () => {
  const { id, done, worker } = await pausedSegmentWorker();
  worker.kill();
  await completed(id);
  const records = await expectRenderedOnce(id, done);
  expect(records.filter(({ claim, done: isDone }) => claim > 1 && isDone).length).toBeGreaterThan(0);
});

test.each(['api', 'database'] as const)('when the %s is killed, all segments are finished', async (target) => {
  const { id, done } = await partlyRenderedJob();
  await service.kill(target, seededRandom());
  await completed(id);
  await expectRenderedOnce(id, done);
});

test('after all tests, every job has ended once, and no segment remains', async () => {
  await expectNothingLost(service, { accepted: clients.accepted, database, frames: slowFrames });
});
