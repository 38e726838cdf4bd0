import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCompression } from './compression.ts';

const app = fastify({ forceCloseConnections: true });
const text = 'x'.repeat(1025);
const open: PassThrough[] = [];
let url: string;

beforeAll(async () => {
  addCompression(app);
  const add = (path: string, type: string, body: () => unknown, headers: Record<string, string | number> = {}) =>
    app.get(path, async (_, reply) => reply.type(type).headers(headers).send(body()));
  const length = { 'content-length': text.length };
  add('/text', 'text/plain', () => text);
  add('/small', 'text/plain', () => text.slice(1));
  add('/umlauts', 'text/plain', () => 'ü'.repeat(513));
  add('/stream', 'application/json', () => Readable.from([Buffer.from(text)]), length);
  add('/small-stream', 'application/json', () => Readable.from([Buffer.from(text.slice(1))]), {
    'content-length': 1024,
  });
  add('/video', 'video/mp4', () => text);
  add('/events', 'text/event-stream', () => text);
  add('/compressed', 'text/javascript', () => text, { 'content-encoding': 'gzip' });
  add('/ranges', 'text/plain', () => text, { 'accept-ranges': 'bytes' });
  add('/varying', 'text/plain', () => text, { vary: 'origin' });
  add(
    '/open',
    'application/json',
    () => {
      const stream = new PassThrough();
      open.push(stream);
      return stream;
    },
    length,
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const get = (path: string, { method = 'GET', accept = 'gzip' } = {}) =>
  fetch(url + path, { method, headers: { 'accept-encoding': accept } });

test.each(['gzip', 'br'])('a text above 1 kB is sent as %s, from a stream or not', async (accept) => {
  for (const path of ['/text', '/stream']) {
    const response = await get(path, { accept });
    expect(response.headers.get('content-encoding')).toBe(accept);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(100);
    expect(await response.text()).toBe(text);
  }
  expect((await get('/umlauts', { accept })).headers.get('content-encoding')).toBe(accept);
});

test.each(['/small', '/small-stream', '/video', '/events', '/ranges'])('%s is sent as it is', async (path) => {
  const response = await get(path);
  expect(response.headers.get('content-encoding')).toBeNull();
  expect((await response.text()).length).toBeGreaterThanOrEqual(1024);
});

test('a text that is compressed already is not compressed again', async () => {
  expect((await app.inject({ url: '/compressed', headers: { 'accept-encoding': 'br, gzip' } })).body).toBe(text);
});

test('the response to HEAD has the length of the text', async () => {
  for (const path of ['/text', '/stream']) {
    const response = await get(path, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '1025']);
    expect(response.headers.get('content-encoding')).toBeNull();
  }
});

test('caches are told about the encoding, beside what else the response depends on', async () => {
  expect((await get('/varying')).headers.get('vary')).toBe('origin, accept-encoding');
  expect((await get('/text', { accept: 'identity' })).headers.get('vary')).toBe('accept-encoding');
});

test('beyond eight compressions at a time, responses are sent as they are', async () => {
  const responses = [];
  for (let i = 0; i < 9; i++) {
    const response = get('/open');
    await expect.poll(() => open.length).toBe(i + 1);
    open[i]?.write(text);
    responses.push(await response);
  }
  const encodings = responses.map(({ headers }) => headers.get('content-encoding'));
  expect(encodings).toEqual([...Array(8).fill('gzip'), null]);
  expect((await get('/text')).headers.get('content-encoding')).toBeNull();
  for (const stream of open) stream.end();
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(Array(9).fill(text));
  expect((await get('/text')).headers.get('content-encoding')).toBe('gzip');
});

test('a client that disconnects frees its place', async () => {
  const before = open.length;
  for (let i = 0; i < 8; i++) {
    const controller = new AbortController();
    const response = fetch(`${url}/open`, { headers: { 'accept-encoding': 'gzip' }, signal: controller.signal });
    await expect.poll(() => open.length).toBe(before + i + 1);
    open.at(-1)?.write(text);
    await response;
    controller.abort();
  }
  await expect.poll(() => open.every((stream) => stream.destroyed)).toBe(true);
  expect((await get('/text')).headers.get('content-encoding')).toBe('gzip');
});
