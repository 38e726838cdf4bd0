import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Updateable } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { jobListQuery, legacyJobOf } from '../../../src/contract/index.ts';
import { Failure } from '../../../src/failure.ts';
import { createLog } from '../../../src/log.ts';
import type { JobsTable } from '../../../src/service/database/index.ts';
import { jobJson } from '../../../src/service/http/resources/job-json.ts';
import type { Storage } from '../../../src/service/storage/index.ts';
import { createCompletionReporter } from '../../../src/service/worker/index.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { expectError, get, jsonOf, newClient, openRaw, post, replayForm } from '../../support/http/requests.ts';
import {
  type InProcessService,
  type InProcessServiceOptions,
  startInProcessService,
} from '../../support/service/service.ts';

let service: InProcessService | undefined;
async function start(options: InProcessServiceOptions = {}): Promise<InProcessService> {
  service = await startInProcessService(options);
  return service;
}
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

function breaking(storage: Storage, broken: Partial<Storage>): Storage {
  return Object.assign(Object.create(storage), broken);
}

test('if a replay cannot be stored, the response is 500, the job fails and its event is deleted', async () => {
  const wrapStorage = (storage: Storage) =>
    breaking(storage, {
      async putFile() {
        throw new Error('the disk of secret-host is on fire');
      },
    });
  const { url, database, jobs, tempFiles: filesInTransit } = await start({ wrapStorage });
  const client = newClient();
  const response = await post(`${url}/v1/render`, replayForm(), { client });
  const body = await expectError(response, 500, 'upload/failed');
  expect(JSON.stringify(body)).not.toContain('secret-host');
  expect(response.headers.get('x-ratelimit-remaining')).toBe('4');
  const [job] = (await jobs.list({ limit: 10, offset: 0 })).jobs;
  expect(job).toMatchObject({ status: 'failed', error: { code: 'upload/failed' }, hasAnalytics: false });
  await expectError(await get(`${url}/v1/jobs/${job?.id}/analytics`), 404);
  expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  expect(await filesInTransit()).toEqual([]);
});

test('files of a submission that could be stored only in part are removed', async () => {
  const wrapStorage = (storage: Storage) =>
    breaking(storage, {
      putFile(key, path, options) {
        return key.startsWith('analytics/') ? Promise.reject(new Error('full')) : storage.putFile(key, path, options);
      },
    });
  const { url, storage } = await start({ wrapStorage });
  await expectError(await post(`${url}/v1/render`, replayForm()), 500, 'upload/failed');
  for await (const { key } of storage.list('replays/')) expect.unreachable(key);
});

test('without WEBHOOK_SECRET the completion callback responds with 500 before any other check', async () => {
  const { url, database } = await start();
  const [id = ''] = await insertJobs(database, [{}]);
  const sendReport = (body: string, headers: Record<string, string> = {}) =>
    post(`${url}/v1/jobs/${id}/webhook`, body, { headers: { 'content-type': 'application/json', ...headers } });
  await expectError(await sendReport('{}'), 500, 'callback/not-configured');
  await expectError(await sendReport('{'), 500, 'callback/not-configured');
  const signature = createHmac('sha256', '').update('{}').digest('hex');
  await expectError(await sendReport('{}', { 'x-signature': signature }), 500, 'callback/not-configured');
  await expectError(await sendReport('{}', { 'content-type': 'nonsense' }), 500, 'callback/not-configured');
  await expectError(await sendReport(' '.repeat(200_000)), 500, 'callback/not-configured');
});

test.each([
  [-301, 400],
  [-300, 200],
  [300, 200],
  [301, 400],
])('a completion callback with a timestamp %d seconds away gets %d', async (seconds, status) => {
  const secret = 'a secret';
  const { url, database } = await start({ env: { WEBHOOK_SECRET: secret } });
  const [id = ''] = await insertJobs(database, [{ status: 'rendering' }]);
  const now = 1_800_000_000;
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 });
  try {
    const body = JSON.stringify({ success: true, timestamp: now + seconds, nonce: 'once' });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    expect((await post(`${url}/v1/jobs/${id}/webhook`, body, { headers })).status).toBe(status);
  } finally {
    vi.useRealTimers();
  }
});

test('with DEBUG the message of an error is not masked', async () => {
  const { url, database } = await start({ env: { DEBUG: 'true' } });
  const [id = ''] = await insertJobs(database, [
    { status: 'failed', error_code: 'render/failed', error_message: 'slider 7 is not finite' },
  ]);
  expect(await jsonOf(await get(`${url}/v1/jobs/${id}`))).toMatchObject({ error_message: 'slider 7 is not finite' });
  expect((await jsonOf(await get(`${url}/status/${id}`))).error).toBe('slider 7 is not finite');
});

test('health is 503 if the storage fails or does not respond in time', async () => {
  let check: () => Promise<void> = () => Promise.reject(new Error('gone'));
  const { url } = await start({ wrapStorage: (storage) => breaking(storage, { check: () => check() }) });
  const expected = { status: 'unhealthy', checks: { database: { healthy: true }, storage: { healthy: false } } };
  const refused = await get(`${url}/health`);
  expect(refused.status).toBe(503);
  expect(await jsonOf(refused)).toMatchObject(expected);
  check = () => new Promise(() => {});
  const silent = await get(`${url}/health`);
  expect(silent.status).toBe(503);
  const body = await jsonOf(silent);
  expect(body).toMatchObject(expected);
  expect(body.checks.storage.code).toBe('storage/unavailable');
});

test('health is degraded if the storage is full, and the service still answers', async () => {
  const check = () => Promise.reject(new Failure('storage/full'));
  const { url } = await start({ wrapStorage: (storage) => breaking(storage, { check }) });
  const response = await get(`${url}/health`);
  expect(response.status).toBe(200);
  expect(await jsonOf(response)).toMatchObject({
    status: 'degraded',
    checks: {
      database: { healthy: true, code: null },
      storage: { healthy: false, code: 'storage/full' },
      disk: { healthy: true, code: null },
    },
  });
});

test('health is 503 if the database is not available', async () => {
  const { url, database } = await start();
  const query = vi
    .spyOn(database.pool, 'query')
    .mockImplementation(() => Promise.reject(new Error('refused')) as never);
  const response = await get(`${url}/health`);
  query.mockRestore();
  expect(response.status).toBe(503);
  expect(await jsonOf(response)).toMatchObject({ status: 'unhealthy', checks: { database: { healthy: false } } });
});

test('an unexpected error is 500: the log has its reason, the response does not', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const wrapStorage = (storage: Storage) =>
    breaking(storage, { stat: () => Promise.reject(new Error('password is hunter2')) });
  const { url } = await start({ log, wrapStorage });
  const id = 'my-request';
  const response = await get(`${url}/v1/artifacts/videos/x.mp4`, { 'x-request-id': id });
  expect(await expectError(response, 500, 'service/internal')).toEqual({
    detail: 'An internal error occurred.',
    code: 'service/internal',
  });
  const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.request_id === id);
  expect(logged).toEqual([
    expect.objectContaining({ level: 'error', err: expect.objectContaining({ message: 'password is hunter2' }) }),
    expect.objectContaining({ level: 'info', status: 500, route: '/v1/artifacts/*', method: 'GET' }),
  ]);
});

test('the log has a line for every request and nothing that the client sent', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const { url } = await start({ log, env: { WEBHOOK_SECRET: 'top-secret-word' } });
  const form = replayForm({ name: 'client-file-name.osr', fields: { skin: 'client skin', other: 'client-value' } });
  await (await post(`${url}/v1/render?token=client-token`, form, { headers: { authorization: 'client-auth' } })).text();
  await (await post(`${url}/v1/render`, replayForm({ name: 'client-file-name.txt' }))).text();
  await (
    await post(`${url}/v1/jobs/x/webhook`, '{"client-payload": 1}', { headers: { 'x-signature': 'client-sig' } })
  ).text();
  await (await get(`${url}/v1/jobs?status=client-status`)).text();
  const text = lines.join('');
  expect(text).toContain('"request_id"');
  expect(text).not.toMatch(/client[- ](file-name|skin|value|token|auth|payload|sig|status)|top-secret-word/);
});

test('requests that programs send all the time are only in the debug log, unless they fail', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const secret = 'webhook-secret';
  const { url, database } = await start({ log, env: { WEBHOOK_SECRET: secret } });
  const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  const { check } = createCompletionReporter({ serviceUrl: url, secret, log });
  await check(new AbortController().signal);
  for (const path of ['/health', '/metrics']) await (await get(`${url}${path}`)).text();
  expect(requests()).toEqual([]);
  const query = vi
    .spyOn(database.pool, 'query')
    .mockImplementation(() => Promise.reject(new Error('refused')) as never);
  await (await get(`${url}/health`)).text();
  query.mockRestore();
  expect(requests()).toEqual([expect.objectContaining({ level: 'info', route: '/health', status: 503 })]);
});

test('a request id of a client is one value in the log, and is replaced if it is too long', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const { url } = await start({ log });
  const forged = '","level":"fatal","msg":"forged\\';
  const idOf = async (id: string) =>
    (await get(`${url}/v1/jobs`, { 'x-request-id': id })).headers.get('x-request-id') ?? '';
  const [kept, longest, replaced] = [await idOf(forged), await idOf('i'.repeat(128)), await idOf('j'.repeat(129))];
  expect([kept, longest, replaced]).toEqual([forged, 'i'.repeat(128), expect.stringMatching(/^[0-9a-f]{8}$/)]);
  const entries = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(entries.map((entry) => [entry.level, entry.request_id])).toEqual([
    ['info', kept],
    ['info', longest],
    ['info', replaced],
  ]);
  expect(lines.join('')).not.toContain('jjjj');
});

test('the icon is at the address where browsers look for it', async () => {
  const { url } = await start();
  const response = await get(`${url}/favicon.ico`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toMatch(/^<svg /);
});

test('the licences of the libraries in the page are served', async () => {
  const { url } = await start();
  const response = await get(`${url}/licences.txt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  for (const name of ['preact', 'uplot', 'fflate', 'rosu-pp-js']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
  }
  expect(text.match(/Permission is hereby granted/g)?.length).toBeGreaterThanOrEqual(4);
  expect(text).toContain('SIL OPEN FONT LICENSE');
});

test('only pages of the listed origins may use the API', async () => {
  const { url } = await start({ env: { CORS_ORIGINS: 'https://a.example,https://b.example' } });
  const allowed = async (origin: string) =>
    (await get(`${url}/v1/jobs`, { origin })).headers.get('access-control-allow-origin');
  expect(await allowed('https://a.example')).toBe('https://a.example');
  expect(await allowed('https://b.example')).toBe('https://b.example');
  expect(await allowed('https://c.example')).toBeNull();
});

test('Edge-Connecting-IP counts only from trusted proxies', async () => {
  const { url, jobs } = await start({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  await (await post(`${url}/v1/render`, replayForm(), { client: '203.0.113.7' })).text();
  expect((await jobs.list({ limit: 1, offset: 0 })).jobs[0]?.client).toBe('127.0.0.1');
});

test('a header that is not an IP address is ignored', async () => {
  const { url, jobs } = await start();
  for (const client of ['nonsense', '', '1.2.3', '1.2.3.4, 5.6.7.8']) {
    await (await post(`${url}/v1/render`, replayForm(), { client })).text();
  }
  const { jobs: found } = await jobs.list({ limit: 10, offset: 0 });
  expect(found.map(({ client }) => client)).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('requests in progress are finished when the service stops', async () => {
  let reached = () => {};
  let release = () => {};
  const isUnderWay = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wrapStorage = (storage: Storage) =>
    breaking(storage, {
      async putFile(key, path, options) {
        reached();
        await held;
        return storage.putFile(key, path, options);
      },
    });
  const { url, close } = await start({ wrapStorage });
  const response = post(`${url}/v1/render`, replayForm());
  // A connection without a request would be closed, so wait until the request has started.
  await isUnderWay;
  const closed = close();
  release();
  expect((await response).status).toBe(202);
  await closed;
});

test('a stored file is closed, however the request for it ends', async () => {
  const opened: Readable[] = [];
  let beforeResponse = async (): Promise<unknown> => null;
  const wrapStorage = (storage: Storage) =>
    breaking(storage, {
      async get(key, options) {
        const object = await storage.get(key, options);
        if (object !== null) opened.push(object.stream);
        await beforeResponse();
        return object;
      },
    });
  const { url, database, openConnections, storage } = await start({ wrapStorage });
  const [id = ''] = await insertJobs(database, [{ status: 'completed', has_analytics: true }]);
  const content = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_000_000) }));
  for (const key of [`analytics/${id}.json`, `logs/${id}.log`, `replays/${id}.osr`]) await storage.put(key, content);

  for (const path of [`/v1/jobs/${id}/analytics`, `/v1/artifacts/logs/${id}.log`, `/v1/jobs/${id}/replay`]) {
    for (const encoding of ['identity', 'gzip']) {
      const connection = openRaw(url);
      beforeResponse = async () => {
        const before = await openConnections();
        connection.vanish();
        await expect.poll(openConnections).toBeLessThan(before);
      };
      await connection.send(`GET ${path} HTTP/1.1\r\nHost: test\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
      await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true]);
      opened.length = 0;
    }
    beforeResponse = async () => null;
    await fetch(`${url}${path}`, { method: 'HEAD' });
    const { headers, body } = await get(`${url}${path}`);
    await body?.cancel();
    const etag = headers.get('etag');
    if (etag !== null) expect((await get(`${url}${path}`, { 'if-none-match': etag })).status).toBe(304);
    await expect.poll(() => opened.every(({ closed }) => closed)).toBe(true);
    opened.length = 0;
  }
});

test('every page of jobs is written as if each request read all jobs', async () => {
  const { url, database, jobs } = await start({ env: { PUBLIC_URL: 'https://replays.example/reprise' } });
  const [queued = '', rendering = ''] = await insertJobs(database, [
    { status: 'queued' },
    { status: 'rendering', stage: 'preparing', progress: 12.5, frames_per_second: 99.5, seconds_left: 8 },
    { status: 'failed', error_code: 'beatmap/not-found', error_message: 'a "secret" text' },
    { status: 'completed', map_title: '東方 – "x" \u2028 \\ [é]', stars: 5.678, pp: 321.5, has_analytics: true },
    { status: 'completed', player: 'x, y', purged_at: new Date(), video_key: 'videos/x.mp4' },
  ]);
  const config = { debug: false, basePath: '/reprise' };
  async function expectSame() {
    for (const filter of ['', 'status=completed', 'q=y', 'offset=2', 'offset=9']) {
      const path = `${url}/v1/jobs?limit=3&${filter}`;
      const { status, q, offset } = jobListQuery.parse(Object.fromEntries(new URL(path).searchParams));
      const list = await jobs.list({ status, q, limit: 3, offset });
      const expected = JSON.stringify({ total: list.total, jobs: list.jobs.map((job) => jobJson(job, config, null)) });
      const response = await get(path);
      expect(await response.text()).toBe(expected);
      const etag = response.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
      const head = await fetch(path, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(expected)));
    }
    const all = await jobs.list({ limit: 50, offset: 0 });
    const legacy = all.jobs.map((job) => legacyJobOf(jobJson(job, config, null)));
    expect(await (await get(`${url}/jobs`)).text()).toBe(JSON.stringify(legacy));
  }
  await expectSame();
  await expectSame();
  const change = (id: string, set: Updateable<JobsTable>) =>
    database.db.updateTable('jobs').set(set).where('id', '=', id).execute();
  await change(rendering, { progress: 13 });
  await expectSame();
  await insertJobs(database, [{ status: 'queued', created_at: new Date(0) }]);
  await expectSame();
  await change(queued, { status: 'downloading' });
  await expectSame();
  await database.db.deleteFrom('jobs').where('id', '=', rendering).execute();
  await expectSame();
});

test('clients that request pages of jobs ahead and never read them do not delay others', async () => {
  const { url, database, jobs } = await start();
  await insertJobs(
    database,
    Array.from({ length: 100 }, () => ({ status: 'completed' as const })),
  );
  const { listKeys } = jobs;
  let running = 0;
  let maxRunning = 0;
  vi.spyOn(jobs, 'listKeys').mockImplementation(async (filter) => {
    maxRunning = Math.max(maxRunning, ++running);
    return listKeys(filter).finally(() => running--);
  });
  const connections = Array.from({ length: 50 }, () => openRaw(url));
  try {
    let offset = 0;
    for (const { socket, send } of connections) {
      socket.pause();
      // Each request is for another page: clients of the same page would share one read.
      const requests = Array.from(
        { length: 40 },
        () => `GET /v1/jobs?limit=100&offset=${offset++} HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      await send(requests.join(''));
    }
    await expect.poll(() => maxRunning).toBeGreaterThan(0);
    expect((await get(`${url}/health`)).status).toBe(200);
    expect((await post(`${url}/v1/render`, replayForm())).status).toBe(202);
    // Each connection has at most one request in progress, so the other two waited for few.
    expect(maxRunning).toBeLessThanOrEqual(50);
  } finally {
    for (const { vanish } of connections) vanish();
  }
});

test("an operator's limits replace those of the specification", async () => {
  const { url } = await start({
    env: { RATE_LIMIT_PER_MINUTE: '7', MAX_ACTIVE_PER_CLIENT: '3', MAX_RESOLUTION: '720p', MAX_FPS: '30' },
  });
  const client = newClient();
  const submit = (fields: Record<string, string> = {}) => post(`${url}/v1/render`, replayForm({ fields }), { client });
  // A submission that is refused for its size uses nothing up.
  const tooLarge = await expectError(await submit({ resolution: '4k' }), 422, 'request/invalid');
  expect(tooLarge.errors).toEqual([{ field: 'resolution', message: 'This service renders at most 720p.' }]);
  const responses = await Promise.all(Array.from({ length: 8 }, () => submit()));
  const [{ job_id }] = (await Promise.all(responses.map(jsonOf))).filter((body) => 'job_id' in body);
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
  expect(responses[0]!.headers.get('x-ratelimit-limit')).toBe('7');
  expect((await jsonOf(await submit())).detail).toBe('Rate limit exceeded: 7 per 1 minute');
  const { config } = await jsonOf(await get(`${url}/v1/jobs/${job_id}`));
  expect(config).toMatchObject({ settings: { resolution: '720p', fps: 30 } });
  // The page reads them, so that its form offers nothing that the service refuses.
  const page = await (await get(`${url}/`)).text();
  expect(page).toContain('data-max-resolution="720p" data-max-fps="30"');
});

test('a retry is refused when the queue is full', async () => {
  const { url, database } = await start({ env: { MAX_QUEUED: '1' } });
  const client = newClient();
  const response = await post(`${url}/v1/render`, replayForm(), { client });
  const { job_id: id } = await jsonOf(response);
  await fetch(`${url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'edge-connecting-ip': client } });
  await insertJobs(database, [{ status: 'queued' }]);
  await expectError(await post(`${url}/v1/jobs/${id}/retry`, null, { client }), 503, 'limit/queue-full');
});
