import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { expectNothingLost } from './aftermath.ts';
import { type Book, bookOf, recordEndings } from './book.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { type House, openHouse } from './house.ts';
import { settledMs, storyMs } from './length.ts';
import { seededRandom } from './random.ts';
import type { Resident } from './resident.ts';
import { slowFields, slowFrames } from './tiny-play.ts';

// Jobs that workers make together, while one after another of those who take part is killed.

const patiently = { timeout: settledMs, interval: 50 };

let house: House;
let book: Book;
let crowd: Crowd;
beforeAll(async () => {
  house = await openHouse({
    workers: 2,
    env: { RENDER_WORKERS: '0', SEGMENT_SECONDS: '2' },
    workerEnv: { RENDER_WORKERS: '1' },
  });
  await house.ready();
  book = bookOf(house);
  await recordEndings(book);
  await recordParts();
  crowd = gatherCrowd(house, slowFields);
}, storyMs);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await house.logs());
});
afterAll(async () => {
  await house?.remove();
});

/** From now on every claim on a part is written down, and every part that is done. */
async function recordParts(): Promise<void> {
  await book.rows(`
    create table chaos_parts (job_id uuid, number integer, claim integer, done boolean);
    create function record_part() returns trigger language plpgsql as $$
    begin
      if new.claims > old.claims or new.done > old.done then
        insert into chaos_parts values (new.job_id, new.number, new.claims, new.done);
      end if;
      return null;
    end $$;
    create trigger record_part after update on segments for each row execute function record_part();
  `);
}

interface Part {
  readonly number: number;
  readonly claim: number;
  readonly done: boolean;
}
const partsOf = (id: string) =>
  book.rows<Part>('select number, claim, done from chaos_parts where job_id = $1 order by number, claim, done', [id]);
const doneOf = async (id: string) => (await partsOf(id)).filter(({ done }) => done).map(({ number }) => number);

/** Without another that is free, whoever takes a job makes all of it. */
async function bothWorkersFree(): Promise<void> {
  await house.ready();
  await vi.waitFor(async () => {
    const [slots] = await book.rows<{ free: string }>(`
      select (select sum(slots) from workers where seen_at > clock_timestamp() - interval '10 seconds') -
             (select count(*) from pgboss.job where name = 'render' and state = 'active') as free`);
    expect(Number(slots!.free)).toBeGreaterThan(1);
  }, patiently);
}

/** A job of which some parts are done and others are not. One that was through before anybody looked is no such job. */
async function jobUnderWay(): Promise<{ id: string; done: number[] }> {
  while (true) {
    await bothWorkersFree();
    await crowd.submit(1);
    const id = crowd.accepted.at(-1)!;
    const done = await vi.waitFor(async () => {
      const numbers = await doneOf(id);
      expect(numbers.length).toBeGreaterThan(0);
      return numbers;
    }, patiently);
    if (await hasPartsLeft(id)) return { id, done };
    await completed(id);
  }
}

async function hasPartsLeft(id: string): Promise<boolean> {
  return (await book.rows('select from segments where job_id = $1 and not done', [id])).length > 0;
}

/** Such a job, with a worker that is making one of its parts, and stands still: it might be joining them by now. */
async function workerAtAPart(): Promise<{ id: string; done: number[]; worker: Resident }> {
  while (true) {
    const { id, done } = await jobUnderWay();
    const worker = await Promise.race([house.busyWorker(), completed(id).then(() => null)]);
    if (worker === null) continue;
    process.kill(worker.pid(), 'SIGSTOP');
    if (await hasPartsLeft(id)) return { id, done, worker };
    process.kill(worker.pid(), 'SIGCONT');
    await completed(id);
  }
}

const completed = (id: string) =>
  vi.waitFor(async () => {
    const [job] = await book.rows<{ status: string }>('select status from jobs where id = $1', [id]);
    expect(job!.status).toBe('completed');
  }, patiently);

/** Every part was made once, and none again that was done when somebody was killed. */
async function expectMadeOnce(id: string, doneBefore: readonly number[]): Promise<Part[]> {
  const parts = await partsOf(id);
  const done = await doneOf(id);
  expect(done).toEqual(done.map((_, number) => number));
  expect(done.length).toBeGreaterThan(2);
  for (const number of doneBefore) expect(parts.filter((part) => part.number === number)).toHaveLength(2);
  return parts;
}

test('when a worker is killed, the parts that are done are not made again', async () => {
  const { id, done, worker } = await workerAtAPart();
  worker.kill();
  await completed(id);
  const parts = await expectMadeOnce(id, done);
  expect(parts.filter(({ claim, done: isDone }) => claim > 1 && isDone).length).toBeGreaterThan(0);
});

test.each(['api', 'database'] as const)('when the %s is killed, they are made to their end', async (target) => {
  const { id, done } = await jobUnderWay();
  await house.kill(target, seededRandom());
  await completed(id);
  await expectMadeOnce(id, done);
});

test('after all that, every job has ended once, and nothing is left of its parts', async () => {
  await expectNothingLost(house, { accepted: crowd.accepted, book, frames: slowFrames });
});
