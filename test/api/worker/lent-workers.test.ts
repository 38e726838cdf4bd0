import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LentSegment, renderOptionsOf, workerProtocol } from '../../../src/contract/index.ts';
import { queueEntriesSql } from '../../../src/service/jobs/index.ts';
import { entriesTable } from '../../../src/service/jobs/queue/names.ts';
import type { RenderTask } from '../../../src/service/worker/index.ts';
import { expectError, get, jsonOf, newClient } from '../../support/http/requests.ts';
import { type Rendering, small, startRenderingService } from '../../support/service/rendering-service.ts';
import { startInProcessService } from '../../support/service/service.ts';

// Workers that have only a token: honest ones, and those that lie, repeat, stall, upload garbage or vanish.

const longWait = { timeout: 300_000, interval: 100 };
/** Two segments, because a segment begins with a key frame. */
const videoOptions = { ...small, end: 4_300 };
const fields = { settings: JSON.stringify({ fps: 30 }) };

/** A promise that a test resolves. */
function openLater() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

let rendering: Rendering;
/** The worker with access to the database renders a segment only when this is open. */
let gate = openLater();
let tasks: RenderTask[] = [];
/** What a lent worker does instead of rendering; null: it renders. */
let lentRender: ((signal: AbortSignal) => Promise<never>) | null = null;
beforeAll(async () => {
  rendering = await startRenderingService({ videoOptions, segmentSeconds: 2, repeats: true });
});
afterAll(() => rendering?.stop());
beforeEach(() => {
  gate = openLater();
  tasks = [];
  lentRender = null;
  rendering.through((render, { rendererVersion }) => async (task, hooks) => {
    if (rendererVersion === 'lent') return lentRender ? lentRender(hooks.signal) : render(task, hooks);
    tasks.push(task);
    if (task.segment) await gate.promise;
    return render(task, hooks);
  });
});
afterEach(async () => {
  gate.resolve();
  const { jobs, database } = rendering.service;
  for (const job of await jobs.listActive(10)) await jobs.cancel(job, 'operator');
  const { db } = database;
  await db.updateTable('lent_workers').set({ revoked_at: new Date() }).execute();
  await db.deleteFrom('workers').where('lent_worker', 'is not', null).execute();
});

const lentWorkers = () => rendering.service.lentWorkers;
let names = 0;
const add = (isTrusted = false) => lentWorkers().add(`worker ${names++}`, { isTrusted });
const submit = () => rendering.submit({ fields });

const ended = (id: string) => rendering.ended(id);

async function expectNothingLeft() {
  const { database, storage } = rendering.service;
  await vi.waitFor(async () => {
    const keys: string[] = [];
    for await (const { key } of storage.list('segments/')) keys.push(key);
    const rows = await database.db.selectFrom('segments').select('number').execute();
    const { rows: entries } = await sql`
      select id from ${sql.raw(queueEntriesSql)} as entries where state <> 'ended' and not is_dead_letter`.execute(
      database.db,
    );
    expect({ keys, rows, entries, files: await rendering.service.tempFiles() }).toEqual({
      keys: [],
      rows: [],
      entries: [],
      files: [],
    });
  }, longWait);
}

/** A worker that a test plays: it sends what an honest one would, or not. */
function playWorker(
  token: string,
  { protocol = String(workerProtocol), url = rendering.service.url }: { protocol?: string | null; url?: string } = {},
) {
  const instance = randomUUID();
  const headers = (contentType: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'content-type': contentType,
    'edge-connecting-ip': newClient(),
    ...(protocol !== null && { 'x-worker-protocol': protocol }),
  });
  const post = (path: string, body: unknown = {}, signal?: AbortSignal) =>
    fetch(`${url}/v1/workers/${path}`, {
      method: 'POST',
      signal: signal ?? null,
      body: JSON.stringify(body),
      headers: headers('application/json'),
    });
  const heartbeat = (segments: unknown[] = [], changes: Record<string, unknown> = {}) =>
    post('heartbeat', { instance, version: '0.1.0', cores: 2, slots: 1, segments, ...changes });
  const reportOf = ({ entry, retry_count }: LentSegment, frames = 0) => ({
    entry,
    retry_count,
    frames,
    frames_per_second: null,
  });
  const pathOf = ({ entry, retry_count }: LentSegment, action: string) =>
    `segments/${entry}/${action}?retry_count=${retry_count}`;
  return {
    instance,
    post,
    heartbeat,
    reportOf,
    take: () => post('take', { instance }),
    /** Lets the service hold the request. */
    wait: (signal?: AbortSignal) => post('take', { instance, wait_seconds: 15 }, signal),
    upload: (segment: LentSegment, video: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${url}/v1/workers/${pathOf(segment, 'video')}`, {
        method: 'PUT',
        body: video,
        headers: headers('video/mp4'),
      }),
    finish: (segment: LentSegment, body: unknown = { seconds: 2 }) => post(pathOf(segment, 'finish'), body),
    giveBack: (segment: LentSegment) => post(pathOf(segment, 'give-back')),
    beatmap: ({ entry }: LentSegment) =>
      fetch(`${url}/v1/workers/segments/${entry}/beatmap`, { headers: headers('text/plain') }),
  };
}

type PlayedWorker = ReturnType<typeof playWorker>;

async function takeSegment(worker: PlayedWorker): Promise<LentSegment> {
  return vi.waitFor(async () => {
    expect((await worker.heartbeat()).status).toBe(200);
    const { segment } = await jsonOf(await worker.take());
    expect(segment).not.toBeNull();
    return segment;
  }, longWait);
}

/** A job whose second segment is lent to a worker that the test plays. */
async function lendToPlayed() {
  const { worker: lent, token } = await add();
  const worker = playWorker(token);
  expect((await worker.heartbeat()).status).toBe(200);
  const id = await submit();
  const segment = await takeSegment(worker);
  expect(segment.job.id).toBe(id);
  return { id, lent, worker, segment };
}

/** The video of a segment as an honest worker renders it. */
async function renderLent(segment: LentSegment): Promise<Uint8Array<ArrayBuffer>> {
  await vi.waitFor(() => expect(tasks.some((task) => task.segment !== undefined)).toBe(true), longWait);
  const { first, frames } = segment.segment;
  const task = tasks.find((found) => found.segment !== undefined)!;
  const video = `${task.video}-${randomUUID()}.mp4`;
  await rendering.renderAnew(
    { ...task, options: { ...task.options, ...videoOptions }, video, segment: { first, frames } },
    { signal: new AbortController().signal, onProgress() {}, onNote() {}, onOpened() {} },
  );
  return Uint8Array.from(await readFile(video));
}

/** What happens when the heartbeats of an entry have ended: test/chaos waits for it. */
const forgetHeartbeats = ({ entry: id, retry_count: retryCount }: LentSegment) =>
  rendering.queue.entries.fail({ id, retryCount });

describe('an honest worker', () => {
  test('renders segments of a job that a worker with the database splits and joins', async () => {
    const { worker: lent, token } = await add(true);
    const worker = await rendering.startLentWorker(token);
    try {
      const id = await submit();
      // The other worker has one segment, and the lent one delivers the other.
      await vi.waitFor(async () => expect((await lentWorkers().get(lent.id)).segments).toBe(1), longWait);
      gate.resolve();
      expect(await ended(id)).toMatchObject({ status: 'completed', progress: 100, error_code: null });
      const log = await rendering.log(id);
      expect(log).toMatch(/Segment \d of 2: rendering on a lent worker\.\n/);
      expect(log).toMatch(/All 2 segments are rendered; joining them\./);
      expect(await lentWorkers().get(lent.id)).toMatchObject({
        segments: 1,
        framesPerSecond: expect.any(Number),
        process: { version: '9.8.7', cores: 4, slots: 1 },
      });
      await expectNothingLeft();
    } finally {
      await worker.stop();
    }
    expect(await rendering.service.jobs.listWorkers()).toMatchObject([{ name: 'test', lentWorker: null }]);
  });

  test('that stops gives back what it has not finished', async () => {
    const { token } = await add();
    const started = openLater();
    lentRender = (signal) => {
      started.resolve();
      return untilAborted(signal);
    };
    const worker = await rendering.startLentWorker(token);
    const id = await submit();
    await started.promise;
    await worker.stop();
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(await rendering.log(id)).toMatch(/Segment \d of 2: the lent worker gave it back\.\n/);
    await expectNothingLeft();
  });

  test('whose renders fail cannot fail the job', async () => {
    const { worker: lent, token } = await add();
    const failed = openLater();
    lentRender = async () => {
      failed.resolve();
      throw new Error('My machine is broken.');
    };
    const worker = await rendering.startLentWorker(token);
    try {
      const id = await submit();
      await failed.promise;
      gate.resolve();
      expect(await ended(id)).toMatchObject({ status: 'completed' });
      expect((await lentWorkers().get(lent.id)).segments).toBe(0);
      expect(await rendering.log(id)).not.toContain('My machine');
      await expectNothingLeft();
    } finally {
      await worker.stop();
    }
  });

  test('stops when its token is revoked, and the job is completed without it', async () => {
    const { worker: lent, token } = await add();
    lentRender = async (signal) => {
      await lentWorkers().revoke(lent.id);
      return untilAborted(signal);
    };
    const worker = await rendering.startLentWorker(token);
    try {
      const id = await submit();
      await expect(worker.refused).rejects.toMatchObject({ code: 'worker/unknown-token' });
      gate.resolve();
      const { db } = rendering.service.database;
      const rows = await db.selectFrom('segments').select('queue_entry').where('lent_to', '=', lent.id).execute();
      for (const { queue_entry: entry } of rows) await rendering.queue.entries.fail({ id: entry, retryCount: 0 });
      expect(await ended(id)).toMatchObject({ status: 'completed' });
      await expectNothingLeft();
    } finally {
      await worker.stop();
    }
  });
});

describe('the token and the protocol', () => {
  test.each([
    ['no token', undefined],
    ['a forged token', `Bearer rpw_${'A'.repeat(43)}`],
    ['the key of a client', `Bearer rpk_${'A'.repeat(43)}`],
    ['another scheme', 'Basic eDp5'],
    ['a long token', `Bearer ${'x'.repeat(10_000)}`],
    ['SQL', "Bearer ' or 1=1 --"],
  ])('with %s, everything is 401', async (_, authorization) => {
    const headers: Record<string, string> = { 'x-worker-protocol': String(workerProtocol) };
    if (authorization !== undefined) headers.authorization = authorization;
    for (const path of ['heartbeat', 'take', 'leave', `segments/${randomUUID()}/finish?retry_count=0`]) {
      const response = await fetch(`${rendering.service.url}/v1/workers/${path}`, { method: 'POST', headers });
      await expectError(response, 401, 'worker/unknown-token');
    }
    const beatmap = await get(`${rendering.service.url}/v1/workers/segments/${randomUUID()}/beatmap`, headers);
    await expectError(beatmap, 401, 'worker/unknown-token');
  });

  test('a revoked token is refused with the next request', async () => {
    const { worker: lent, token } = await add();
    const worker = playWorker(token);
    expect((await worker.heartbeat()).status).toBe(200);
    await lentWorkers().revoke(lent.id);
    await expectError(await worker.heartbeat(), 401, 'worker/unknown-token');
    await expectError(await worker.take(), 401, 'worker/unknown-token');
  });

  test.each([
    ['0', /Update the worker to Reprise \S+\./],
    [String(workerProtocol + 1), /Install Reprise \S+ on the worker, or ask the operator/],
    [null, /does not say which version it speaks\. Update the worker/],
    ['one', /does not say which version it speaks/],
  ])('the protocol %s is refused with what to do', async (protocol, advice) => {
    const { token } = await add();
    const { detail } = await expectError(
      await playWorker(token, { protocol }).heartbeat(),
      409,
      'worker/other-protocol',
    );
    expect(detail).toMatch(advice);
  });

  test.each(['a\0b', '0.1.0\n', ''])('a heartbeat with the version %j is refused', async (version) => {
    const { token } = await add();
    await expectError(await playWorker(token).heartbeat([], { version }), 422, 'request/invalid');
  });

  test('one process uses a token at a time', async () => {
    const { token } = await add();
    const [first, second] = [playWorker(token), playWorker(token)];
    expect((await first.heartbeat()).status).toBe(200);
    await expectError(await second.heartbeat(), 409, 'worker/token-in-use');
    await expectError(await second.take(), 409, 'worker/token-in-use');
    expect((await first.post('leave', { instance: first.instance })).status).toBe(200);
    expect((await second.heartbeat()).status).toBe(200);
  });

  test('a worker cannot take the place of another one', async () => {
    const [one, two] = [await add(), await add()];
    const [first, second] = [playWorker(one.token), playWorker(two.token)];
    expect((await first.heartbeat()).status).toBe(200);
    const stolen = await second.heartbeat([], { instance: first.instance });
    await expectError(stolen, 409, 'worker/token-in-use');
    expect((await first.heartbeat()).status).toBe(200);
  });
});

test.each([
  ['nothing', {}],
  ['too many slots', { slots: 65 }],
  ['a negative number of cores', { cores: -1 }],
  ['a version of 1 MB', { version: 'x'.repeat(1_000_000) }],
  ['no instance', { instance: 'me' }],
  ['too many segments', { segments: Array.from({ length: 200 }, () => ({})) }],
])('a heartbeat with %s is refused', async (what, changes) => {
  const { token } = await add();
  const worker = playWorker(token);
  const response = what === 'nothing' ? await worker.post('heartbeat', changes) : await worker.heartbeat([], changes);
  expect([413, 422]).toContain(response.status);
});

describe('a worker that does not keep to the rules', () => {
  test('gets the files of its segment and nothing about other people', async () => {
    const client = newClient();
    const { segment, worker, id } = await lendToPlayed();
    const { job } = segment;
    expect(Object.keys(job).sort()).toEqual(['beatmap_md5', 'beatmap_set_id', 'id', 'options']);
    const job_ = (await rendering.service.jobs.get(id))!;
    expect(JSON.stringify(segment)).not.toContain(job_.client);
    expect(JSON.stringify(segment)).not.toContain(client);
    const replay = await get(`${rendering.service.url}${segment.inputs.replay.url}`);
    expect(replay.status).toBe(200);
    expect((await replay.arrayBuffer()).byteLength).toBe(segment.inputs.replay.bytes);
    const beatmap = await worker.beatmap(segment);
    expect((await beatmap.arrayBuffer()).byteLength).toBe(segment.inputs.beatmap.bytes);
    expect((await worker.giveBack(segment)).status).toBe(200);
    await expectError(await worker.beatmap(segment), 409, 'worker/not-lent');
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
  });

  test('takes no more than its slots, and not what was lent before', async () => {
    const { id, worker, segment } = await lendToPlayed();
    expect(await jsonOf(await worker.take())).toEqual({ segment: null });
    expect((await worker.giveBack(segment)).status).toBe(200);
    // The other segment is being rendered, and this one is not lent again.
    await worker.heartbeat();
    expect(await jsonOf(await worker.take())).toEqual({ segment: null });
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test('gets one segment for one slot, however many it takes at the same moment', async () => {
    const other = await startRenderingService({ videoOptions: { ...small, end: 10_300 }, segmentSeconds: 2 });
    try {
      other.through((render) => async (task, hooks) => {
        if (task.segment) await gate.promise;
        return render(task, hooks);
      });
      const { token } = await other.service.lentWorkers.add('greedy', { isTrusted: false });
      const worker = playWorker(token, { url: other.service.url });
      await worker.heartbeat();
      const id = await other.submit({ fields });
      const { db } = other.service.database;
      const segments = () => db.selectFrom('segments').select('lent_to').execute();
      await vi.waitFor(async () => expect((await segments()).length).toBeGreaterThan(3), longWait);
      await worker.heartbeat();
      const taken = await Promise.all(Array.from({ length: 8 }, async () => jsonOf(await worker.take())));
      expect(taken.filter(({ segment }) => segment !== null).length).toBeLessThanOrEqual(1);
      expect((await segments()).filter(({ lent_to }) => lent_to !== null).length).toBeLessThanOrEqual(1);
      await other.service.jobs.cancel((await other.service.jobs.get(id))!, 'operator');
    } finally {
      gate.resolve();
      await other.stop();
    }
  });

  test('cannot touch the segment of another worker', async () => {
    const { id, segment } = await lendToPlayed();
    const { token } = await add(true);
    const thief = playWorker(token);
    const answer = await thief.heartbeat([thief.reportOf(segment, 1)]);
    expect(await jsonOf(answer)).toEqual({ draining: false, entries: [] });
    await expectError(await thief.upload(segment, 'x'), 409, 'worker/not-lent');
    await expectError(await thief.finish(segment), 409, 'worker/not-lent');
    await expectError(await thief.giveBack(segment), 409, 'worker/not-lent');
    await expectError(await thief.beatmap(segment), 409, 'worker/not-lent');
    await forgetHeartbeats(segment);
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test.each([
    ['garbage', 'This is not a video.'],
    ['nothing', ''],
    ['the beginning of a video', Uint8Array.from(Buffer.from('00000018667479706d703432', 'hex'))],
  ])('uploads %s: another worker renders the segment', async (_, video) => {
    const { id, lent, worker, segment } = await lendToPlayed();
    await expectError(await worker.upload(segment, video), 400, 'worker/segment-refused');
    await expectError(await worker.finish(segment), 409, 'worker/not-lent');
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect((await lentWorkers().get(lent.id)).segments).toBe(0);
    await expectNothingLeft();
  });

  test('uploads more than a segment can have', async () => {
    const { id, worker, segment } = await lendToPlayed();
    const { db } = rendering.service.database;
    // A smaller limit than that of real segments.
    await sql`update segments set frames = 1 where queue_entry = ${segment.entry}`.execute(db);
    const { width, height } = renderOptionsOf(segment.job.options);
    const tooMuch = new Uint8Array(Math.ceil(width * height * 0.5) + 1024 * 1024 + 1);
    await expectError(await worker.upload(segment, tooMuch), 413, 'request/too-large');
    await sql`update segments set frames = ${segment.segment.frames} where queue_entry = ${segment.entry}`.execute(db);
    await worker.giveBack(segment);
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test('uploads another segment than the one that was lent', async () => {
    const { id, worker, segment } = await lendToPlayed();
    const { first, frames } = segment.segment;
    const shorter = { ...segment, segment: { ...segment.segment, first, frames: frames - 1 } };
    await expectError(await worker.upload(segment, await renderLent(shorter)), 400, 'worker/segment-refused');
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test('repeats what it has sent: it counts once', async () => {
    const { id, lent, worker, segment } = await lendToPlayed();
    const video = await renderLent(segment);
    await expectError(await worker.finish(segment), 409, 'worker/not-lent');
    expect((await worker.upload(segment, video)).status).toBe(200);
    expect((await worker.upload(segment, video)).status).toBe(200);
    expect((await worker.finish(segment)).status).toBe(200);
    expect((await worker.finish(segment)).status).toBe(200);
    await expectError(await worker.upload(segment, video), 409, 'worker/not-lent');
    await expectError(await worker.giveBack(segment), 409, 'worker/not-lent');
    expect((await lentWorkers().get(lent.id)).segments).toBe(1);
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectError(await worker.finish(segment), 409, 'worker/not-lent');
    await expectNothingLeft();
  });

  test('vanishes: the queue gives its segment to another worker', async () => {
    const { id, worker, segment } = await lendToPlayed();
    gate.resolve();
    await forgetHeartbeats(segment);
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    // It comes back too late.
    expect(await jsonOf(await worker.heartbeat([worker.reportOf(segment)]))).toMatchObject({ entries: [] });
    await expectError(await worker.upload(segment, 'x'), 409, 'worker/not-lent');
    await expectNothingLeft();
  });

  test('stalls: heartbeats alone do not keep a segment for ever', async () => {
    const { id, worker, segment } = await lendToPlayed();
    const { db } = rendering.service.database;
    const beat = async () => (await jsonOf(await worker.heartbeat([worker.reportOf(segment, 1)]))).entries;
    expect(await beat()).toEqual([segment.entry]);
    const limit = 120 + segment.segment.frames / 2;
    await sql`update ${sql.table(entriesTable)} set started_on = clock_timestamp() - make_interval(secs => ${limit + 1})
      where id = ${segment.entry}`.execute(db);
    expect(await beat()).toEqual([]);
    await forgetHeartbeats(segment);
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test('restarts: the segments of its last process are free at once', async () => {
    const { id, worker, segment, lent } = await lendToPlayed();
    const { db } = rendering.service.database;
    await sql`update lent_workers set seen_at = seen_at - interval '1 minute' where id = ${lent.id}`.execute(db);
    expect((await worker.heartbeat([], { instance: randomUUID() })).status).toBe(200);
    await expectError(await worker.finish(segment), 409, 'worker/not-lent');
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });
});

test('a worker that an operator drains finishes and takes nothing more', async () => {
  const { id, lent, worker, segment } = await lendToPlayed();
  await lentWorkers().drain(lent.id, true);
  const answer = await jsonOf(await worker.heartbeat([worker.reportOf(segment)]));
  expect(answer).toEqual({ draining: true, entries: [segment.entry] });
  expect((await rendering.service.jobs.listWorkers()).find(({ lentWorker }) => lentWorker === lent.id)?.slots).toBe(0);
  expect((await worker.upload(segment, await renderLent(segment))).status).toBe(200);
  expect((await worker.finish(segment)).status).toBe(200);
  expect(await jsonOf(await worker.take())).toEqual({ segment: null });
  gate.resolve();
  expect(await ended(id)).toMatchObject({ status: 'completed' });
  await expectNothingLeft();
});

describe('a request for a segment that waits', () => {
  /** A worker whose request the service holds. */
  async function waitingWorker() {
    const { worker: lent, token } = await add();
    const worker = playWorker(token);
    expect((await worker.heartbeat()).status).toBe(200);
    const client = new AbortController();
    const answer = worker.wait(client.signal);
    answer.catch(() => {});
    return { lent, token, worker, answer, disconnect: () => client.abort() };
  }

  const segmentRows = () => rendering.service.database.db.selectFrom('segments').selectAll().execute();
  const setWorker = (id: string, change: Record<string, unknown>) =>
    rendering.service.database.db.updateTable('lent_workers').set(change).where('id', '=', id).execute();

  /** Completes the job without the worker that waits. */
  async function expectNothingLent(id: string) {
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect(await rendering.log(id)).not.toContain('lent worker');
    await expectNothingLeft();
  }

  test('is answered as soon as there is one, and does not count as slow', async () => {
    const { worker, answer } = await waitingWorker();
    const id = await submit();
    const response = await answer;
    const { segment } = await jsonOf(response);
    expect(segment.job.id).toBe(id);
    expect((await segmentRows()).filter(({ lent_to: lentTo }) => lentTo !== null)).toHaveLength(1);
    expect((await worker.giveBack(segment)).status).toBe(200);
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    const metrics = await (await get(`${rendering.service.url}/metrics`)).text();
    const [, sum] = /^reprise_http_request_duration_seconds_sum\{.*route="\/v1\/workers\/take".*\} (\S+)$/m.exec(
      metrics,
    )!;
    const [, count] = /^reprise_http_request_duration_seconds_count\{.*route="\/v1\/workers\/take".*\} (\S+)$/m.exec(
      metrics,
    )!;
    expect(Number(sum) / Number(count)).toBeLessThan(1);
    await expectNothingLeft();
  });

  test('is answered at once if the worker is of an older release', async () => {
    const { token } = await add();
    const worker = playWorker(token);
    await worker.heartbeat();
    expect(await jsonOf(await worker.take())).toEqual({ segment: null });
  });

  // As another process of the service does it: this one is not told.
  test.each([
    ['drained', { is_draining: true }],
    ['without slots', { slots: 0 }],
    ['away', { seen_at: new Date(Date.now() - 60_000) }],
  ])('gets none if its worker is %s meanwhile', async (_, change) => {
    const { lent, answer } = await waitingWorker();
    const other = await waitingWorker();
    await setWorker(lent.id, change);
    const id = await submit();
    expect(await jsonOf(await answer)).toEqual({ segment: null });
    // The next one gets the segment.
    const { segment } = await jsonOf(await other.answer);
    expect((await segmentRows()).find(({ lent_to: lentTo }) => lentTo !== null)?.lent_to).toBe(other.lent.id);
    await other.worker.giveBack(segment);
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test.each([
    ['revoked', { revoked_at: new Date() }, 401, 'worker/unknown-token'],
    ['suspended', { suspended_at: new Date(), suspended_reason: 'other pictures' }, 403, 'worker/suspended'],
    ['replaced', { instance: randomUUID() }, 409, 'worker/token-in-use'],
  ] as const)('is refused if its worker is %s meanwhile', async (_, change, status, code) => {
    const { lent, answer } = await waitingWorker();
    await setWorker(lent.id, change);
    const id = await submit();
    await expectError(await answer, status, code);
    await expectNothingLent(id);
  });

  test('is answered when its worker drains or has no slots', async () => {
    const draining = await waitingWorker();
    await lentWorkers().drain(draining.lent.id, true);
    expect(await jsonOf(await draining.worker.heartbeat())).toMatchObject({ draining: true });
    expect(await jsonOf(await draining.answer)).toEqual({ segment: null });
    const full = await waitingWorker();
    await full.worker.heartbeat([], { slots: 0 });
    expect(await jsonOf(await full.answer)).toEqual({ segment: null });
  });

  test('ends when the worker sends one more than it has slots', async () => {
    const { worker, answer, disconnect } = await waitingWorker();
    const second = worker.wait();
    expect(await jsonOf(await answer)).toEqual({ segment: null });
    await worker.heartbeat([], { slots: 0 });
    expect(await jsonOf(await second)).toEqual({ segment: null });
    disconnect();
  });

  test('frees its place when the client disconnects', async () => {
    const { disconnect, answer } = await waitingWorker();
    const other = await waitingWorker();
    disconnect();
    await expect(answer).rejects.toThrow();
    const id = await submit();
    const { segment } = await jsonOf(await other.answer);
    await other.worker.giveBack(segment);
    gate.resolve();
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    await expectNothingLeft();
  });

  test('is answered at once when the service stops', async () => {
    const service = await startInProcessService();
    try {
      const { token } = await service.lentWorkers.add('waits', { isTrusted: false });
      const worker = playWorker(token, { url: service.url });
      await worker.heartbeat();
      const answer = worker.wait();
      // One more request on the same service, so that the first one waits.
      expect((await worker.heartbeat()).status).toBe(200);
      const startedAt = performance.now();
      await service.close();
      expect(await jsonOf(await answer)).toEqual({ segment: null });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    } finally {
      await service.stop();
    }
  });

  test('does not delay the stop of its worker', async () => {
    const { worker: lent, token } = await add();
    const worker = await rendering.startLentWorker(token);
    await vi.waitFor(async () => expect((await lentWorkers().get(lent.id)).process?.slots).toBe(1), longWait);
    const startedAt = performance.now();
    await worker.stop();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect((await lentWorkers().get(lent.id)).process).toBeNull();
  });
});
