import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { queueEntriesSql } from '../../../src/service/jobs/index.ts';
import type { RenderTask } from '../../../src/service/worker/index.ts';
import { get } from '../../support/http/requests.ts';
import {
  type Rendering,
  rendersOf,
  savedAnew,
  small,
  startRenderingService,
} from '../../support/service/rendering-service.ts';
import { readVideo } from '../../support/video/read-video.ts';

// One job that several workers render, from its submission to its end.

const longWait = { timeout: 300_000, interval: 100 };
/** Three and a half seconds, which are two segments because a segment begins with a key frame. */
const videoOptions = { ...small, end: 4_300 };

let rendering: Rendering;
let folder: string;
/** The render tasks since the test began. */
let tasks: RenderTask[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-split-'));
  rendering = await startRenderingService({ videoOptions, segmentSeconds: 2, size: 2, repeats: true });
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

const ended = (id: string) => rendering.ended(id);

/** Everything that remains of any job's segments: in the database, the queue, storage and on disk. */
async function leftovers() {
  const { database, storage, dataDir } = rendering.service;
  const keys: string[] = [];
  for await (const { key } of storage.list('segments/')) keys.push(key);
  const rows = await database.db.selectFrom('segments').select('number').execute();
  // An entry that is still active takes a slot from the next job.
  const { rows: entries } = await sql`
    select id from ${sql.raw(queueEntriesSql)} as entries where state <> 'ended' and not is_dead_letter`.execute(
    database.db,
  );
  const files = (await readdir(join(dataDir, 'tmp'))).filter((name) => name.startsWith('render-'));
  return { keys, rows, entries, files, renders: rendersOf(process.pid) };
}
const nothing = { keys: [], rows: [], entries: [], files: [], renders: [] };
const expectNothingLeft = () => vi.waitFor(async () => expect(await leftovers()).toEqual(nothing), longWait);

async function videoOf(id: string) {
  const { url } = rendering.service;
  const link = await get(`${url}/v1/artifacts/videos/${id}.mp4`);
  const file = join(folder, `${id}.mp4`);
  const bytes = Buffer.from(await (await get(new URL(link.headers.get('location')!, url).href)).arrayBuffer());
  await writeFile(file, bytes);
  return readVideo(file);
}

const segments = () => tasks.flatMap(({ segment }) => segment ?? []).sort((a, b) => a.first - b.first);

test('a job is split when slots are free, and its segments become one video', async () => {
  const replay = savedAnew();
  const id = await rendering.submit({ file: replay });
  expect(await ended(id)).toMatchObject({ status: 'completed', progress: 100, error_code: null });
  const [plan, ...rest] = tasks;
  expect(plan!.segment ?? plan!.encodedSegments).toBeUndefined();
  expect(rest.at(-1)!.encodedSegments).toHaveLength(rest.length - 1);
  const video = await videoOf(id);
  expect(segments().length).toBeGreaterThan(1);
  expect(segments().reduce((sum, { frames }) => sum + frames, 0)).toBe(video.times.length);
  const log = await rendering.log(id);
  expect(log).toMatch(new RegExp(`Split into ${segments().length} segments, which any worker can render\\.`));
  expect(log).toMatch(new RegExp(`All ${segments().length} segments are rendered; joining them\\.`));
  for (const title of segments().map((_, i) => `Segment ${i + 1} of ${segments().length}`)) {
    expect(log).toMatch(
      new RegExp(`Split into .*\\n(.*\\n)*.*  ${title}: rendering\\.\\n(.*\\n)*.*  ${title}: finished, `),
    );
  }
  expect(log).toMatch(/: finished, \d+ frames in \d+ s\.\n.* All \d segments are rendered/);
  expect(log).toMatch(/ Completed\.\n$/);
  expect(log.match(/Attempt 1 at job/g)).toHaveLength(1);
  expect((await rendering.service.jobs.get(id))!.attempt).toBe(1);
  await expectNothingLeft();

  // Without another free slot the job is not split, and the video is the same.
  await rendering.stopWorker();
  await rendering.startWorker({ size: 1 });
  tasks = [];
  replay[replay.length - 1]! ^= 1;
  const alone = await rendering.submit({ file: replay });
  expect(await ended(alone)).toMatchObject({ status: 'completed' });
  expect(tasks.map(({ segment, encodedSegments }) => segment ?? encodedSegments)).toEqual([undefined]);
  const single = await videoOf(alone);
  expect(video.times).toEqual(single.times);
  expect(video.samples.length).toBe(single.samples.length);
  expect(video.samples.findIndex((sample, i) => sample !== single.samples[i])).toBe(-1);
  await rendering.stopWorker();
  await rendering.startWorker();
});

test('a segment that fails every time fails the job, and nothing remains of the others', async () => {
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    if (task.segment?.first === 0) return Promise.reject(new Failure('video/encoder-died', 'It died.'));
    return render(task, hooks);
  });
  const id = await rendering.submit();
  expect(await ended(id)).toMatchObject({ status: 'failed', error_code: 'video/encoder-died' });
  expect(tasks.filter(({ segment }) => segment?.first === 0)).toHaveLength(3);
  const log = await rendering.log(id);
  expect(log.match(/Segment 1 of 2: This attempt failed: .* \(video\/encoder-died\) The next attempt/g)).toHaveLength(
    2,
  );
  expect(log.match(/Segment 1 of 2: rendering again\./g)).toHaveLength(2);
  expect(log).toMatch(/Failed: .* \(video\/encoder-died\)\n$/);
  await expectNothingLeft();
});

test('cancelling a job cancels all its segments', async () => {
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    // Runs until it is aborted.
    if (task.segment)
      return new Promise((_, reject) => hooks.signal.addEventListener('abort', () => reject(hooks.signal.reason)));
    return render(task, hooks);
  });
  const id = await rendering.submit();
  await vi.waitFor(() => expect(segments().length).toBeGreaterThan(1), longWait);
  const { jobs } = rendering.service;
  await jobs.cancel((await jobs.get(id))!, 'operator');
  await expectNothingLeft();
  await vi.waitFor(async () => expect(await rendering.log(id)).toMatch(/ Cancelled\.\n$/), longWait);
});

test('segments that cannot be joined are rendered again', async () => {
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    return task.encodedSegments ? Promise.reject(new Error('They do not match.')) : render(task, hooks);
  });
  const id = await rendering.submit();
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  // Split twice, then rendered whole.
  expect(tasks.filter(({ encodedSegments }) => encodedSegments)).toHaveLength(2);
  expect(tasks.at(-1)!.segment ?? tasks.at(-1)!.encodedSegments).toBeUndefined();
  await expectNothingLeft();
});

/** Registers a worker with a free slot that does not exist, until it is removed. */
async function pretendSlot(): Promise<{ remove(): Promise<void> }> {
  const { db } = rendering.service.database;
  const id = randomUUID();
  await db
    .insertInto('workers')
    .values({ id, slots: 1, seen_at: sql`clock_timestamp() + interval '1 hour'` })
    .execute();
  return {
    async remove() {
      await db.deleteFrom('workers').where('id', '=', id).execute();
    },
  };
}

const kindOf = ({ segment, encodedSegments }: RenderTask) => (segment ? 'segment' : encodedSegments ? 'join' : 'whole');

test('one slot alone finishes a job that was split', async () => {
  await rendering.stopWorker();
  const slot = await pretendSlot();
  let concurrent = 0;
  rendering.through((render) => async (task, hooks) => {
    tasks.push(task);
    expect(++concurrent).toBe(1);
    if (task.segment) await slot.remove();
    return render(task, hooks).finally(() => concurrent--);
  });
  await rendering.startWorker({ size: 1 });
  const id = await rendering.submit();
  expect(await ended(id)).toMatchObject({ status: 'completed', progress: 100 });
  expect(tasks.map(kindOf)).toEqual(['whole', 'segment', 'segment', 'join']);
  expect((await videoOf(id)).times).toHaveLength(segments().reduce((sum, { frames }) => sum + frames, 0));
  await expectNothingLeft();
});

test.each([
  ['a segment', 'rendered one segment', ['whole', 'segment', 'segment']],
  ['the join', 'rendered all segments', ['whole', 'segment', 'segment', 'join']],
] as const)('%s is not left to a worker that renders differently from the one that %s', async (_, __, before) => {
  await rendering.stopWorker();
  const slot = await pretendSlot();
  const done: string[] = [];
  rendering.through((render, { rendererVersion }) => async (task, hooks) => {
    done.push(`${rendererVersion}: ${kindOf(task)}`);
    // The first worker does not finish its last task.
    if (rendererVersion === 'first' && done.length === before.length)
      return new Promise((_, reject) => hooks.signal.addEventListener('abort', () => reject(hooks.signal.reason)));
    return render(task, hooks);
  });
  await rendering.startWorker({ rendererVersion: 'first', size: 1 });
  const id = await rendering.submit();
  await vi.waitFor(() => expect(done).toHaveLength(before.length), longWait);
  await slot.remove();
  await rendering.stopWorker();
  await rendering.startWorker({ rendererVersion: 'second', size: 1 });
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  expect(done).toEqual([...before.map((kind) => `first: ${kind}`), 'second: whole']);
  await expectNothingLeft();
});
