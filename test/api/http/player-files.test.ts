import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BeatmapInfo, JobCovers } from '../../../src/contract/index.ts';
import { openArchive } from '../../../src/game/archive/index.ts';
import { md5Hex } from '../../../src/game/md5.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { makeZip } from '../../support/files/zip.ts';
import { expectError, get, newClient } from '../../support/http/requests.ts';
import { type InProcessService, startInProcessService } from '../../support/service/service.ts';

const mapOf = (text: string) => new TextEncoder().encode(`osu file format v14\n${text}`);
const setOf = (map: Uint8Array) => makeZip([{ name: 'map.osu', data: map }]);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

let service: InProcessService;
let mirror: Server;
/** How the mirror responds to requests for an MD5; it responds to all others with 404. */
const mirrored = new Map<string, (response: ServerResponse) => void>();
/** Every MD5 that the mirror was asked for. */
const requested: string[] = [];

beforeAll(async () => {
  mirror = createServer((request, response) => {
    const md5 = request.url?.slice(1) ?? '';
    requested.push(md5);
    const respond = mirrored.get(md5);
    if (respond) respond(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  const { port } = mirror.address() as AddressInfo;
  service = await startInProcessService({ env: { BEATMAP_MIRRORS: `http://127.0.0.1:${port}/{md5}` } });
  await mkdir(join(service.dataDir, 'beatmaps'), { recursive: true });
});
afterAll(async () => {
  await service?.stop();
  mirror?.closeAllConnections();
  mirror?.close();
});

/** Each request comes from another client, unless one is given. */
function request(path: string, { client = newClient(), ...headers }: Record<string, string> = {}): Promise<Response> {
  return get(service.url + path, { 'edge-connecting-ip': client, ...headers });
}

async function jobOf(row: Parameters<typeof insertJobs>[1][number]): Promise<string> {
  const [id = ''] = await insertJobs(service.database, [row]);
  return id;
}

describe('the replay of a job', () => {
  test.each(['queued', 'rendering', 'completed', 'failed'] as const)('that is %s is sent unchanged', async (status) => {
    const id = await jobOf({ status });
    await service.storage.put(`replays/${id}.osr`, Buffer.from('the replay'));
    for (const name of [id, id.replaceAll('-', '').toUpperCase()]) {
      const response = await request(`/v1/jobs/${name}/replay`);
      expect([response.status, (await bytesOf(response)).toString()]).toEqual([200, 'the replay']);
    }
  });

  test('has its headers and supports conditional requests', async () => {
    const id = await jobOf({});
    await service.storage.put(`replays/${id}.osr`, Buffer.from('the replay'));
    const path = `/v1/jobs/${id}/replay`;
    const response = await request(path);
    const etag = response.headers.get('etag')!;
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '10',
      'content-disposition': expect.stringContaining(`attachment; filename="${id}.osr"`),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
    });
    const again = await request(path, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await request(path, { 'if-none-match': '"another"' })).status).toBe(200);
    const head = await fetch(service.url + path, { method: 'HEAD', headers: { 'edge-connecting-ip': newClient() } });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '10', etag]);
  });

  test('is 410 after the job was purged', async () => {
    const id = await jobOf({ status: 'completed' });
    await service.storage.put(`replays/${id}.osr`, Buffer.from('the replay'));
    await service.jobs.retention.purge(service.storage, [id]);
    await expectError(await request(`/v1/jobs/${id}/replay`), 410, 'replay/not-stored');
  });

  test('that was never stored is 410', async () => {
    await expectError(await request(`/v1/jobs/${await jobOf({})}/replay`), 410, 'replay/not-stored');
  });
});

describe('the beatmap of a job', () => {
  test('is the one uploaded with the replay, which no other job gets', async () => {
    const map = mapOf('sent along');
    const beatmap_md5 = md5Hex(map);
    const id = await jobOf({ beatmap_md5, beatmap_sha256: Buffer.alloc(32) });
    await service.storage.put(`beatmaps/${id}.osz`, setOf(map));
    expect(await bytesOf(await request(`/v1/jobs/${id}/beatmap`))).toEqual(Buffer.from(setOf(map)));
    await expectError(await request(`/v1/beatmaps/${beatmap_md5}`), 404, 'beatmap/not-found');
    const other = await jobOf({ beatmap_md5 });
    await expectError(await request(`/v1/jobs/${other}/beatmap`), 404, 'beatmap/not-found');
  });

  test('comes from the library', async () => {
    const map = mapOf('in the library');
    await writeFile(join(service.dataDir, 'beatmaps', 'a set.osz'), setOf(map));
    const id = await jobOf({ beatmap_md5: md5Hex(map), status: 'rendering' });
    const response = await request(`/v1/jobs/${id}/beatmap`);
    const etag = response.headers.get('etag')!;
    expect(await bytesOf(response)).toEqual(Buffer.from(setOf(map)));
    const again = await request(`/v1/jobs/${id}/beatmap`, { 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  test('is packed from a folder of the library, without files that the player does not need', async () => {
    const map = mapOf('in a folder');
    const folder = join(service.dataDir, 'beatmaps', 'folder');
    await mkdir(join(folder, 'sb'), { recursive: true });
    await writeFile(join(folder, 'video.mp4'), 'large');
    await writeFile(join(folder, 'sb', 'Bild ä.png'), 'picture');
    await writeFile(join(folder, 'map.osu'), map);
    const id = await jobOf({ beatmap_md5: md5Hex(map), status: 'failed' });
    const response = await request(`/v1/jobs/${id}/beatmap`);
    const archive = openArchive(await bytesOf(response));
    expect(archive.entries.map(({ name }) => name).sort()).toEqual(['map.osu', 'sb/Bild ä.png']);
    expect(Buffer.from(archive.read('map.osu')!)).toEqual(Buffer.from(map));
    const etag = response.headers.get('etag')!;
    expect((await request(`/v1/jobs/${id}/beatmap`, { 'if-none-match': etag })).status).toBe(304);
    await writeFile(join(folder, 'sb', 'Bild ä.png'), 'another picture');
    expect((await request(`/v1/jobs/${id}/beatmap`, { 'if-none-match': etag })).status).toBe(200);
  });

  test('is downloaded from a mirror once for all requests, and kept', async () => {
    const map = mapOf('on a mirror');
    const beatmap_md5 = md5Hex(map);
    mirrored.set(beatmap_md5, (response) => void setTimeout(() => response.end(setOf(map)), 200));
    const id = await jobOf({ beatmap_md5 });
    const responses = await Promise.all(Array.from({ length: 5 }, () => request(`/v1/jobs/${id}/beatmap`)));
    for (const response of responses) expect(await bytesOf(response)).toEqual(Buffer.from(setOf(map)));
    expect(requested.filter((md5) => md5 === beatmap_md5)).toHaveLength(1);
    expect(await service.storage.stat(`beatmaps/${beatmap_md5}.osz`)).not.toBeNull();
    expect((await request(`/v1/beatmaps/${beatmap_md5.toUpperCase()}`)).status).toBe(200);
    expect(await service.tempFiles()).toEqual([]);
  });

  test('is 503 until a slow download has finished', async () => {
    const map = mapOf('slow');
    const beatmap_md5 = md5Hex(map);
    let release = () => {};
    mirrored.set(beatmap_md5, (response) => {
      release = () => response.end(setOf(map));
    });
    const id = await jobOf({ beatmap_md5 });
    const response = await request(`/v1/jobs/${id}/beatmap`);
    await expectError(response, 503, 'beatmap/not-yet');
    expect(response.headers.get('retry-after')).toBe('2');
    release();
    await expect.poll(async () => (await request(`/v1/jobs/${id}/beatmap`)).status).toBe(200);
  });

  test('is not downloaded while a worker downloads it', async () => {
    const map = mapOf('being downloaded');
    const beatmap_md5 = md5Hex(map);
    mirrored.set(beatmap_md5, (response) => void response.end(setOf(map)));
    const id = await jobOf({ beatmap_md5, status: 'downloading' });
    await expectError(await request(`/v1/jobs/${id}/beatmap`), 503, 'beatmap/not-yet');
    expect(requested).not.toContain(beatmap_md5);
  });

  test('that no mirror has is 404, and the mirrors are not requested again for a while', async () => {
    const beatmap_md5 = md5Hex(mapOf('nowhere'));
    const id = await jobOf({ beatmap_md5, status: 'failed' });
    for (let times = 0; times < 3; times++) {
      await expectError(await request(`/v1/jobs/${id}/beatmap`), 404, 'beatmap/not-found');
    }
    expect(requested.filter((md5) => md5 === beatmap_md5)).toHaveLength(1);
  });
});

test('a beatmap by its MD5 is never downloaded from a mirror', async () => {
  const map = mapOf('not for everyone');
  mirrored.set(md5Hex(map), (response) => void response.end(setOf(map)));
  await expectError(await request(`/v1/beatmaps/${md5Hex(map)}`), 404, 'beatmap/not-found');
  expect(requested).not.toContain(md5Hex(map));
});

describe('the file of a skin', () => {
  test('is sent unchanged', async () => {
    await service.storage.put('skins/My skin_2-b.osk', Buffer.from('the skin'));
    const response = await request(`/v1/skins/${encodeURIComponent('My skin_2-b')}/file`);
    expect([response.status, await response.text()]).toEqual([200, 'the skin']);
  });

  test.each([
    'Default',
    'unknown',
    '..',
    '..%2freplays%2fx',
    '%2e%2e',
    'a.osk',
    'a%00',
    '%5c..',
    'ünïcode',
    'x'.repeat(200),
  ])('%s has no file', async (name) => {
    await service.storage.put('replays/x.osk', Buffer.from('not a skin'));
    const response = await request(`/v1/skins/${name}/file`);
    // The client library resolves dots itself, so this path never reaches the route.
    await expectError(response, 404, name === '..' || name === '%2e%2e' ? 'request/not-found' : 'skin/not-found');
  });
});

test.each([
  ...['replay', 'beatmap'].flatMap((asset) => [`/v1/jobs/${randomUUID()}/${asset}`, `/v1/jobs/nothing/${asset}`]),
  ...['replay', 'beatmap'].map((asset) => `/v1/jobs/..%2f..%2fskins/${asset}`),
])('%s is 404, because there is no such job', async (path) => {
  await expectError(await request(path), 404, 'job/not-found');
});

test.each(['x', '..%2fskins%2fa', 'g'.repeat(32), 'a'.repeat(33), `${'a'.repeat(32)}.osz`, randomUUID()])(
  '%s is no MD5 of a map',
  async (name) => {
    await expectError(await request(`/v1/beatmaps/${name}`), 404, 'beatmap/not-found');
  },
);

test('an uploaded set is not found by an MD5 that equals the id of its job', async () => {
  const id = await jobOf({ beatmap_sha256: Buffer.alloc(32) });
  await service.storage.put(`beatmaps/${id}.osz`, Buffer.from('private'));
  await expectError(await request(`/v1/beatmaps/${id.replaceAll('-', '')}`), 404, 'beatmap/not-found');
});

test('a client may request sixty files per minute, of all kinds together', async () => {
  const client = newClient();
  const beatmap = '/v1/beatmaps/x';
  const kinds = [beatmap, '/v1/skins/unknown/file', `/v1/jobs/${randomUUID()}/replay`];
  const paths = Array.from({ length: 21 }, () => kinds).flat();
  const statuses = await Promise.all(paths.slice(0, 61).map(async (path) => (await request(path, { client })).status));
  expect(statuses.filter((status) => status === 404)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const refused = await request(beatmap, { client });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectError(refused, 429, 'limit/rate');
});

describe('what the service knows of a map', () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
  const described = (title: string) => mapOf(`[Metadata]\nTitle:${title}\n\n[Events]\n0,0,"sb\\BG.png",0,0\n`);
  const filesOf = (map: Uint8Array) => ({ 'other.osu': mapOf('other'), 'map.osu': map, 'SB/bg.png': picture });
  const zipOf = (map: Uint8Array) => makeZip(Object.entries(filesOf(map)).map(([name, data]) => ({ name, data })));
  const library = () => join(service.dataDir, 'beatmaps');
  const infoOf = async (md5: string) => {
    const response = await request(`/v1/beatmaps/${md5}/info`);
    expect(response.status).toBe(200);
    return (await response.json()) as BeatmapInfo;
  };

  test.each<[where: string, put: (map: Uint8Array, md5: string) => Promise<unknown>]>([
    ['an .osz in the library', (map) => writeFile(join(library(), 'described.osz'), zipOf(map))],
    [
      'a folder in the library',
      async (map) => {
        await mkdir(join(library(), 'described', 'SB'), { recursive: true });
        for (const [name, data] of Object.entries(filesOf(map)))
          await writeFile(join(library(), 'described', name), data);
      },
    ],
    ['storage', (map, md5) => service.storage.put(`beatmaps/${md5}.osz`, Buffer.from(zipOf(map)))],
  ])('in %s is the map and its background picture', async (where, put) => {
    const map = described(where);
    const md5 = md5Hex(map);
    await put(map, md5);
    const cover_url = `/v1/beatmaps/${md5}/cover`;
    // A request waits for the indexing of a new file, but only for two seconds.
    await expect
      .poll(() => infoOf(md5.toUpperCase()), { interval: 500 })
      .toEqual({ available: true, downloads: true, osu: new TextDecoder().decode(map), cover_url });
    const cover = await request(cover_url);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(cover.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await bytesOf(cover)).toEqual(picture);
    expect(requested).not.toContain(md5);
    expect(await service.tempFiles()).toEqual([]);
  });

  const coversOf = async (...ids: unknown[]) => {
    const response = await request(`/v1/jobs/covers?ids=${ids.join()}`);
    expect(response.status).toBe(200);
    return (await response.json()) as JobCovers;
  };

  test('is also a small picture, and which of several jobs have one', async () => {
    const [map, plain, missing] = [described('small'), mapOf('no picture'), mapOf('nowhere')];
    const large = createCanvas(1600, 1600);
    large.getContext('2d').fillRect(0, 0, 1600, 1600);
    const set = makeZip([
      { name: 'map.osu', data: map },
      { name: 'plain.osu', data: plain },
      { name: 'sb/bg.png', data: large.toBuffer('image/png') },
    ]);
    await writeFile(join(library(), 'small.osz'), set);
    const [small, none, unknown] = [map, plain, missing].map(md5Hex);
    const jobs = await insertJobs(
      service.database,
      [small?.toUpperCase(), none, unknown].map((beatmap_md5) => ({ beatmap_md5 })),
    );
    const [pictured = '', plainJob = ''] = jobs;
    const url = `/v1/beatmaps/${small}/cover?size=small`;
    const found = () => coversOf(...jobs, pictured.replaceAll('-', '').toUpperCase(), 'x', randomUUID());
    await expect
      .poll(found, { interval: 500 })
      .toEqual({ covers: { [pictured]: url }, titles: { [pictured]: 'small []' } });
    const cover = await request(url);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { width, height } = await loadImage(Buffer.from(await bytesOf(cover)));
    expect([width, height]).toEqual([640, 360]);
    expect(await coversOf(plainJob)).toEqual({ covers: {}, titles: {} });
    await expectError(await request(`/v1/beatmaps/${none}/cover?size=small`), 404, 'beatmap/not-found');
    expect(await coversOf('')).toEqual({ covers: {}, titles: {} });
    await expectError(await request(`/v1/jobs/covers?ids=${'a'.repeat(1111)}`), 422, 'request/invalid');
  });

  test('in a set that was uploaded with a replay belongs to its job alone', async () => {
    const map = described('sent along');
    const beatmap_md5 = md5Hex(map);
    const id = await jobOf({ beatmap_md5, beatmap_sha256: Buffer.alloc(32, 1) });
    await service.storage.put(`beatmaps/${id}.osz`, zipOf(map));
    const other = await jobOf({ beatmap_md5 });
    const removed = await jobOf({ beatmap_md5, beatmap_sha256: Buffer.alloc(32, 2), beatmap_set_id: null });
    const url = `/v1/jobs/${id}/cover?size=small`;
    expect(await coversOf(id, other, removed)).toEqual({ covers: { [id]: url }, titles: { [id]: 'sent along []' } });
    const cover = await request(`/v1/jobs/${id}/cover`);
    expect([cover.headers.get('content-type'), await bytesOf(cover)]).toEqual(['image/png', picture]);
    for (const job of [other, removed])
      await expectError(await request(`/v1/jobs/${job}/cover`), 404, 'beatmap/not-found');
    await expectError(await request(`/v1/jobs/${randomUUID()}/cover`), 404, 'job/not-found');
    await expectError(await request(`/v1/beatmaps/${beatmap_md5}/cover`), 404, 'beatmap/not-found');
  });

  test('that it does not have is that it may download it, and no mirror is asked', async () => {
    for (const md5 of [md5Hex(mapOf('not described')), 'f'.repeat(31), '..%2F..%2Fx', 'x'.repeat(5000)]) {
      expect(await infoOf(md5)).toEqual({ available: false, downloads: true, osu: null, cover_url: null });
      await expectError(await request(`/v1/beatmaps/${md5}/cover`), 404, 'beatmap/not-found');
      expect(requested).not.toContain(md5);
    }
  });

  test.each<[what: string, files: (map: Uint8Array) => Record<string, Uint8Array>]>([
    ['without a picture', (map) => ({ 'map.osu': map })],
    ['with a page as its picture', (map) => ({ 'map.osu': map, 'sb/bg.png': Buffer.from('<script>') })],
    ['with a picture of 9 MB', (map) => ({ 'map.osu': map, 'sb/bg.png': Buffer.alloc(9 * 1024 * 1024, picture) })],
  ])('%s has no cover', async (what, files) => {
    const map = described(what);
    const md5 = md5Hex(map);
    const set = makeZip(Object.entries(files(map)).map(([name, data]) => ({ name, data, method: 'store' as const })));
    await service.storage.put(`beatmaps/${md5}.osz`, Buffer.from(set));
    expect(await infoOf(md5)).toMatchObject({ available: true, cover_url: null });
    await expectError(await request(`/v1/beatmaps/${md5}/cover`), 404, 'beatmap/not-found');
  });

  test('in a damaged set is nothing', async () => {
    const md5 = md5Hex(described('damaged'));
    await service.storage.put(`beatmaps/${md5}.osz`, Buffer.from('PK, but not really'));
    expect(await infoOf(md5)).toMatchObject({ available: false, osu: null });
    await service.storage.put(`beatmaps/${md5}.osz`, Buffer.from(zipOf(mapOf('another map'))));
    expect(await infoOf(md5)).toMatchObject({ available: false, osu: null });
  });

  test('may be requested 120 times per minute, together with the cards of jobs', async () => {
    const client = newClient();
    const first = await request('/v1/beatmaps/x/info', { client });
    expect(first.headers.get('x-ratelimit-remaining')).toBe('119');
    for (let i = 0; i < 118; i++) await request('/v1/beatmaps/x/cover', { client });
    const card = () => request(`/v1/jobs/${randomUUID()}/card`, { client });
    await expectError(await card(), 404, 'job/not-found');
    await expectError(await request('/v1/beatmaps/x/info', { client }), 429, 'limit/rate');
    await expectError(await card(), 429, 'limit/rate');
  });
});
