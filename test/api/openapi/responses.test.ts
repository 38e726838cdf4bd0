import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { startTcpProxy, type TcpProxy } from '../../support/http/tcp-proxy.ts';
import { demoFiles, togetherForm } from '../../support/http/together-form.ts';
import { differencesFrom, type ResponseDescriptions } from '../../support/openapi/described-responses.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

// Every service that a test starts in its own process makes the same comparison with all of its responses.

let service: InProcessService;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: TcpProxy;
let document: ResponseDescriptions;
let jobId: string;

beforeAll(async () => {
  database = await freshDatabase();
  // The tests' PostgreSQL listens on a socket in a folder, not on a port.
  const url = new URL(database.url);
  const { searchParams: address } = url;
  proxy = await startTcpProxy({ path: `${address.get('host')}/.s.PGSQL.${address.get('port')}` });
  address.set('host', '127.0.0.1');
  address.set('port', String(proxy.port));
  service = await startInProcessService({ env: { DATABASE_URL: url.href, WEBHOOK_SECRET: 'secret' } });
  document = await jsonOf(await get(`${service.url}/api/openapi.json`));
  jobId = (await jsonOf(await post(`${service.url}/v1/render`, replayForm()))).job_id;
  await service.storage.put(`logs/${jobId}.log`, Buffer.from('a line\n'));
});
afterAll(async () => {
  await proxy?.restore();
  await service?.stop();
  await database?.drop();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: () => FormData;
}

/** One request for each operation, and others that get another kind of response. */
const requests: readonly Sent[] = [
  { method: 'GET', path: '/health' },
  { method: 'GET', path: '/v1/service' },
  { method: 'GET', path: '/v1/service', headers: { 'if-none-match': '*' } },
  { method: 'POST', path: '/v1/render', body: replayForm },
  { method: 'POST', path: '/v1/render', body: () => new FormData() },
  { method: 'POST', path: '/v1/render/together', body: () => togetherForm(demoFiles(2)) },
  { method: 'POST', path: '/v1/render/together', body: replayForm },
  { method: 'POST', path: '/v1/render/score', body: () => new FormData() },
  { method: 'GET', path: '/v1/scores/1/replay' },
  { method: 'GET', path: '/v1/jobs' },
  { method: 'GET', path: '/v1/jobs?limit=0' },
  { method: 'GET', path: '/v1/jobs/JOB' },
  { method: 'GET', path: '/v1/jobs/nothing' },
  { method: 'GET', path: '/v1/jobs/JOB/analytics' },
  { method: 'GET', path: '/v1/jobs/nothing/card' },
  { method: 'HEAD', path: '/v1/jobs/JOB/events' },
  { method: 'GET', path: '/v1/jobs/nothing/events' },
  { method: 'HEAD', path: '/v1/events' },
  { method: 'GET', path: '/v1/jobs/JOB/replay' },
  { method: 'GET', path: '/v1/jobs/JOB/replay', headers: { 'if-none-match': '*' } },
  { method: 'GET', path: '/v1/jobs/JOB/replays/1' },
  { method: 'GET', path: '/v1/jobs/JOB/replays/2' },
  { method: 'GET', path: '/v1/jobs/JOB/beatmap' },
  { method: 'GET', path: `/v1/beatmaps/${'0'.repeat(32)}` },
  { method: 'GET', path: `/v1/beatmaps/${'0'.repeat(32)}/info` },
  { method: 'GET', path: '/oembed?url=https://host.example/renders' },
  { method: 'GET', path: '/oembed?url=https://host.example/renders&format=xml' },
  { method: 'GET', path: '/oembed' },
  { method: 'GET', path: `/v1/beatmaps/${'0'.repeat(32)}/cover` },
  { method: 'GET', path: `/v1/beatmaps/${'0'.repeat(32)}/cover?size=huge` },
  { method: 'GET', path: '/v1/jobs/covers?ids=JOB' },
  { method: 'GET', path: '/v1/jobs/covers' },
  { method: 'GET', path: '/v1/jobs/JOB/cover' },
  { method: 'GET', path: '/v1/jobs/JOB/cover?size=huge' },
  { method: 'GET', path: '/v1/jobs/nothing/cover' },
  { method: 'GET', path: '/v1/skins' },
  { method: 'GET', path: '/v1/skins/Default/file' },
  { method: 'GET', path: '/v1/skins/nothing/preview' },
  { method: 'GET', path: '/v1/artifacts/logs/JOB.log' },
  { method: 'GET', path: '/v1/artifacts/replays/JOB.osr' },
  { method: 'GET', path: '/v1/artifacts/replays/JOB.osr?download=1&download=2' },
  { method: 'GET', path: '/v1/artifacts/videos/JOB.mp4' },
  { method: 'GET', path: '/v1/artifacts/thumbnails/JOB.jpg' },
  { method: 'GET', path: '/v1/artifacts/gifs/JOB.gif' },
  { method: 'GET', path: '/v1/artifacts/webps/JOB.webp' },
  { method: 'GET', path: '/v1/artifacts/skins/nothing.osk' },
  { method: 'GET', path: '/v1/artifacts/secrets/JOB.mp4' },
  { method: 'GET', path: '/v1/jobs/JOB/card' },
  { method: 'POST', path: '/v1/jobs/JOB/webhook' },
  { method: 'POST', path: '/v1/jobs/JOB/retry' },
  { method: 'POST', path: '/v1/skins/upload', body: () => new FormData() },
  { method: 'POST', path: '/render', body: replayForm },
  { method: 'GET', path: '/status/JOB' },
  { method: 'GET', path: '/jobs' },
  { method: 'GET', path: '/video/JOB.mp4' },
  { method: 'GET', path: '/thumbnail/JOB.jpg' },
  { method: 'GET', path: '/logs/JOB' },
  { method: 'GET', path: '/skins' },
  { method: 'POST', path: '/skins/upload', body: () => new FormData() },
  { method: 'DELETE', path: '/v1/jobs/JOB' },
  { method: 'DELETE', path: '/v1/jobs/JOB/artifacts' },
  { method: 'DELETE', path: '/v1/skins/nothing' },
];

async function send({ method, path, headers = {}, body }: Sent) {
  const response = await fetch(service.url + path.replace('JOB', jobId), {
    method,
    headers: { 'edge-connecting-ip': newClient(), ...headers },
    body: body?.() ?? null,
    redirect: 'manual',
  });
  await response.arrayBuffer();
  const { pathname } = new URL(response.url);
  return { method, path: pathname, status: response.status, headers: Object.fromEntries(response.headers) };
}

test('the requests below reach every operation of the description', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const undescribed = (name: string) => {
    const [method = '', template = ''] = name.split(' ');
    const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    return !requests.some(
      (sent) => sent.method.replace('HEAD', 'GET') === method && pattern.test(sent.path.split('?')[0] ?? ''),
    );
  };
  expect(described.filter(undescribed)).toEqual([]);
});

test.each(requests)('$method $path is answered as described', async (sent) => {
  expect(differencesFrom(document, await send(sent))).toEqual([]);
});

test('an event stream is answered as described', async () => {
  for (const path of [`/v1/jobs/${jobId}/events`, '/v1/events']) {
    const closing = new AbortController();
    const response = await fetch(service.url + path, { signal: closing.signal });
    const headers = Object.fromEntries(response.headers);
    expect(differencesFrom(document, { method: 'GET', path, status: response.status, headers })).toEqual([]);
    closing.abort();
  }
});

describe('while the database is unreachable', () => {
  beforeAll(() => proxy.cut());

  test.each(requests)('$method $path is answered as described', async (sent) => {
    const response = await send(sent);
    expect(differencesFrom(document, response)).toEqual([]);
    expect([500, 502]).not.toContain(response.status);
  });
});

test('the comparison finds every kind of difference', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const observed = { method: 'GET', path: `/v1/jobs/${randomUUID()}`, status: 200, headers: json };
  expect(differencesFrom(document, observed)).toEqual([]);
  expect(differencesFrom(document, { ...observed, status: 418 })).toHaveLength(1);
  expect(differencesFrom(document, { ...observed, headers: { 'content-type': 'text/html' } })).toHaveLength(1);
  expect(differencesFrom(document, { ...observed, headers: { ...json, location: '/' } })).toHaveLength(1);
});
