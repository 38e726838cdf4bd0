import { exec } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isAlive } from '../../src/children/index.ts';
import { readConfig } from '../../src/config.ts';
import { md5Hex } from '../../src/game/md5.ts';
import type { Database } from '../../src/service/database/index.ts';
import { createStorage } from '../../src/service/storage/index.ts';
import { bucketEnvironment, createBucket } from '../support/bucket.ts';
import { type CallbackPost, openCallbackPost } from '../support/callback-post.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { get, jsonOf, post, replayForm } from '../support/http.ts';
import { mapBytes } from '../support/map-text.ts';
import { taps } from '../support/plays.ts';
import { type ReadVideo, readVideo } from '../support/read-video.ts';
import { rendersOf } from '../support/rendering.ts';
import { type ServeProcess, startServeProcess, startWorkerProcess, type WorkerProcess } from '../support/serve.ts';
import { buildRequest } from '../support/test-render.ts';
import { makeZip } from '../support/zip.ts';

// Two API and two worker processes with one PostgreSQL and one bucket, as on four machines. Without Swift, the bucket is
// a folder that they share.

/** Long enough for a render on a busy machine, which takes minutes. */
const patiently = { timeout: 600_000, interval: 300 };
/** The frames that are compared. */
const comparedFrames = [0, 100, 119, 120, 121, 200, 240, 300];
const secret = 'a shared secret';

const times = Array.from({ length: 5 }, (_, i) => 1000 + i * 1000);
const parts = {
  general: ['AudioFilename: none.mp3'],
  objects: times.map((time, i) => `${100 + i * 40},192,${time},1,0`),
};
const replay = Uint8Array.from(
  buildRequest({
    ...parts,
    frames: taps(
      times.map((time, i) => [time, 100 + i * 40, 192] as const),
      6000,
    ),
  }).replay,
);

let fresh: FreshDatabase;
let database: Database;
let folder: string;
let env: Record<string, string>;
let callbacks: CallbackPost;
const apis: ServeProcess[] = [];
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-distributed-'));
  const bucket = await createBucket();
  fresh = await freshDatabase();
  database = fresh.connect();
  env = {
    DATABASE_URL: fresh.url,
    ...(bucket === null ? { DATA_DIR: join(folder, 'shared') } : bucketEnvironment(bucket)),
    WEBHOOK_SECRET: secret,
    RENDER_PRESET: 'ultrafast',
    BEATMAP_MIRRORS: '',
    DEBUG: 'true',
  };
  await storeMap();
  apis.push(await startServeProcess({ env }), await startServeProcess({ env }));
  callbacks = await openCallbackPost(apis.map(({ url }) => url));
  env.SERVICE_URL = callbacks.url;
});

afterAll(async () => {
  for (const worker of workers) await worker.end('SIGKILL');
  for (const api of apis) await api.remove();
  for (const worker of workers) await worker.remove();
  await callbacks?.stop();
  await fresh?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function storeMap(): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, ...env });
  const storage = await createStorage({
    config: config.storage,
    dataDir: config.dataDir,
    signingKey: Buffer.alloc(32),
  });
  const map = mapBytes(parts);
  await storage.put(`beatmaps/${md5Hex(map)}.osz`, makeZip([{ name: 'map.osu', data: map }]));
  await storage.close();
}

async function startWorker(settings: Record<string, string> = {}): Promise<WorkerProcess> {
  const worker = await startWorkerProcess({ env: { ...env, ...settings } });
  workers.push(worker);
  return worker;
}

let submitted = 0;

/**
 * Submits to the APIs in turn. No two jobs are identical, because the second would reuse the video of the first. A job that
 * the test interrupts needs a large video, or its render might end too early.
 */
async function submit(resolution: '480p' | '1080p' = '480p'): Promise<string> {
  const { url } = apis[submitted % apis.length]!;
  const settings = JSON.stringify({ resolution });
  const fields = { bg_dim: String(0.5 + submitted++ / 100), motion_blur: 'false', settings };
  const response = await post(`${url}/v1/render`, replayForm({ file: replay, fields }));
  expect(response.status).toBe(202);
  return (await jsonOf(response)).job_id;
}

/** Reads the job from the API that it was not submitted to. */
const job = async (id: string) => jsonOf(await get(`${apis[submitted % apis.length]!.url}/v1/jobs/${id}`));
const logOf = async (id: string) => (await get(`${apis[0]!.url}/v1/artifacts/logs/${id}.log`)).text();
const completed = (id: string) =>
  vi.waitFor(async () => expect(await job(id)).toMatchObject({ status: 'completed', error_code: null }), patiently);
const rendering = (id: string) =>
  vi.waitFor(async () => expect((await job(id)).progress).toBeGreaterThan(0), patiently);

/** The worker that renders now. */
function busyWorker(): WorkerProcess {
  const found = workers.find(({ pid }) => rendersOf(pid).length > 0);
  if (found === undefined) throw new Error('No worker renders.');
  return found;
}

async function attemptsAt(id: string): Promise<number> {
  const { db } = database;
  const row = await db.selectFrom('jobs').select('attempts').where('id', '=', id).executeTakeFirstOrThrow();
  return row.attempts;
}

async function expectWholeVideo(id: string): Promise<ReadVideo> {
  const link = await get(`${apis[1]!.url}/v1/artifacts/videos/${id}.mp4`);
  expect(link.status).toBe(302);
  const video = await get(new URL(link.headers.get('location')!, apis[1]!.url).href);
  const file = join(folder, `${id}.mp4`);
  await writeFile(file, Buffer.from(await video.arrayBuffer()));
  const read = readVideo(file, comparedFrames);
  const { width, height, times: frames, durationSeconds } = read;
  expect([
    { width: 854, height: 480 },
    { width: 1920, height: 1080 },
  ]).toContainEqual({ width, height });
  expect(frames.length).toBeGreaterThan(300);
  expect(durationSeconds).toBeCloseTo(frames.length / 60, 1);
  expect((await get(`${apis[1]!.url}/v1/artifacts/thumbnails/${id}.jpg`)).status).toBe(302);
  return read;
}

/** Exactly one report has ended the job. */
function expectEndedOnce(id: string): void {
  const answers = callbacks.deliveries.filter(({ jobId }) => jobId === id).map(({ answer }) => JSON.parse(answer));
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1);
}

test('two workers render the jobs of two APIs, each once, and report them with signed callbacks', async () => {
  await Promise.all([startWorker(), startWorker()]);
  callbacks.loseNextAnswer();
  const ids = [await submit(), await submit(), await submit(), await submit()];
  for (const id of ids) await completed(id);
  for (const id of ids) {
    expectEndedOnce(id);
    await expectWholeVideo(id);
    expect(await attemptsAt(id)).toBe(1);
    expect(await logOf(id)).toMatch(/ Completed\.\n$/);
  }

  // The report whose answer was lost is sent again with a new nonce.
  const reports = new Map<string, number>();
  for (const { jobId } of callbacks.deliveries) reports.set(jobId, (reports.get(jobId) ?? 0) + 1);
  expect([...reports.values()].toSorted()).toEqual([1, 1, 1, 2]);
  const nonces = callbacks.deliveries.map(({ report }) => report.nonce);
  expect(new Set(nonces).size).toBe(5);
  for (const { bytes, signature, report, status } of callbacks.deliveries) {
    expect(status).toBe(200);
    expect(signature).toBe(createHmac('sha256', secret).update(bytes).digest('hex'));
    expect(report).toMatchObject({ success: true, attempt: 1, pp: expect.any(Number) });
  }
  for (const { log } of [...apis, ...workers]) expect(log()).not.toContain(secret);
});

test('a worker has health and metrics endpoints', async () => {
  const [{ url }] = workers as [WorkerProcess];
  expect(await jsonOf(await get(`${url}/health`))).toMatchObject({ status: 'healthy' });
  expect(await (await get(`${url}/metrics`)).text()).toMatch(
    /^reprise_attempt_duration_seconds_count\{result="completed"\} [1-4]$/m,
  );
  expect((await get(`${url}/v1/jobs`)).status).toBe(404);
});

test('a worker that cannot report to the service is unhealthy and takes no jobs until it can', async () => {
  for (const worker of workers) await worker.end('SIGTERM');
  const [port, servicePort] = [await freePort(), await freePort()];
  const starting = startWorker({ PORT: String(port), SERVICE_URL: `http://127.0.0.1:${servicePort}` });
  await vi.waitFor(async () => {
    const health = await get(`http://127.0.0.1:${port}/health`);
    expect(health.status).toBe(503);
    expect((await jsonOf(health)).checks).toMatchObject({ reporting: { healthy: false }, storage: { healthy: true } });
  }, patiently);
  const id = await submit();
  const stillWaiting = async () => {
    expect(await job(id)).toMatchObject({ status: 'queued' });
    expect(await attemptsAt(id)).toBe(0);
  };
  await stillWaiting();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await stillWaiting();

  const found = await openCallbackPost([apis[0]!.url], servicePort);
  try {
    const { url, log } = await starting;
    expect(log()).toContain('SERVICE_URL did not respond');
    await completed(id);
    expect(await jsonOf(await get(`${url}/health`))).toMatchObject({
      status: 'healthy',
      checks: { reporting: { healthy: true } },
    });
  } finally {
    await found.stop();
    for (const worker of workers) await worker.end('SIGTERM');
  }
  await Promise.all([startWorker(), startWorker()]);
});

test('the command in the README is rendered by a worker, which has the map of the demo too', async () => {
  const [command] = /^curl .*demo\.osr.*$/m.exec(await readFile('README.md', 'utf8')) ?? [];
  if (command === undefined) throw new Error('README.md has no command that submits the demo.');
  const [{ url, dataDir }] = apis as [ServeProcess];
  // A short clip of it is enough.
  const settings = JSON.stringify({ resolution: '480p', clip_start: 10, clip_end: 10.5 });
  const here = command.replace('http://127.0.0.1:8727', url).replaceAll('data/', `${env.DATA_DIR ?? dataDir}/`);
  const { stdout } = await promisify(exec)(`${here} -s -F motion_blur=false -F 'settings=${settings}'`);
  await completed(JSON.parse(stdout).job_id);
});

test('another worker finishes the job of a killed worker', async () => {
  const id = await submit('1080p');
  await rendering(id);
  const victim = busyWorker();
  const [render] = rendersOf(victim.pid);
  await victim.kill();
  const killedAt = Date.now();
  await vi.waitFor(() => expect(isAlive(render ?? 0)).toBe(false), { timeout: 60_000 });
  await vi.waitFor(async () => expect(await attemptsAt(id)).toBe(2), patiently);
  expect(Date.now() - killedAt).toBeLessThan(30_000);
  await completed(id);
  expectEndedOnce(id);
  await expectWholeVideo(id);
});

test('a worker that stops finishes its render within DRAIN_SECONDS, and requeues it otherwise', async () => {
  for (const worker of workers) await worker.end('SIGTERM');
  const patient = await startWorker({ DRAIN_SECONDS: '200' });
  const finished = await submit('1080p');
  await rendering(finished);
  const stopping = patient.end('SIGTERM');
  const waiting = await submit('1080p');
  expect(await stopping).toBe(0);
  expect(await job(finished)).toMatchObject({ status: 'completed' });
  expect(await attemptsAt(finished)).toBe(1);
  expect(await job(waiting)).toMatchObject({ status: 'queued' });

  const hasty = await startWorker({ DRAIN_SECONDS: '0' });
  await rendering(waiting);
  expect(await hasty.end('SIGTERM')).toBe(0);
  expect(await job(waiting)).toMatchObject({ status: 'queued', progress: 0 });
  expect(await readdir(join(hasty.dataDir, 'tmp'))).toEqual([]);
  expect(await logOf(waiting)).toMatch(/Interrupted; the job returns to the queue\.\n$/);

  // A killed worker cannot requeue its job; the job becomes queued although no other worker runs.
  const last = await startWorker();
  await rendering(waiting);
  await last.kill();
  await vi.waitFor(async () => expect(await job(waiting)).toMatchObject({ status: 'queued', progress: 0 }), patiently);
  const again = await startWorkerProcess({ env, dataDir: last.dataDir });
  workers.push(again);
  await completed(waiting);
  expect(await attemptsAt(waiting)).toBe(3);
  expectEndedOnce(waiting);
  expect(await again.end('SIGTERM')).toBe(0);
  expect(await readdir(join(last.dataDir, 'tmp'))).toEqual([]);
});

test('two workers render one job, and the video is the same as from one', async () => {
  for (const worker of workers) await worker.end('SIGTERM');
  const alone = await startWorker({ SEGMENT_SECONDS: '0' });
  const whole = await submit();
  await completed(whole);
  await alone.end('SIGTERM');

  const pair = await Promise.all([startWorker({ SEGMENT_SECONDS: '2' }), startWorker({ SEGMENT_SECONDS: '2' })]);
  const split = await submit();
  await completed(split);
  expectEndedOnce(split);
  expect(await attemptsAt(split)).toBe(1);
  for (const { log } of pair) expect(log()).toContain('segment finished');
  expect(await logOf(split)).toMatch(/Split into [3-9] segments for several workers\./);
  const [one, other] = [await expectWholeVideo(whole), await expectWholeVideo(split)];
  expect(other.times).toEqual(one.times);
  expect(other.samples.length).toBe(one.samples.length);
  expect(other.samples.findIndex((sample, i) => sample !== one.samples[i])).toBe(-1);
  // The map has no background, so the dim that makes the jobs differ is invisible.
  for (const frame of comparedFrames)
    expect(differenceOf(one.pictures.get(frame)!, other.pictures.get(frame)!)).toBeLessThan(1);
  await vi.waitFor(async () => {
    expect(await database.db.selectFrom('segments').select('number').execute()).toEqual([]);
  }, patiently);
});

/** The mean absolute difference of two frames. */
function differenceOf(one: Buffer, other: Buffer): number {
  expect(other.length).toBe(one.length);
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs(one[i]! - other[i]!);
  return sum / one.length;
}
