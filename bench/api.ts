import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { defaultSettings } from '../src/contract/settings/index.ts';
import { writeReplay } from '../src/game/replay/index.ts';
import { joinEmbeddedPostgres } from '../src/service/database/index.ts';
import { makeZip } from '../test/support/files/zip.ts';
import { runReprise, type ServeProcess, startServeProcess } from '../test/support/processes/serve-process.ts';
import { buildReplay, windingFrames } from '../test/support/replays/build-replay.ts';
import { drive } from './api/load.ts';
import { insertManyJobs, searches } from './api/many-jobs.ts';
import { peakAboveIdleMb } from './api/memory.ts';
import { median } from './median.ts';
import { round } from './round.ts';

const env = { MAX_QUEUED: '1000000', RENDER_WORKERS: '0', LOG_LEVEL: 'info' };
const mb = 1024 * 1024;
const shortReplay = writeReplay(buildReplay({ frames: windingFrames(600) }));

/** The service's numbers, one JSON object a line; what is compared was measured in the same run. */
export async function run(): Promise<void> {
  const [, , , only] = process.argv;
  for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure();
}

/** `npm run bench -- api lists` measures one part alone. */
const parts = {
  start: () => withService(measureStart),
  reads: () => withService(measureReads),
  flood: () => withService(measureFlood),
  submissions: () => withService(measureSubmissions),
  memory: () => withService(measureMemory),
  lists: () => withService((few) => withService((many) => measureLists(few, many))),
};

async function measureStart(service: ServeProcess): Promise<void> {
  await service.end();
  const began = performance.now();
  const again = await startServeProcess({ dataDir: service.dataDir, env });
  await fetch(`${again.url}/health`);
  print({ number: 'second start to healthy', ms: round(performance.now() - began), wanted: 'at most 3000' });
  await again.end();
}

async function measureReads(service: ServeProcess): Promise<void> {
  const db = await connectTo(service);
  await insertJobs(db, 1_000);
  const { rows } = await db.query('select id from jobs limit 1');
  const url = (await joinEmbeddedPostgres(service))!.url;
  const bare = spawn(process.execPath, [fileURLToPath(new URL('./api/bare-server.js', import.meta.url)), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(bare.stdout!.setEncoding('utf8'), 'data');
  const urls = { bare: String(line).trim(), service: service.url };
  try {
    await compareReads(urls, { path: `/v1/jobs/${rows[0].id}`, name: 'GET /v1/jobs/{id}', wanted: 'at least 0.85' });
    await measureKey(service, `/v1/jobs/${rows[0].id}`);
    await measureUnchanged(service, `/v1/jobs/${rows[0].id}`);
    await measureUnchanged(service, '/v1/jobs?limit=100');
    const page = { path: '/v1/jobs?limit=100', wanted: 'at least 4' };
    await compareReads(urls, { ...page, name: 'GET /v1/jobs?limit=100, unchanged' });
    const changes = changeJobs(db);
    await compareReads(urls, { ...page, name: 'GET /v1/jobs?limit=100, a job changes all the time' });
    await changes.stop();
  } finally {
    bare.kill('SIGTERM');
    await db.end();
  }
}

/** Reports progress of one of the newest jobs after another, some hundred times a second. */
function changeJobs(db: pg.Client): { stop(): Promise<void> } {
  let isStopped = false;
  async function change(): Promise<void> {
    const { rows } = await db.query('select id from jobs order by created_at desc limit 100');
    for (let i = 0; !isStopped; i++) {
      await db.query('update jobs set progress = $2, updated_at = clock_timestamp() where id = $1', [
        rows[i % rows.length].id,
        i % 100,
      ]);
      await sleep(2);
    }
  }
  const changing = change();
  return {
    stop() {
      isStopped = true;
      return changing;
    },
  };
}

/** How many requests the service answers, compared with the bare server. */
async function compareReads(
  urls: Record<'bare' | 'service', string>,
  { path, name, wanted }: { path: string; name: string; wanted: string },
): Promise<void> {
  const request = get(path);
  const rates = { bare: [] as number[], service: [] as number[] };
  // One after the other, several times, so that a busy moment of the machine does not decide; the first, longer time
  // is for the compiler.
  for (let round = 0; round < 4; round++) {
    for (const server of ['bare', 'service'] as const) {
      const { requestsPerSecond, statuses } = await drive({
        url: urls[server],
        connections: 16,
        seconds: round === 0 ? 6 : 3,
        next: () => request,
      });
      if (Object.keys(statuses).join() !== '200') throw new Error(`${server} answered ${JSON.stringify(statuses)}`);
      if (round > 0) rates[server].push(requestsPerSecond);
    }
  }
  const [bareRate, serviceRate] = [median(rates.bare), median(rates.service)];
  print({
    number: name,
    bareRequestsPerSecond: round(bareRate),
    requestsPerSecond: round(serviceRate),
    ratio: round(serviceRate / bareRate, 2),
    wanted,
  });
}

/** How much longer a request takes if it has a key. */
async function measureKey({ url, dataDir }: ServeProcess, path: string): Promise<void> {
  const { stdout } = await runReprise(['keys', 'create', 'bench', '--json'], { env: { DATA_DIR: dataDir } });
  const keyed = get(path, `Authorization: Bearer ${JSON.parse(stdout).key}`);
  const [anonymousRate, keyedRate] = await alternate(url, [
    { request: get(path), status: 200 },
    { request: keyed, status: 200 },
  ]);
  print({
    number: 'GET /v1/jobs/{id} with a key',
    anonymousRequestsPerSecond: round(anonymousRate),
    requestsPerSecond: round(keyedRate),
    costRatio: round(anonymousRate / keyedRate, 2),
    wanted: 'at most 1.1',
  });
}

/** How many more requests are answered if nothing has changed since the client's last one. */
async function measureUnchanged({ url }: ServeProcess, path: string): Promise<void> {
  const { headers } = await fetch(url + path);
  const [fullRate, unchangedRate] = await alternate(url, [
    { request: get(path), status: 200 },
    { request: get(path, `If-None-Match: ${headers.get('etag')}`), status: 304 },
  ]);
  print({
    number: `304 for ${path.replace(/[^/]{36}$/, '{id}')}`,
    fullRequestsPerSecond: round(fullRate),
    requestsPerSecond: round(unchangedRate),
    ratio: round(unchangedRate / fullRate, 2),
    wanted: 'at least 1.5',
  });
}

/** The rates of two requests, sent in turns so that a busy moment of the machine does not decide. */
async function alternate(
  url: string,
  requests: readonly [MeasuredRequest, MeasuredRequest],
): Promise<[first: number, second: number]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < 6; round++) {
    for (const [i, { request, status }] of requests.entries()) {
      const load = { url, connections: 16, seconds: round === 0 ? 6 : 3, next: () => request };
      const { requestsPerSecond, statuses } = await drive(load);
      if (Object.keys(statuses).join() !== String(status)) throw new Error(`Got ${JSON.stringify(statuses)}.`);
      // The first, longer time is for the compiler.
      if (round > 0) rates[i]!.push(requestsPerSecond);
    }
  }
  return [median(rates[0]), median(rates[1])];
}

interface MeasuredRequest {
  readonly request: Uint8Array;
  /** What it is answered with. */
  readonly status: number;
}

const flood = { connections: 50, requests: 40, rounds: 5 };

/** How long others wait while clients request pages as fast as they can and never read the responses. */
async function measureFlood(service: ServeProcess): Promise<void> {
  const db = await connectTo(service);
  await insertJobs(db, 1_000);
  await db.end();
  let client = 0;
  const submit = () => {
    const options = { name: 'a.osr', body: [shortReplay], client: client++ };
    return timed(async () => expectStatus(202, await upload(`${service.url}/v1/render`, 'replay', options)));
  };
  // Health checks one after another until the submissions are answered, and at least twenty.
  async function measureOthers() {
    const health: number[] = [];
    let isSubmitting = true;
    const submissions = Promise.all([submit(), submit()]).finally(() => {
      isSubmitting = false;
    });
    while (isSubmitting || health.length < 20) health.push(await timed(() => fetch(`${service.url}/health`)));
    return { health, submissions: await submissions };
  }
  await measureOthers();
  const idle = { health: [] as number[], submissions: [] as number[] };
  const flooded = { health: [] as number[], submissions: [] as number[] };
  for (let i = 0; i < flood.rounds; i++) {
    add(idle, await measureOthers());
    const sockets = await startFlood(service.url);
    add(flooded, await measureOthers());
    for (const socket of sockets) socket.destroy();
  }
  const p99 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;
  print({
    number: `while ${flood.connections} connections pipeline ${flood.requests} pages each and never read`,
    healthP99Ms: round(p99(flooded.health)),
    idleHealthP99Ms: round(p99(idle.health)),
    healthRatio: round(p99(flooded.health) / p99(idle.health), 2),
    submissionMs: round(median(flooded.submissions)),
    idleSubmissionMs: round(median(idle.submissions)),
    submissionRatio: round(median(flooded.submissions) / median(idle.submissions), 2),
    wanted: 'both ratios at most 10',
  });

  function add(to: typeof idle, { health, submissions }: typeof idle): void {
    to.health.push(...health);
    to.submissions.push(...submissions);
  }
}

async function startFlood(url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const pages = Buffer.concat(Array.from({ length: flood.requests }, () => get('/v1/jobs?limit=100')));
  const sockets = Array.from({ length: flood.connections }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.pause();
    socket.write(pages);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function measureSubmissions(service: ServeProcess): Promise<void> {
  let client = 0;
  const load = await drive({
    url: service.url,
    connections: 16,
    seconds: 8,
    next: () => submission(shortReplay, client++),
  });
  const { 202: accepted = 0, ...others } = load.statuses;
  print({
    number: 'accepted submissions, distinct clients',
    perSecond: round(load.requestsPerSecond),
    p50Ms: round(load.p50Ms),
    p99Ms: round(load.p99Ms),
    accepted,
    ...(Object.keys(others).length > 0 && { others }),
  });
}

async function measureMemory(service: ServeProcess): Promise<void> {
  const skin = join(service.dataDir, 'large.osk');
  await writeFile(skin, largeSkin());
  // The first of each kind loads code and starts children, which this does not measure.
  await upload(`${service.url}/v1/render`, 'replay', { name: 'a.osr', body: [shortReplay], client: 1 });
  const smallSkin = makeZip([{ name: 'skin.ini', data: '[General]' }]);
  await upload(`${service.url}/v1/skins/upload`, 'skin', { name: 'Small.osk', body: [smallSkin], client: 1 });

  const bySkin = await peakAboveIdleMb(service.pid, async () => {
    const body = createReadStream(skin, { highWaterMark: 256 * 1024 });
    const options = { name: 'Large.osk', body, bytes: (await stat(skin)).size, client: 2 };
    expectStatus(200, await upload(`${service.url}/v1/skins/upload`, 'skin', options));
  });
  print({
    number: '200 MB skin upload',
    idleMb: round(bySkin.idle),
    mbAboveIdle: round(bySkin.above),
    wanted: 'at most 64',
  });

  const replay = Buffer.concat([shortReplay, randomBytes(5 * mb - shortReplay.length)]);
  const byReplays = await peakAboveIdleMb(service.pid, async () => {
    const uploads = Array.from({ length: 100 }, (_, i) =>
      upload(`${service.url}/v1/render`, 'replay', {
        name: 'a.osr',
        body: slices(replay),
        bytes: replay.length,
        client: 10 + i,
      }),
    );
    for (const status of await Promise.all(uploads)) expectStatus(202, status);
  });
  print({
    number: '100 parallel 5 MB replay uploads',
    idleMb: round(byReplays.idle),
    mbAboveIdle: round(byReplays.above),
    wanted: 'at most 200',
  });
}

/** Sends requests to two services in turn, so that a busy moment of the machine affects both alike. */
async function measureLists(few: ServeProcess, many: ServeProcess): Promise<void> {
  for (const [service, count] of [
    [few, 1_000],
    [many, 1_000_000],
  ] as const) {
    const db = await connectTo(service);
    await insertManyJobs(db, count);
    await db.end();
  }
  await measureSearches(many);
  const ofFew: number[] = [];
  const ofMany: number[] = [];
  const far: number[] = [];
  const farByCursor: number[] = [];
  const page = await fetch(`${many.url}/v1/jobs?created_after=2000-01-01&offset=500000`);
  const { next_cursor: cursor } = (await page.json()) as { next_cursor: string };
  for (let turn = 0; turn < 40; turn++) {
    ofFew.push(await timeOf(few, '/v1/jobs', 10));
    ofMany.push(await timeOf(many, '/v1/jobs', 10));
    far.push(await timeOf(many, '/v1/jobs?offset=500000', 1));
    farByCursor.push(await timeOf(many, `/v1/jobs?cursor=${cursor}`, 1));
  }
  const small = median(ofFew);
  print({
    number: 'first page and total of GET /v1/jobs',
    msWith1000: round(small, 2),
    msWith1000000: round(median(ofMany), 2),
    ratio: round(median(ofMany) / small, 2),
    wanted: 'at most 2',
  });
  print({
    number: 'page at offset 500,000',
    ms: round(median(far), 2),
    ratio: round(median(far) / small, 2),
    wanted: 'at most 100',
  });
  print({
    number: 'page by cursor after 500,000 jobs',
    ms: round(median(farByCursor), 2),
    ratio: round(median(farByCursor) / small, 2),
    wanted: 'at most 2',
  });
}

async function measureSearches(many: ServeProcess): Promise<void> {
  const times: [string, number][] = [];
  for (const [name, query] of Object.entries(searches)) times.push([name, await timeOf(many, `/v1/jobs?${query}`, 10)]);
  print({
    number: 'first page and total of GET /v1/jobs?q=, 1,000,000 jobs',
    ms: Object.fromEntries(times.map(([name, ms]) => [name, round(ms)])),
    worstMs: round(Math.max(...times.map(([, ms]) => ms))),
    wanted: 'at most 100',
  });
}

async function withService(use: (service: ServeProcess) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  const service = await startServeProcess({ dataDir, env });
  try {
    await use(service);
  } finally {
    await service.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function connectTo({ dataDir }: ServeProcess): Promise<pg.Client> {
  const server = await joinEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: server!.url });
  await client.connect();
  return client;
}

/** Finished jobs, a second apart; then what autovacuum would do in its time. */
async function insertJobs(db: pg.Client, count: number): Promise<void> {
  await db.query(
    `insert into jobs (id, status, client, options, beatmap_md5, player, n300, n100, n50, misses, max_combo, created_at)
     select gen_random_uuid(), case when n % 10 = 0 then 'failed' else 'completed' end, '192.0.2.1',
       $2::jsonb, md5(n::text), case when n % 9 = 0 then 'regular' else 'player' end || n, 300, 10, 5, 1, 250, now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    [count, JSON.stringify(defaultSettings)],
  );
  await db.query('vacuum analyze jobs');
}

async function timeOf({ url }: ServeProcess, path: string, times: number): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    expectStatus(200, answer.status);
    taken.push(performance.now() - began);
  }
  return median(taken);
}

/** The header is a whole line. */
function get(path: string, header?: string): Uint8Array {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: bench', ...(header === undefined ? [] : [header])];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

const boundary = 'reprise-bench';

function submission(replay: Uint8Array, client: number): Uint8Array {
  const body = Buffer.concat([formHead('replay', 'demo.osr'), replay, formTail]);
  const head =
    `POST /v1/render HTTP/1.1\r\nHost: bench\r\nEdge-Connecting-IP: ${addressOf(client)}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

interface Upload {
  readonly name: string;
  readonly body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly bytes?: number;
  readonly client: number;
}

/** Streamed, and answered with the status alone. */
async function upload(url: string, field: string, { name, body, bytes, client }: Upload): Promise<number> {
  const head = formHead(field, name);
  const sending = request(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'edge-connecting-ip': addressOf(client),
      ...(bytes !== undefined && { 'content-length': head.length + bytes + formTail.length }),
    },
  });
  const answered = once(sending, 'response');
  await pipeline(Readable.from(parts()), sending);
  const [answer] = await answered;
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;

  async function* parts() {
    yield head;
    yield* body;
    yield formTail;
  }
}

function formHead(field: string, fileName: string): Buffer {
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
}

const formTail = Buffer.from(`\r\n--${boundary}--\r\n`);

function addressOf(client: number): string {
  return `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
}

/** As large as is allowed, and not to be compressed. */
function largeSkin(): Uint8Array {
  const entries = Array.from({ length: 20 }, (_, i) => ({
    name: `element-${i}.png`,
    data: randomBytes(10 * mb - 1024),
    method: 'store' as const,
  }));
  return makeZip(entries);
}

function* slices(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}

function expectStatus(wanted: number, status: number): void {
  if (status !== wanted) throw new Error(`Expected ${wanted}, got ${status}.`);
}

function print(line: object): void {
  console.log(JSON.stringify({ bench: 'api', ...line }));
}
