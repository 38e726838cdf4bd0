import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Failure } from '../../src/failure.ts';
import type { RenderTask } from '../../src/service/worker/index.ts';
import { get } from '../support/http.ts';
import { readVideo } from '../support/read-video.ts';
import { type Rendering, rendersOf, savedAnew, small, startRenderingService } from '../support/rendering.ts';

// One job made by several workers, from its submission to its end.

const patiently = { timeout: 120_000, interval: 100 };
/** Three and a half seconds: two parts, since they begin with key frames. */
const pictures = { ...small, end: 4_300 };

let rendering: Rendering;
let folder: string;
/** What was rendered since the test began. */
let tasks: RenderTask[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-shared-'));
  rendering = await startRenderingService({ pictures, segmentSeconds: 2, size: 2 });
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    return render(task, hooks);
  });
});
afterEach(() => {
  tasks = [];
});
afterAll(async () => {
  await rendering?.stop();
  await rm(folder, { recursive: true, force: true });
});

const ended = (id: string) =>
  vi.waitFor(async () => {
    const job = await rendering.job(id);
    expect(['completed', 'failed']).toContain(job.status);
    return job;
  }, patiently);

/** What is left of the parts of any job, in the database, in the queue and in storage. */
async function leftovers() {
  const { database, storage, dataDir } = rendering.service;
  const keys: string[] = [];
  for await (const { key } of storage.list('segments/')) keys.push(key);
  const rows = await database.db.selectFrom('segments').select('number').execute();
  // One that is still held takes a slot from the next job.
  const { rows: entries } = await sql`select id from pgboss.job where name = 'render' and state < 'completed'`.execute(
    database.db,
  );
  const files = (await readdir(join(dataDir, 'tmp'))).filter((name) => name.startsWith('render-'));
  return { keys, rows, entries, files, renders: rendersOf(process.pid) };
}
const nothing = { keys: [], rows: [], entries: [], files: [], renders: [] };
const expectNothingLeft = () => vi.waitFor(async () => expect(await leftovers()).toEqual(nothing), patiently);

async function videoOf(id: string) {
  const { url } = rendering.service;
  const link = await get(`${url}/v1/artifacts/videos/${id}.mp4`);
  const file = join(folder, `${id}.mp4`);
  const bytes = Buffer.from(await (await get(new URL(link.headers.get('location')!, url).href)).arrayBuffer());
  await writeFile(file, bytes);
  return readVideo(file);
}

const ranges = () => tasks.flatMap(({ segment: range }) => range ?? []).sort((a, b) => a.first - b.first);

test('a job is shared out where slots are free, and its parts become one video', async () => {
  const replay = savedAnew();
  const id = await rendering.submit({ file: replay });
  expect(await ended(id)).toMatchObject({ status: 'completed', progress: 100, error_code: null });
  const [plan, ...rest] = tasks;
  expect(plan!.segment ?? plan!.encodedSegments).toBeUndefined();
  expect(rest.at(-1)!.encodedSegments).toHaveLength(rest.length - 1);
  const video = await videoOf(id);
  expect(ranges().length).toBeGreaterThan(1);
  expect(ranges().reduce((sum, { frames }) => sum + frames, 0)).toBe(video.times.length);
  const log = await rendering.log(id);
  expect(log).toMatch(new RegExp(`Shared out among the workers in ${ranges().length} parts\\.`));
  expect(log).toMatch(new RegExp(`All ${ranges().length} parts are rendered; they are joined\\.`));
  for (const part of ranges().map((_, i) => `Part ${i + 1} of ${ranges().length}`)) {
    expect(log).toMatch(
      new RegExp(`Shared out .*\\n(.*\\n)*.*  ${part} is being made\\.\\n(.*\\n)*.*  ${part} is made: `),
    );
  }
  expect(log).toMatch(/ is made: \d+ frames in \d+ s\.\n.* All \d parts are rendered/);
  expect(log).toMatch(/ Completed\.\n$/);
  expect(log.match(/Attempt 1 at job/g)).toHaveLength(1);
  expect((await rendering.service.jobs.get(id))!.attempt).toBe(1);
  await expectNothingLeft();

  // Where no other slot is free, nothing is shared out, and it comes out the same.
  await rendering.stopWorker();
  await rendering.startWorker({ size: 1 });
  tasks = [];
  replay[replay.length - 1]! ^= 1;
  const alone = await rendering.submit({ file: replay });
  expect(await ended(alone)).toMatchObject({ status: 'completed' });
  expect(tasks.map(({ segment: range, encodedSegments: filmed }) => range ?? filmed)).toEqual([undefined]);
  const single = await videoOf(alone);
  expect(video.times).toEqual(single.times);
  expect(video.samples.length).toBe(single.samples.length);
  expect(video.samples.findIndex((sample, i) => sample !== single.samples[i])).toBe(-1);
  await rendering.stopWorker();
  await rendering.startWorker();
});

test('a part that fails every time fails the job, and nothing is left of the others', async () => {
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    if (task.segment?.first === 0) return Promise.reject(new Failure('video/encoder-died', 'It died.'));
    return render(task, hooks);
  });
  const id = await rendering.submit();
  expect(await ended(id)).toMatchObject({ status: 'failed', error_code: 'video/encoder-died' });
  expect(tasks.filter(({ segment: range }) => range?.first === 0)).toHaveLength(3);
  const log = await rendering.log(id);
  expect(log.match(/Part 1 of 2: This attempt failed: .* \(video\/encoder-died\) There will be another/g)).toHaveLength(
    2,
  );
  expect(log.match(/Part 1 of 2 is being made again\./g)).toHaveLength(2);
  expect(log).toMatch(/Failed: .* \(video\/encoder-died\)\n$/);
  await expectNothingLeft();
});

test('a job that is cancelled is cancelled in all its parts', async () => {
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    // Until somebody ends it.
    if (task.segment)
      return new Promise((_, reject) => hooks.signal.addEventListener('abort', () => reject(hooks.signal.reason)));
    return render(task, hooks);
  });
  const id = await rendering.submit();
  await vi.waitFor(() => expect(ranges().length).toBeGreaterThan(1), patiently);
  const { jobs } = rendering.service;
  await jobs.cancel((await jobs.get(id))!, 'operator');
  await expectNothingLeft();
  await vi.waitFor(async () => expect(await rendering.log(id)).toMatch(/ Cancelled\.\n$/), patiently);
});

test('parts that cannot be joined are not joined again', async () => {
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    return task.encodedSegments ? Promise.reject(new Error('They do not fit.')) : render(task, hooks);
  });
  const id = await rendering.submit();
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  // Twice in parts, and then at once.
  expect(tasks.filter(({ encodedSegments: filmed }) => filmed)).toHaveLength(2);
  expect(tasks.at(-1)!.segment ?? tasks.at(-1)!.encodedSegments).toBeUndefined();
  await expectNothingLeft();
});

/** As if there were a second slot when a job is taken; until it is called off. */
async function pretendSlot(): Promise<{ callOff(): Promise<void> }> {
  const { db } = rendering.service.database;
  const id = randomUUID();
  await db
    .insertInto('workers')
    .values({ id, slots: 1, seen_at: sql`clock_timestamp() + interval '1 hour'` })
    .execute();
  return {
    async callOff() {
      await db.deleteFrom('workers').where('id', '=', id).execute();
    },
  };
}

const kindOf = ({ segment: range, encodedSegments: filmed }: RenderTask) => (range ? 'part' : filmed ? 'joining' : 'whole');

test('a job that was shared out is finished by one slot alone', async () => {
  await rendering.stopWorker();
  const slot = await pretendSlot();
  let atOnce = 0;
  rendering.through((render) => async (task, hooks) => {
    tasks.push(task);
    expect(++atOnce).toBe(1);
    if (task.segment) await slot.callOff();
    return render(task, hooks).finally(() => atOnce--);
  });
  await rendering.startWorker({ size: 1 });
  const id = await rendering.submit();
  expect(await ended(id)).toMatchObject({ status: 'completed', progress: 100 });
  expect(tasks.map(kindOf)).toEqual(['whole', 'part', 'part', 'joining']);
  expect((await videoOf(id)).times).toHaveLength(ranges().reduce((sum, { frames }) => sum + frames, 0));
  await expectNothingLeft();
});

test.each([
  ['a part', 'made one part', ['whole', 'part', 'part']],
  ['the joining', 'made all parts', ['whole', 'part', 'part', 'joining']],
] as const)('%s is not left to a worker that renders otherwise than the one that %s', async (_, __, before) => {
  await rendering.stopWorker();
  const slot = await pretendSlot();
  const done: string[] = [];
  rendering.through((render, { rendererVersion }) => async (task, hooks) => {
    done.push(`${rendererVersion}: ${kindOf(task)}`);
    // The last thing the first worker is at, it does not get done.
    if (rendererVersion === 'first' && done.length === before.length)
      return new Promise((_, reject) => hooks.signal.addEventListener('abort', () => reject(hooks.signal.reason)));
    return render(task, hooks);
  });
  await rendering.startWorker({ rendererVersion: 'first', size: 1 });
  const id = await rendering.submit();
  await vi.waitFor(() => expect(done).toHaveLength(before.length), patiently);
  await slot.callOff();
  await rendering.stopWorker();
  await rendering.startWorker({ rendererVersion: 'second', size: 1 });
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  expect(done).toEqual([...before.map((kind) => `first: ${kind}`), 'second: whole']);
  await expectNothingLeft();
});
