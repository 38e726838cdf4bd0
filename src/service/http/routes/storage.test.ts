import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalStorage, type LocalStorage } from '../../storage/index.ts';
import { storageLinkContract } from '../../storage/storage.contract.ts';
import type { App } from '../dependencies.ts';
import { errorResponse } from '../errors/error-response.ts';
import { addStorageRoute } from './storage.ts';

const app = fastify();
const key = 'videos/digits.mp4';
let now = new Date('2026-01-01T00:00:00Z');
let folder: string;
let storage: LocalStorage;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-links-'));
  storage = await createLocalStorage({ folder, signingKey: Buffer.alloc(32, 1), now: () => now });
  app.setErrorHandler((error, _, reply) => {
    const { status, body } = errorResponse(error, { debug: true });
    return reply.code(status).send(body);
  });
  addStorageRoute(app as unknown as App, storage);
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  await storage.put(key, Buffer.from('0123456789'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function request(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(new URL(await storage.signedUrl(key, { expiresInSeconds: 60 }), origin), { headers, method });
}

describe('a link of local storage', () => {
  storageLinkContract(() => ({ storage, origin }));

  test('expires', async () => {
    const link = new URL(await storage.signedUrl(key, { expiresInSeconds: 60 }), origin);
    const start = now;
    now = new Date(start.getTime() + 60_000);
    expect((await fetch(link)).status).toBe(200);
    now = new Date(start.getTime() + 61_000);
    const late = await fetch(link);
    expect(late.status).toBe(403);
    expect(await late.json()).toMatchObject({ code: 'storage/link-expired' });
    now = start;
  });

  test.each([
    ['without a signature', (url: URL) => url.searchParams.delete('signature')],
    ['without an expiry time', (url: URL) => url.searchParams.delete('expires')],
    ['with a later expiry time', (url: URL) => url.searchParams.set('expires', '99999999999')],
    ['with an expiry time that is not a number', (url: URL) => url.searchParams.set('expires', '1e99')],
    ['with two signatures', (url: URL) => url.searchParams.append('signature', 'x')],
    [
      'with a leading zero',
      (url: URL) => {
        url.search = url.search.replace('expires=', 'expires=0');
      },
    ],
    [
      'with an escaped letter',
      (url: URL) => {
        url.pathname = url.pathname.replace('videos', '%76ideos');
      },
    ],
    ['with a parameter that the service did not sign', (url: URL) => url.searchParams.append('x', '1')],
    ['with another name', (url: URL) => url.searchParams.set('as', 'x.html')],
    [
      'to the folder above',
      (url: URL) => {
        url.pathname = '/storage/%2e%2e%2fsecret';
      },
    ],
    [
      'to a NUL',
      (url: URL) => {
        url.pathname = '/storage/videos/%00';
      },
    ],
    [
      'to nothing',
      (url: URL) => {
        url.pathname = '/storage/';
      },
    ],
  ])('%s is refused', async (_, change) => {
    const url = new URL(await storage.signedUrl(key, { expiresInSeconds: 60 }), origin);
    change(url);
    const response = await fetch(url);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'storage/link-invalid' });
  });

  test('responds with the headers of the object', async () => {
    const response = await request();
    await response.arrayBuffer();
    const { etag, lastModified } = (await storage.stat(key))!;
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename="digits.mp4"; filename*=UTF-8''digits.mp4`,
      'content-length': '10',
      'content-type': 'video/mp4',
      etag,
      'last-modified': lastModified.toUTCString(),
      'x-content-type-options': 'nosniff',
    });
  });

  test('responds to HEAD with the same headers and no body, and ignores ranges', async () => {
    for (const headers of [{}, { range: 'bytes=2-3' }, { range: 'bytes=99-' }] as Record<string, string>[]) {
      const response = await request(headers, 'HEAD');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBe('10');
      expect(response.headers.get('content-range')).toBeNull();
      expect(await response.text()).toBe('');
    }
  });

  test('serves an empty object', async () => {
    await storage.put('logs/empty.log', Buffer.alloc(0));
    const link = new URL(await storage.signedUrl('logs/empty.log', { expiresInSeconds: 60 }), origin);
    const response = await fetch(link);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect((await fetch(link, { headers: { range: 'bytes=0-' } })).status).toBe(416);
  });
});

describe('a range', () => {
  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=0-9', '0123456789', 'bytes 0-9/10'],
    ['bytes=0-10', '0123456789', 'bytes 0-9/10'],
    ['bytes=9-', '9', 'bytes 9-9/10'],
    ['bytes=-1', '9', 'bytes 9-9/10'],
    ['bytes=-10', '0123456789', 'bytes 0-9/10'],
    ['bytes=-999999999999999999999', '0123456789', 'bytes 0-9/10'],
    ['BYTES= 2-3', '23', 'bytes 2-3/10'],
  ])('%s is %s', async (range, expected, contentRange) => {
    const response = await request({ range });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe(expected);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(expected.length));
  });

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=99999999999999999999-', 'bytes=-0'])('%s is 416', async (range) => {
    const response = await request({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(await response.json()).toMatchObject({ code: 'artifact/no-such-range' });
  });

  test.each(['bytes=', 'bytes=-', 'bytes=3-2', 'bytes=0-1,4-5', 'items=0-1', 'x', 'bytes=a-b', 'bytes=1.5-2'])(
    '%s selects the whole object',
    async (range) => {
      const response = await request({ range });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('0123456789');
    },
  );

  test('is ignored if the client has a part of another version', async () => {
    const { etag, lastModified } = (await storage.stat(key))!;
    const ifRange = (value: string) => request({ range: 'bytes=1-2', 'if-range': value });
    expect((await ifRange(etag)).status).toBe(206);
    expect((await ifRange(lastModified.toUTCString())).status).toBe(206);
    expect((await ifRange('"another"')).status).toBe(200);
    expect((await ifRange(`W/${etag}`)).status).toBe(200);
    expect((await ifRange('Thu, 01 Jan 1970 00:00:00 GMT')).status).toBe(200);
  });
});

describe('a conditional request', () => {
  test('is answered with 304 if the client has the current version', async () => {
    const { etag, lastModified } = (await storage.stat(key))!;
    const second = 1000;
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-none-match': etag, range: 'bytes=99-' },
      { 'if-modified-since': lastModified.toUTCString() },
    ] as Record<string, string>[]) {
      const response = await request(headers);
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
      expect(await response.text()).toBe('');
    }
    for (const headers of [
      { 'if-none-match': '"x"' },
      { 'if-none-match': '"x"', 'if-modified-since': lastModified.toUTCString() },
      { 'if-modified-since': new Date(lastModified.getTime() - second).toUTCString() },
      { 'if-modified-since': 'yesterday' },
    ] as Record<string, string>[]) {
      expect((await request(headers)).status).toBe(200);
    }
  });
});

test('no file stays open if clients disconnect early or request no body', async () => {
  const large = 'videos/large.mp4';
  await storage.put(large, Buffer.alloc(8 * 1024 * 1024));
  const link = new URL(await storage.signedUrl(large, { expiresInSeconds: 60 }), origin);
  for (let i = 0; i < 5; i++) {
    const outgoing = get(link);
    const [response] = await once(outgoing, 'response');
    await once(response, 'data');
    outgoing.destroy();
  }
  await fetch(link, { method: 'HEAD' });
  await fetch(link, { headers: { 'if-none-match': '*' } });
  await fetch(link, { headers: { range: 'bytes=99999999-' } });
  await expect.poll(() => openFilesBelow(folder)).toEqual([]);
});

/** Works only on Linux; elsewhere the list is empty, as the test expects. */
async function openFilesBelow(path: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(path));
}
