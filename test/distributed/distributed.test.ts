import { exec } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { isAlive } from '../../src/children/index.ts';
import { readConfig } from '../../src/config.ts';
import { md5Hex } from '../../src/game/md5.ts';
import { createLog } from '../../src/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/service/database/index.ts';
import { createStorage } from '../../src/service/storage/index.ts';
import { createDatabaseReader, recordEndings } from '../chaos/database-reader.ts';
import { expectEndings, settled } from '../chaos/expect-nothing-lost.ts';
import { type FaultProxy, startFaultProxy } from '../chaos/fault-proxy.ts';
import { seededRandom } from '../chaos/random.ts';
import { isLong } from '../chaos/run-length.ts';
import { mapBytes } from '../support/beatmaps/map-text.ts';
import { startChromium } from '../support/browser/chromium.ts';
import { withPage } from '../support/browser/page.ts';
import { until } from '../support/browser/page-actions.ts';
import { memoryFolder } from '../support/database/memory-folder.ts';
import { makeZip } from '../support/files/zip.ts';
import { freePort } from '../support/http/free-port.ts';
import { get, jsonOf, post, replayForm } from '../support/http/requests.ts';
import {
  type ServeProcess,
  startServeProcess,
  startWorkerProcess,
  type WorkerProcess,
} from '../support/processes/serve-process.ts';
import { buildRequest } from '../support/rendering/test-render.ts';
import { taps } from '../support/replays/build-play.ts';
import { rendersOf } from '../support/service/rendering-service.ts';
import { openReportProxy, type ReportProxy } from '../support/service/report-proxy.ts';
import { bucketEnvironment, createBucket } from '../support/storage/bucket.ts';
import { type ReadVideo, readVideo } from '../support/video/read-video.ts';

// Two API and up to two worker processes with one PostgreSQL and one bucket, as on six machines. Without Swift, the bucket
// is a folder that they share. The tests build on each other: a worker of one test works in the next.

/** Long enough for a render on a busy machine, which takes minutes. */
const longWait = { timeout: 600_000, interval: 300 };
/** The frames that are compared. */
const comparedFrames = [0, 50, 59, 60, 61, 100, 120, 150];
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

/** Videos of different lengths; those of more than two seconds are split among free workers. */
const videos = {
  short: { fps: 30, clip_start: 1, clip_end: 1.5 },
  whole: { fps: 30 },
  /** Its render takes long enough to be interrupted. */
  slow: { speed: 0.5, fps: 30 },
};

let postgresFolder: string;
let postgres: EmbeddedPostgres;
const startPostgres = () => startEmbeddedPostgres({ dataDir: postgresFolder, log: createLog('silent') });
const database = createDatabaseReader(async () => postgres.url);
let folder: string;
let env: Record<string, string>;
/** In front of the bucket; null without Swift. */
let bucketProxy: FaultProxy | null = null;
let reportPort: number;
let reportProxy: ReportProxy | undefined;
const apis: ServeProcess[] = [];
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-distributed-'));
  postgresFolder = await memoryFolder('reprise-distributed-');
  postgres = await startPostgres();
  const bucket = await createBucket();
  bucketProxy = bucket && (await startFaultProxy(bucket.endpoint!));
  reportPort = await freePort();
  env = {
    DATABASE_URL: postgres.url,
    ...(bucket === null
      ? { DATA_DIR: join(folder, 'shared') }
      : bucketEnvironment({ ...bucket, endpoint: bucketProxy!.url })),
    SERVICE_URL: `http://127.0.0.1:${reportPort}`,
    WEBHOOK_SECRET: secret,
    RENDER_PRESET: 'ultrafast',
    RENDER_PROCESSES: '1',
    SEGMENT_SECONDS: '2',
    DRAIN_SECONDS: '200',
    BEATMAP_MIRRORS: '',
    DEBUG: 'true',
  };
  await storeMap();
  apis.push(await startServeProcess({ env }), await startServeProcess({ env }));
  await recordEndings(database);
});

afterAll(async () => {
  for (const worker of workers) await worker.end('SIGKILL');
  for (const api of apis) await api.remove();
  for (const worker of workers) await worker.remove();
  await reportProxy?.stop();
  await bucketProxy?.stop();
  await database.close();
  await postgres?.stop();
  for (const each of [folder, postgresFolder]) await rm(each, { recursive: true, force: true });
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

const accepted: string[] = [];

/** Submits to the APIs in turn. No two jobs are identical, because the second would reuse the video of the first. */
async function submit(video: keyof typeof videos): Promise<string> {
  const { url } = apis[accepted.length % apis.length]!;
  const settings = JSON.stringify({ resolution: '480p', ...videos[video] });
  const fields = { bg_dim: String(0.5 + accepted.length / 100), motion_blur: 'false', settings };
  const response = await post(`${url}/v1/render`, replayForm({ file: replay, fields }));
  expect(response.status).toBe(202);
  const { job_id: id } = await jsonOf(response);
  accepted.push(id);
  return id;
}

/** Reads the job from the API that it was not submitted to. */
const job = async (id: string) =>
  jsonOf(await get(`${apis[(accepted.indexOf(id) + 1) % apis.length]!.url}/v1/jobs/${id}`));
const logOf = async (id: string) => (await get(`${apis[0]!.url}/v1/artifacts/logs/${id}.log`)).text();
const completed = (id: string) =>
  vi.waitFor(async () => expect(await job(id)).toMatchObject({ status: 'completed', error_code: null }), longWait);

async function attemptsAt(id: string): Promise<number> {
  const [row] = await database.query<{ attempts: number }>('select attempts from jobs where id = $1', [id]);
  return row!.attempts;
}

async function expectVideo(id: string): Promise<ReadVideo> {
  const link = await get(`${apis[1]!.url}/v1/artifacts/videos/${id}.mp4`);
  expect(link.status).toBe(302);
  const video = await get(new URL(link.headers.get('location')!, apis[1]!.url).href);
  const file = join(folder, `${id}.mp4`);
  await writeFile(file, Buffer.from(await video.arrayBuffer()));
  const read = readVideo(file, comparedFrames);
  const { width, height, times: frames, framesPerSecond, durationSeconds } = read;
  expect({ width, height }).toEqual({ width: 854, height: 480 });
  expect(durationSeconds).toBeCloseTo(frames.length / framesPerSecond, 1);
  expect((await get(`${apis[1]!.url}/v1/artifacts/thumbnails/${id}.jpg`)).status).toBe(302);
  return read;
}

const deliveriesOf = (...ids: string[]) => reportProxy!.deliveries.filter(({ jobId }) => ids.includes(jobId));

/** Exactly one report has ended the job. The proxy records a report a moment after the job has ended. */
async function expectEndedOnce(id: string): Promise<void> {
  await vi.waitFor(() => {
    const answers = deliveriesOf(id).map(({ answer }) => JSON.parse(answer));
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1);
  }, longWait);
}

let wholeId: string;
/** Where the first worker has its metrics. */
let metricsUrl: string;

test('a worker that cannot report to the service is unhealthy and takes no jobs until it can', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const starting = startWorker({ PORT: String(port), METRICS_PORT: String(metricsPort) });
  try {
    await vi.waitFor(async () => {
      const health = await get(`http://127.0.0.1:${port}/health`);
      expect(health.status).toBe(503);
      expect((await jsonOf(health)).checks).toMatchObject({
        reporting: { healthy: false },
        storage: { healthy: true },
      });
    }, longWait);
    wholeId = await submit('whole');
    const stillWaiting = async () => {
      expect(await job(wholeId)).toMatchObject({ status: 'queued' });
      expect(await attemptsAt(wholeId)).toBe(0);
    };
    await stillWaiting();
    await sleep(3_000);
    await stillWaiting();
  } finally {
    reportProxy = await openReportProxy(
      apis.map(({ url }) => url),
      reportPort,
    );
    await starting;
  }
  const { url, log, pid } = await starting;
  expect(log()).toContain('SERVICE_URL did not respond');
  if (process.platform === 'linux') {
    const environment = (await readFile(`/proc/${pid}/environ`, 'latin1')).replaceAll('\0', '\n');
    for (const name of ['DATABASE_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'WEBHOOK_SECRET']) {
      if (env[name] !== undefined) expect(environment).toMatch(new RegExp(`^${name}=\n`, 'm'));
    }
  }
  expect((await get(`${url}/metrics`)).status).toBe(404);
  expect((await get(metricsUrl)).status).toBe(200);
  await completed(wholeId);
  expect(await jsonOf(await get(`${url}/health`))).toMatchObject({
    status: 'healthy',
    checks: { reporting: { healthy: true } },
  });
});

test('two workers render one job, and the video is the same as from one', async () => {
  await startWorker();
  const split = await submit('whole');
  await completed(split);
  await expectEndedOnce(split);
  expect(await attemptsAt(split)).toBe(1);
  // Logs are written in batches.
  for (const { log } of workers) await vi.waitFor(() => expect(log()).toContain('segment finished'), longWait);
  expect(await logOf(split)).toMatch(/Split into [3-9] segments, which any worker can render\./);
  expect(await logOf(wholeId)).not.toContain('Split');
  const [one, other] = [await expectVideo(wholeId), await expectVideo(split)];
  expect(one.times.length).toBeGreaterThan(150);
  expect(other.times).toEqual(one.times);
  expect(other.samples.length).toBe(one.samples.length);
  expect(other.samples.findIndex((sample, i) => sample !== one.samples[i])).toBe(-1);
  // The map has no background, so the dim that makes the jobs differ is invisible.
  for (const frame of comparedFrames)
    expect(differenceOf(one.pictures.get(frame)!, other.pictures.get(frame)!)).toBeLessThan(1);
  await vi.waitFor(async () => expect(await database.query('select from segments')).toEqual([]), longWait);
});

test('the page shows videos, thumbnails and logs from a bucket on another origin, and downloads videos', async () => {
  const browser = bucketProxy && (await startChromium());
  if (browser === null) return;
  const [{ url }] = apis as [ServeProcess];
  const prefix = `requested ${env.S3_ENDPOINT}/${env.S3_BUCKET}/`;
  try {
    await withPage({ chromium: { browser, idlePages: new Map() }, url }, async (page, problems) => {
      await page.goto(`${url}/view/${wholeId}`);
      await page.locator('video').waitFor();
      await until(page, "document.querySelector('video').duration > 3");
      await page.getByText(/^Unstable rate \d/).waitFor();
      await page.getByText('Log', { exact: true }).click();
      await page.getByText('Completed.').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download video' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('Somebody.mp4');
      await page.goto(`${url}/renders`);
      await until(page, "document.querySelector('.job-card img').naturalWidth > 0");
      // Only videos and thumbnails come from the bucket.
      const fromBucket = problems.filter((problem) => problem.startsWith(prefix));
      expect(fromBucket.length).toBeGreaterThan(1);
      expect(fromBucket.filter((problem) => !/\/(videos|thumbnails)\//.test(problem))).toEqual([]);
      expect(problems.filter((problem) => !fromBucket.includes(problem))).toEqual([]);
    });
  } finally {
    await browser.close();
  }
});

test('two workers render the jobs of two APIs, each once, and report them with signed callbacks', async () => {
  reportProxy!.loseNextAnswer();
  const ids = [await submit('short'), await submit('short'), await submit('short'), await submit('short')];
  for (const id of ids) await completed(id);
  for (const id of ids) {
    await expectEndedOnce(id);
    await expectVideo(id);
    expect(await attemptsAt(id)).toBe(1);
    expect(await logOf(id)).toMatch(/ Completed\.\n$/);
  }

  // The report whose answer was lost is sent again with a new nonce.
  await vi.waitFor(() => expect(ids.map((id) => deliveriesOf(id).length).toSorted()).toEqual([1, 1, 1, 2]), longWait);
  const deliveries = deliveriesOf(...ids);
  expect(new Set(deliveries.map(({ report }) => report.nonce)).size).toBe(5);
  for (const { bytes, signature, report, status } of deliveries) {
    expect(status).toBe(200);
    expect(signature).toBe(createHmac('sha256', secret).update(bytes).digest('hex'));
    expect(report).toMatchObject({ success: true, attempt: 1, pp: expect.any(Number) });
  }
  for (const { log } of [...apis, ...workers]) expect(log()).not.toContain(secret);
});

test('a worker has health and metrics endpoints', async () => {
  const [{ url }] = workers as [WorkerProcess];
  expect(await jsonOf(await get(`${url}/health`))).toMatchObject({ status: 'healthy' });
  expect(await (await get(metricsUrl)).text()).toMatch(
    /^reprise_attempt_duration_seconds_count\{result="completed"\} [1-6]$/m,
  );
  expect((await get(`${url}/v1/jobs`)).status).toBe(404);
});

test('the command in the README is rendered by a worker, which has the map of the demo too', async () => {
  const [command] = /^curl .*demo\.osr.*$/m.exec(await readFile('README.md', 'utf8')) ?? [];
  if (command === undefined) throw new Error('README.md has no command that submits the demo.');
  const [{ url, dataDir }] = apis as [ServeProcess];
  // A short clip of it is enough.
  const settings = JSON.stringify({ resolution: '480p', clip_start: 10, clip_end: 10.5 });
  const here = command.replace('http://127.0.0.1:8727', url).replaceAll('data/', `${env.DATA_DIR ?? dataDir}/`);
  const { stdout } = await promisify(exec)(`${here} -s -F motion_blur=false -F 'settings=${settings}'`);
  accepted.push(JSON.parse(stdout).job_id);
  await completed(accepted.at(-1)!);
});

/** In a long run, longer than the timeout of a storage call, which is 30 seconds. */
const hangMs = isLong ? 100_000 : 5_000;

test('while the storage fails or hangs, jobs wait', async () => {
  // The global set-up has already warned that Swift is missing.
  if (bucketProxy === null) return expect(inject('swift')).toBeNull();
  const ids = [await submit('short'), await submit('short')];
  bucketProxy.decide('refused');
  const refused = await post(`${apis[0]!.url}/v1/render`, replayForm({ file: replay }));
  expect(refused.status).toBe(500);
  await sleep(5_000);
  bucketProxy.decide('unanswered');
  await sleep(hangMs);
  bucketProxy.decide('through');
  bucketProxy.dropUnanswered();
  ids.push(await submit('short'));
  for (const id of ids) {
    await completed(id);
    await expectVideo(id);
  }
});

const restarts = isLong ? 10 : 2;

test(`no job is lost when PostgreSQL restarts ${restarts} times`, async () => {
  const random = seededRandom();
  const ids: string[] = [];
  for (let restart = 0; restart < restarts; restart++) {
    ids.push(await vi.waitFor(() => submit('short'), longWait));
    await sleep(random.between(0, isLong ? 10_000 : 3_000));
    await postgres.stop();
    await sleep(random.between(0, isLong ? 10_000 : 3_000));
    postgres = await startPostgres();
  }
  for (const id of ids) {
    await completed(id);
    await expectVideo(id);
  }
});

/** A job whose render is paused in the middle. */
interface PausedJob {
  readonly id: string;
  /** Continues the render, if it still runs. Returns its process id. */
  resume(): number;
}

/** Pauses the render of the job, or of the next one if its render ends too early. */
async function pausedJob(worker: WorkerProcess, id?: string): Promise<PausedJob> {
  const submitted = id ?? (await submit('slow'));
  const isRendering = async () => {
    const [row] = await database.query<{ progress: number; status: string }>(
      'select progress, status from jobs where id = $1',
      [submitted],
    );
    return row!.status === 'completed' ? null : row!.progress > 0;
  };
  const found = await vi.waitFor(
    async () => {
      expect(await isRendering()).not.toBe(false);
      return rendersOf(worker.pid)[0] ?? null;
    },
    { timeout: longWait.timeout, interval: 50 },
  );
  if (found !== null) {
    const signal = (name: NodeJS.Signals) => isAlive(found) && process.kill(found, name);
    signal('SIGSTOP');
    if ((await isRendering()) && isAlive(found)) {
      return {
        id: submitted,
        resume() {
          signal('SIGCONT');
          return found;
        },
      };
    }
    signal('SIGCONT');
  }
  await completed(submitted);
  return pausedJob(worker);
}

test('a worker that stops finishes its render within DRAIN_SECONDS, and requeues it otherwise', async () => {
  const [patient, ...others] = workers as [WorkerProcess, ...WorkerProcess[]];
  for (const worker of others) expect(await worker.end('SIGTERM')).toBe(0);
  const finished = await pausedJob(patient);
  const stopping = patient.end('SIGTERM');
  const waiting = await submit('slow');
  finished.resume();
  expect(await stopping).toBe(0);
  expect(await job(finished.id)).toMatchObject({ status: 'completed' });
  expect(await attemptsAt(finished.id)).toBe(1);
  expect(await job(waiting)).toMatchObject({ status: 'queued' });

  const hasty = await startWorker({ DRAIN_SECONDS: '0' });
  const { id } = await pausedJob(hasty, waiting);
  expect(await hasty.end('SIGTERM')).toBe(0);
  expect(await job(id)).toMatchObject({ status: 'queued', progress: 0 });
  expect(await readdir(join(hasty.dataDir, 'tmp'))).toEqual([]);
  expect(await logOf(id)).toMatch(/Interrupted; the job returns to the queue\.\n$/);
  interruptedId = id;
});

let interruptedId: string;

test('the job of a killed worker becomes queued although no other worker runs, and the next one finishes it', async () => {
  const last = await startWorker();
  const { id, resume } = await pausedJob(last, interruptedId);
  const attempts = await attemptsAt(id);
  await last.kill();
  const render = resume();
  await vi.waitFor(() => expect(isAlive(render)).toBe(false), longWait);
  await vi.waitFor(async () => expect(await job(id)).toMatchObject({ status: 'queued', progress: 0 }), longWait);
  const again = await startWorkerProcess({ env, dataDir: last.dataDir });
  workers.push(again);
  await completed(id);
  expect(await attemptsAt(id)).toBe(attempts + 1);
  await expectEndedOnce(id);
  await expectVideo(id);
  expect(await again.end('SIGTERM')).toBe(0);
  expect(await readdir(join(last.dataDir, 'tmp'))).toEqual([]);
});

test('after all tests, every job has ended once', async () => {
  await settled(database);
  await expectEndings({ accepted, database });
});

/** The mean absolute difference of two frames. */
function differenceOf(one: Buffer, other: Buffer): number {
  expect(other.length).toBe(one.length);
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs(one[i]! - other[i]!);
  return sum / one.length;
}
