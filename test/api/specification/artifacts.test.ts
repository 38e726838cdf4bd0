import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertJobs } from '../../support/database/job-rows.ts';
import { expectError, get, openRaw } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
const id = randomUUID();
const objects = {
  [`videos/${id}.mp4`]: 'video/mp4',
  [`thumbnails/${id}.jpg`]: 'image/jpeg',
  [`gifs/${id}.gif`]: 'image/gif',
  [`webps/${id}.webp`]: 'image/webp',
  [`replays/${id}.osr`]: 'application/octet-stream',
  'skins/My skin_2-b.osk': 'application/octet-stream',
};

beforeAll(async () => {
  service = await startService();
  for (const key of Object.keys(objects)) await service.storage.put(key, Buffer.from(`bytes of ${key}`));
  await service.storage.put(`logs/${id}.log`, Buffer.from('line 1\nZeile 2 ünïcode\n'));
  await service.storage.put(`analytics/${id}.json`, Buffer.from('{}'));
});
afterAll(() => service?.stop());

describe('an artifact in storage', () => {
  test.each(Object.entries(objects))('%s redirects to a valid link', async (key, type) => {
    const response = await get(`${service.url}/v1/artifacts/${encodeURI(key)}`);
    expect(response.status).toBe(302);
    const link = new URL(response.headers.get('location') ?? '', service.url);
    const artifact = await fetch(link);
    expect(artifact.status).toBe(200);
    expect(artifact.headers.get('content-type')).toBe(type);
    expect(await artifact.text()).toBe(`bytes of ${key}`);
  });

  test('supports ranges and refuses a wrong signature', async () => {
    const response = await get(`${service.url}/v1/artifacts/videos/${id}.mp4`);
    const link = new URL(response.headers.get('location') ?? '', service.url);
    const part = await fetch(link, { headers: { range: 'bytes=0-4' } });
    expect([part.status, await part.text()]).toEqual([206, 'bytes']);
    const forged = new URL(
      link.href.replace(/([sS]ignature=)(.)/, (_, name, first) => `${name}${first === 'A' ? 'B' : 'A'}`),
    );
    expect((await fetch(forged)).status).toBe(403);
  });

  test.each([
    ['', 'inline'],
    ['?download', 'attachment'],
    ['?download=1', 'attachment'],
  ])('that is a video, requested with "%s", is sent as %s', async (query, kind) => {
    const response = await get(`${service.url}/v1/artifacts/videos/${id}.mp4${query}`);
    const artifact = await fetch(new URL(response.headers.get('location') ?? '', service.url));
    expect(artifact.headers.get('content-disposition')).toMatch(new RegExp(`^${kind}; filename="${id}.mp4"`));
  });

  test.each([
    ['videos', 'mp4', 'inline'],
    ['thumbnails', 'jpg', 'inline'],
    ['logs', 'log', 'inline'],
    ['replays', 'osr', 'attachment'],
  ])('in %s is saved under the names of player and map', async (folder, extension, kind) => {
    const row = { player: 'mira ✓', map_title: 'Camellia - GHOST: "1" [Extra]' };
    const [job = ''] = await insertJobs(service.database, [row]);
    await service.storage.put(`${folder}/${job}.${extension}`, Buffer.from('bytes'));
    const name = `filename="mira _ - GHOST_ _1_ [Extra].${extension}"`;
    const exactName = `filename*=UTF-8''mira%20%E2%9C%93%20-%20GHOST_%20_1_%20%5BExtra%5D.${extension}`;
    for (const [query, disposition] of [
      ['', kind],
      ['?download', 'attachment'],
    ]) {
      const response = await fetch(`${service.url}/v1/artifacts/${folder}/${job}.${extension}${query}`);
      expect(response.headers.get('content-disposition')).toBe(`${disposition}; ${name}; ${exactName}`);
      expect(await response.text()).toBe('bytes');
    }
  });

  test('that is a log is sent directly', async () => {
    const response = await get(`${service.url}/v1/artifacts/logs/${id}.log`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toBe('line 1\nZeile 2 ünïcode\n');
  });

  test('supports HEAD', async () => {
    const log = await fetch(`${service.url}/v1/artifacts/logs/${id}.log`, { method: 'HEAD' });
    expect([log.status, log.headers.get('content-length')]).toEqual([200, '25']);
    const video = await fetch(`${service.url}/v1/artifacts/videos/${id}.mp4`, { method: 'HEAD', redirect: 'manual' });
    expect(video.status).toBe(302);
    const none = await fetch(`${service.url}/v1/artifacts/videos/${randomUUID()}.mp4`, { method: 'HEAD' });
    expect(none.status).toBe(404);
  });

  test('is also found by an id without dashes', async () => {
    const response = await get(`${service.url}/v1/artifacts/videos/${id.replaceAll('-', '').toUpperCase()}.mp4`);
    expect(response.status).toBe(302);
  });
});

test.each([
  `videos/${randomUUID()}.mp4`,
  `thumbnails/${randomUUID()}.jpg`,
  `logs/${randomUUID()}.log`,
  `replays/${randomUUID()}.osr`,
  'skins/unknown.osk',
  'videos/nothing.txt',
  'videos/nothing',
  `videos/${id}.jpg`,
  'skins/ünïcode.osk',
])('an artifact that is not in storage is 404: %s', async (key) => {
  await expectError(await get(`${service.url}/v1/artifacts/${encodeURI(key)}`), 404, 'artifact/not-found');
});

// Written directly to the socket, because a client library would normalize them.
test.each([
  '',
  'videos',
  'videos/',
  '/videos/x.mp4',
  'etc/passwd',
  `analytics/${id}.json`,
  `video/${id}.mp4`,
  `VIDEOS/${id}.mp4`,
  `../videos/${id}.mp4`,
  `videos/../analytics/${id}.json`,
  `videos/./${id}.mp4`,
  `videos//${id}.mp4`,
  `videos/${id}.mp4/`,
  `videos/sub/${id}.mp4`,
  'videos/..',
  'videos/.',
  'videos/...',
  'videos/.hidden',
  'videos/%2e%2e',
  'videos/%2e%2e/secret',
  'videos/..%2fsecret',
  'videos/..%5csecret',
  'videos/..\\secret',
  'videos\\x.mp4',
  `videos%5c${id}.mp4`,
  'videos/%252e%252e%252fsecret',
  'videos/%25%32%65%25%32%65',
  'videos/x%00.mp4',
  'videos/%00',
  'videos/x%0a.mp4',
  'videos/%zz',
  'videos/%',
  'videos/%c0%ae%c0%ae/secret',
  'videos/%ff',
  '%2e%2e/%2e%2e/etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  `%76ideos/../logs/${id}.log`,
  'logs/../../../../etc/passwd',
])('a key that is not one plain file in a public folder is 403: %s', async (key) => {
  const raw = openRaw(service.url);
  await raw.send(`GET /v1/artifacts/${key} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`);
  const text = await raw.received();
  expect(text).toMatch(/^HTTP\/1\.1 403 /);
  expect(text).toMatch(/x-request-id: [0-9a-f]{8}\r\n/i);
  expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ code: 'artifact/forbidden' });
});
