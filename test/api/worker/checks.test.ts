import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  artifactKeys,
  type LentSegment,
  takeAnswer,
  workerProtocol,
  workerProtocolHeader,
} from '../../../src/contract/index.ts';
import type { RenderTask } from '../../../src/service/worker/index.ts';
import { jobRenderOptions } from '../../../src/service/worker/render-options.ts';
import { jsonOf } from '../../support/http/requests.ts';
import { assets, childPrograms } from '../../support/processes/built-files.ts';
import { buildProgram, run } from '../../support/processes/program.ts';
import {
  type Rendering,
  rendersOf,
  savedAnew,
  small,
  startRenderingService,
  testEncoding,
} from '../../support/service/rendering-service.ts';
import { type ReadVideo, readVideo } from '../../support/video/read-video.ts';

// Workers without trust deliver segments, and the service's own workers check them, with real renders.

const longWait = { timeout: 300_000, interval: 100 };
/** The service compares the frame rate of a delivered segment with that of the job. */
const fields = { settings: JSON.stringify({ fps: small.fps }) };
/** Three and a half seconds, which are two segments because a segment begins with a key frame. */
const videoOptions = { ...small, end: 4_300 };

let rendering: Rendering;
let folder: string;
/** Own workers wait for these before they render a segment, or before they check one. */
let segments = gate();
let checks = gate();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-checks-'));
  rendering = await startRenderingService({
    videoOptions,
    segmentSeconds: 2,
    size: 1,
    repeats: true,
    env: { CHECK_PERCENT: '100' },
  });
  rendering.through((render) => async (task, hooks) => {
    if (isCheck(task)) await checks.passed(hooks.signal);
    else if (task.segment) await segments.passed(hooks.signal);
    // A join is not repeated: its segments may differ.
    return task.encodedSegments ? rendering.renderAnew(task, hooks) : render(task, hooks);
  });
});
afterEach(async () => {
  for (const { open } of [segments, checks]) open();
  await rendering.stopWorker();
  [segments, checks] = [gate(), gate()];
  await rendering.startWorker();
});
afterAll(async () => {
  await rendering?.stop();
  await rm(folder, { recursive: true, force: true });
});

const isCheck = ({ video }: RenderTask) => video.endsWith('reference.mp4');

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  async function passed(signal: AbortSignal): Promise<void> {
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    signal.throwIfAborted();
    await Promise.race([opened, aborted]);
  }
  return { open, passed };
}

/** A lent worker that does what a test wants, over HTTP. */
interface LentWorker {
  readonly id: string;
  /** Identifies its process. */
  readonly instance: string;
  request(method: 'POST' | 'PUT', path: string, body: object | Buffer): Promise<Response>;
}

async function addWorker(): Promise<LentWorker> {
  const { lentWorkers, url } = rendering.service;
  const { worker, token } = await lentWorkers.add(`worker ${randomUUID()}`, { isTrusted: false });
  const request: LentWorker['request'] = (method, path, body) =>
    fetch(`${url}/v1/workers/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        [workerProtocolHeader]: String(workerProtocol),
        'content-type': Buffer.isBuffer(body) ? 'video/mp4' : 'application/json',
      },
      body: Buffer.isBuffer(body) ? Uint8Array.from(body) : JSON.stringify(body),
    });
  return { id: worker.id, instance: randomUUID(), request };
}

async function answerOf(response: Response) {
  const answer = await jsonOf(response);
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}

const heartbeat = (worker: LentWorker, lent: readonly LentSegment[] = []) =>
  worker.request('POST', 'heartbeat', {
    instance: worker.instance,
    version: 'test',
    cores: 1,
    slots: 1,
    segments: lent.map(({ entry, retry_count }) => ({ entry, retry_count, frames: 0, frames_per_second: null })),
  });

const take = (worker: LentWorker) => worker.request('POST', 'take', { instance: worker.instance });

/** Submits a job that is split, and takes one of its segments. Own workers render the other after `segments.open()`. */
async function takeSegment(worker: LentWorker, file = savedAnew()): Promise<LentSegment> {
  const { service, queue } = rendering;
  const slot = randomUUID();
  // A job is split for free slots only.
  await service.database.db
    .insertInto('workers')
    .values({ id: slot, slots: 1, seen_at: sql`clock_timestamp() + interval '1 hour'` })
    .execute();
  try {
    await rendering.submit({ file, fields });
    await answerOf(await heartbeat(worker));
    return await vi.waitFor(async () => {
      // The service's own worker takes the first segment.
      const entries = await queue.entries.list();
      expect(entries.filter(({ segment, state }) => segment !== null && state === 'active')).toHaveLength(1);
      const { segment } = takeAnswer.parse(await answerOf(await take(worker)));
      expect(segment).not.toBeNull();
      return segment!;
    }, longWait);
  } finally {
    await service.database.db.deleteFrom('workers').where('id', '=', slot).execute();
  }
}

/** Renders a lent segment. One that lies renders other frames than those that were requested. */
async function renderLent(worker: LentWorker, lent: LentSegment, { isLie = false } = {}): Promise<Buffer> {
  const { service, renderAnew } = rendering;
  const { first, frames } = lent.segment;
  const video = join(folder, `${randomUUID()}.mp4`);
  const nothing = () => {};
  const hooks = { signal: new AbortController().signal, onProgress: nothing, onNote: nothing, onOpened: nothing };
  const beats = setInterval(() => void heartbeat(worker, [lent]).catch(nothing), 2_000);
  try {
    await renderAnew(
      {
        replay: await download(artifactKeys.replay(lent.job.id)),
        beatmap: { kind: 'archive', path: join(service.dataDir, 'beatmaps', 'played.osz') },
        skin: null,
        options: { ...jobRenderOptions(lent.job.options, testEncoding), ...videoOptions },
        video,
        segment: { first: isLie ? 0 : first, frames },
      },
      hooks,
    );
    return await readFile(video);
  } finally {
    clearInterval(beats);
  }
}

const segmentPath = ({ entry, retry_count }: LentSegment, action: string) =>
  `segments/${entry}/${action}?retry_count=${retry_count}`;

async function deliver(worker: LentWorker, lent: LentSegment, video: Buffer): Promise<void> {
  await answerOf(await worker.request('PUT', segmentPath(lent, 'video'), video));
  await answerOf(await worker.request('POST', segmentPath(lent, 'finish'), { seconds: 1 }));
}

/** Submits a job of which a lent worker renders one segment, and returns its id. */
async function lendSegment(
  worker: LentWorker,
  { isLie = false, file = savedAnew() }: { isLie?: boolean; file?: Uint8Array<ArrayBuffer> } = {},
): Promise<string> {
  const lent = await takeSegment(worker, file);
  await deliver(worker, lent, await renderLent(worker, lent, { isLie }));
  return lent.job.id;
}

async function download(key: string): Promise<string> {
  const path = join(folder, randomUUID());
  const object = await rendering.service.storage.get(key);
  await pipeline(object!.stream, createWriteStream(path));
  return path;
}

const completed = (id: string) =>
  vi.waitFor(async () => {
    const job = await rendering.job(id);
    expect(job).toMatchObject({ status: 'completed' });
    return job;
  }, longWait);

const deliveries = ({ id: workerId }: LentWorker) =>
  rendering.service.database.db
    .selectFrom('lent_segments')
    .selectAll()
    .where('worker_id', '=', workerId)
    .orderBy('delivered_at')
    .execute();

const stateOf = async ({ id }: LentWorker) => rendering.service.lentWorkers.get(id);

const untilChecked = (worker: LentWorker) =>
  vi.waitFor(async () => {
    const rows = await deliveries(worker);
    expect(rows.filter(({ check_result: result }) => result === 'waiting')).toEqual([]);
    return rows;
  }, longWait);

async function keptSegments(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of rendering.service.storage.list('checks/')) keys.push(key);
  return keys;
}

const frame = 75;
const videoOf = async (id: string) => readVideo(await download(artifactKeys.video(id)), [frame]);

/** The average difference of one picture in the second segment. */
function differenceOf(a: ReadVideo, b: ReadVideo): number {
  const [one, other] = [a.pictures.get(frame)!, b.pictures.get(frame)!];
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
}

async function timesCompleted(id: string): Promise<number> {
  const rows = await rendering.service.database.db
    .selectFrom('job_events')
    .select('id')
    .where('job_id', '=', id)
    .where('status', '=', 'completed')
    .execute();
  return rows.length;
}

let honest: ReadVideo;

test('the segment of an honest worker is checked, and nothing else happens', async () => {
  const worker = await addWorker();
  const id = await lendSegment(worker);
  expect(await keptSegments()).toHaveLength(1);
  segments.open();
  checks.open();
  await completed(id);
  const [delivery, ...others] = await untilChecked(worker);
  expect(others).toEqual([]);
  // Both were rendered on this machine, with the same number of threads.
  expect(delivery).toMatchObject({ job_id: id, check_result: 'equal', check_reason: null, is_discarded: false });
  expect(await stateOf(worker)).toMatchObject({ suspension: null, segments: 1 });
  await vi.waitFor(async () => expect(await keptSegments()).toEqual([]), longWait);
  expect(await timesCompleted(id)).toBe(1);
  honest = await videoOf(id);
});

test('a worker that lies is suspended, and the videos that contain its segments are made again', async () => {
  const worker = await addWorker();
  const file = savedAnew();
  const id = await lendSegment(worker, { isLie: true, file });
  // One waits with the check; the job does not wait for it.
  await rendering.startWorker();
  segments.open();
  await completed(id);
  const copy = await rendering.submit({ file, fields });
  await completed(copy);
  for (const jobId of [id, copy]) expect(differenceOf(await videoOf(jobId), honest)).toBeGreaterThan(1);
  expect(await stateOf(worker)).toMatchObject({ suspension: null });

  checks.open();
  const [delivery] = await untilChecked(worker);
  expect(delivery).toMatchObject({ check_result: 'different', is_discarded: true });
  const { suspension } = await stateOf(worker);
  expect(suspension?.reason).toMatch(new RegExp(`^Segment [12] of job ${id} differs\\. Its pictures differ by `));
  const refused = await take(worker);
  expect([refused.status, (await jsonOf(refused)).code]).toEqual([403, 'worker/suspended']);
  await rendering.service.lentWorkers.drain(worker.id, false);
  await answerOf(await heartbeat(worker));
  const { db } = rendering.service.database;
  await vi.waitFor(async () => expect(await db.selectFrom('remakes').selectAll().execute()).toEqual([]), longWait);
  for (const jobId of [id, copy]) {
    const video = await videoOf(jobId);
    expect(video.times).toEqual(honest.times);
    expect(differenceOf(video, honest)).toBeLessThan(0.5);
    expect(await rendering.job(jobId)).toMatchObject({ status: 'completed', progress: 100 });
    expect(await timesCompleted(jobId)).toBe(1);
    expect(await rendering.log(jobId)).toMatch(/ Made again, because a worker .* was suspended\.\n$/);
  }
  await vi.waitFor(async () => expect(await keptSegments()).toEqual([]), longWait);
});

test('a job that is not finished yet loses the segments of a suspended worker, and completes without them', async () => {
  const worker = await addWorker();
  const id = await lendSegment(worker, { isLie: true });
  // It checks the segment while the first worker waits with the other segment.
  await rendering.startWorker();
  checks.open();
  await untilChecked(worker);
  expect((await stateOf(worker)).suspension).not.toBeNull();
  expect(await rendering.job(id)).toMatchObject({ status: 'rendering' });
  segments.open();
  await completed(id);
  expect(differenceOf(await videoOf(id), honest)).toBeLessThan(0.5);
  expect(await timesCompleted(id)).toBe(1);
  const { db } = rendering.service.database;
  expect(await db.selectFrom('remakes').selectAll().execute()).toEqual([]);
});

test('a check continues after the worker that ran it has stopped, and after the next one was killed', async () => {
  const { service, queue } = rendering;
  const worker = await addWorker();
  const id = await lendSegment(worker);
  await rendering.startWorker();
  segments.open();
  await completed(id);
  await vi.waitFor(async () => {
    const active = (await queue.entries.list()).filter(({ state }) => state === 'active');
    expect(active).toHaveLength(1);
  }, longWait);
  await rendering.stopWorker();
  expect(await deliveries(worker)).toMatchObject([{ check_result: 'waiting' }]);

  const program = await buildProgram('test/support/processes/programs/run-worker.ts');
  const { render, set, compare } = childPrograms;
  const killed = run(program, [service.database.url, service.dataDir, assets, render, set, compare]);
  try {
    expect(await killed.answer).toBe('working');
    await vi.waitFor(() => expect(rendersOf(killed.pid)).toHaveLength(1), longWait);
    await killed.end('SIGKILL');
    expect(await deliveries(worker)).toMatchObject([{ check_result: 'waiting' }]);
    expect(await keptSegments()).toHaveLength(1);
  } finally {
    await killed.end('SIGKILL');
    await program.remove();
  }
  checks.open();
  await rendering.startWorker();
  expect(await untilChecked(worker)).toMatchObject([{ check_result: 'equal' }]);
  expect(await stateOf(worker)).toMatchObject({ suspension: null });
  await vi.waitFor(async () => expect(await keptSegments()).toEqual([]), longWait);
});

test('a worker cannot replace its video between the check and the join', async () => {
  const { storage, database } = rendering.service;
  const worker = await addWorker();
  const lent = await takeSegment(worker);
  const [video, lie] = [await renderLent(worker, lent), await renderLent(worker, lent, { isLie: true })];
  const key = artifactKeys.segment(lent.job.id, lent.entry, lent.segment.claim);
  const put = (bytes: Buffer) => worker.request('PUT', segmentPath(lent, 'video'), bytes);
  // Of several requests at the same moment, one stores its video.
  const answers = await Promise.all([put(video), put(video)]);
  expect(answers.map(({ status }) => status)).toContain(200);

  const etagOf = async () => (await storage.stat(key))?.etag;
  const stored = await etagOf();
  // The answer to the first may have been lost, so the second is no error.
  await answerOf(await put(lie));
  expect(await etagOf()).toBe(stored);
  await answerOf(await worker.request('POST', segmentPath(lent, 'finish'), { seconds: 1 }));
  expect((await put(lie)).status).toBe(409);
  expect(await etagOf()).toBe(stored);
  expect(
    await database.db.selectFrom('segments').select('number').where('was_uploaded', '=', true).execute(),
  ).toHaveLength(1);
  segments.open();
  checks.open();
  await completed(lent.job.id);
  expect(await untilChecked(worker)).toMatchObject([{ check_result: 'equal' }]);
  expect(differenceOf(await videoOf(lent.job.id), honest)).toBeLessThan(0.5);
});
