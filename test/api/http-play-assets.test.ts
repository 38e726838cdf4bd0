import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArchive } from '../../src/game/archive/index.ts';
import { md5Hex } from '../../src/game/md5.ts';
import { expectError, get, newClient } from '../support/http.ts';
import { insertJobs } from '../support/jobs.ts';
import { type InnerService, startInnerService } from '../support/service.ts';
import { makeZip } from '../support/zip.ts';

const mapOf = (text: string) => new TextEncoder().encode(`osu file format v14\n${text}`);
const setOf = (map: Uint8Array) => makeZip([{ name: 'map.osu', data: map }]);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

let service: InnerService;
let mirror: Server;
/** What the mirror does with a request for an MD5; those it does not know are 404. */
const mirrored = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];

beforeAll(async () => {
  mirror = createServer((request, response) => {
    const wanted = request.url!.slice(1);
    asked.push(wanted);
    const give = mirrored.get(wanted);
    if (give) give(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  const { port } = mirror.address() as AddressInfo;
  service = await startInnerService({ env: { BEATMAP_MIRRORS: `http://127.0.0.1:${port}/{md5}` } });
  await mkdir(join(service.dataDir, 'beatmaps'), { recursive: true });
});
afterAll(async () => {
  await service?.stop();
  mirror?.closeAllConnections();
  mirror?.close();
});

/** Everybody is somebody else, unless told otherwise. */
function ask(path: string, { client = newClient(), ...headers }: Record<string, string> = {}): Promise<Response> {
  return get(service.url + path, { 'edge-connecting-ip': client, ...headers });
}

async function jobOf(row: Parameters<typeof insertJobs>[1][number]): Promise<string> {
  const [id = ''] = await insertJobs(service.database, [row]);
  return id;
}

describe('the replay of a job', () => {
  test.each(['queued', 'rendering', 'completed', 'failed'] as const)('that is %s is sent as it is', async (status) => {
    const id = await jobOf({ status });
    await service.storage.put(`replays/${id}.osr`, Buffer.from('the replay'));
    for (const name of [id, id.replaceAll('-', '').toUpperCase()]) {
      const response = await ask(`/v1/jobs/${name}/replay`);
      expect([response.status, (await bytesOf(response)).toString()]).toEqual([200, 'the replay']);
    }
  });

  test('is what it says it is, and may be asked for anew at little cost', async () => {
    const id = await jobOf({});
    await service.storage.put(`replays/${id}.osr`, Buffer.from('the replay'));
    const path = `/v1/jobs/${id}/replay`;
    const response = await ask(path);
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
    const again = await ask(path, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask(path, { 'if-none-match': '"another"' })).status).toBe(200);
    const head = await fetch(service.url + path, { method: 'HEAD', headers: { 'edge-connecting-ip': newClient() } });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '10', etag]);
  });

  test('is there after the video was purged', async () => {
    const id = await jobOf({ status: 'completed' });
    await service.storage.put(`replays/${id}.osr`, Buffer.from('the replay'));
    await service.jobs.retention.purge(service.storage, [id]);
    expect((await ask(`/v1/jobs/${id}/replay`)).status).toBe(200);
  });

  test('that was never stored is 410', async () => {
    await expectError(await ask(`/v1/jobs/${await jobOf({})}/replay`), 410, 'replay/not-stored');
  });
});

describe('the beatmap of a job', () => {
  test('is the one that was sent along, and nobody else gets it', async () => {
    const map = mapOf('sent along');
    const beatmap_md5 = md5Hex(map);
    const id = await jobOf({ beatmap_md5, beatmap_sha256: Buffer.alloc(32) });
    await service.storage.put(`beatmaps/${id}.osz`, setOf(map));
    expect(await bytesOf(await ask(`/v1/jobs/${id}/beatmap`))).toEqual(Buffer.from(setOf(map)));
    await expectError(await ask(`/v1/beatmaps/${beatmap_md5}`), 404, 'beatmap/not-found');
    const other = await jobOf({ beatmap_md5 });
    await expectError(await ask(`/v1/jobs/${other}/beatmap`), 404, 'beatmap/not-found');
  });

  test('is the one in the library', async () => {
    const map = mapOf('in the library');
    await writeFile(join(service.dataDir, 'beatmaps', 'a set.osz'), setOf(map));
    const id = await jobOf({ beatmap_md5: md5Hex(map), status: 'rendering' });
    const response = await ask(`/v1/jobs/${id}/beatmap`);
    const etag = response.headers.get('etag')!;
    expect(await bytesOf(response)).toEqual(Buffer.from(setOf(map)));
    const again = await ask(`/v1/jobs/${id}/beatmap`, { 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  test('is packed where the library has it in a folder, without what no player needs', async () => {
    const map = mapOf('in a folder');
    const folder = join(service.dataDir, 'beatmaps', 'folder');
    await mkdir(join(folder, 'sb'), { recursive: true });
    await writeFile(join(folder, 'video.mp4'), 'large');
    await writeFile(join(folder, 'sb', 'Bild ä.png'), 'picture');
    await writeFile(join(folder, 'map.osu'), map);
    const id = await jobOf({ beatmap_md5: md5Hex(map), status: 'failed' });
    const response = await ask(`/v1/jobs/${id}/beatmap`);
    const archive = openArchive(await bytesOf(response));
    expect(archive.entries.map(({ name }) => name).sort()).toEqual(['map.osu', 'sb/Bild ä.png']);
    expect(Buffer.from(archive.read('map.osu')!)).toEqual(Buffer.from(map));
    const etag = response.headers.get('etag')!;
    expect((await ask(`/v1/jobs/${id}/beatmap`, { 'if-none-match': etag })).status).toBe(304);
    await writeFile(join(folder, 'sb', 'Bild ä.png'), 'another picture');
    expect((await ask(`/v1/jobs/${id}/beatmap`, { 'if-none-match': etag })).status).toBe(200);
  });

  test('is fetched from a mirror, once for all who ask, and kept', async () => {
    const map = mapOf('on a mirror');
    const beatmap_md5 = md5Hex(map);
    mirrored.set(beatmap_md5, (response) => void setTimeout(() => response.end(setOf(map)), 200));
    const id = await jobOf({ beatmap_md5 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`/v1/jobs/${id}/beatmap`)));
    for (const answer of answers) expect(await bytesOf(answer)).toEqual(Buffer.from(setOf(map)));
    expect(asked.filter((wanted) => wanted === beatmap_md5)).toHaveLength(1);
    expect(await service.storage.stat(`beatmaps/${beatmap_md5}.osz`)).not.toBeNull();
    expect((await ask(`/v1/beatmaps/${beatmap_md5.toUpperCase()}`)).status).toBe(200);
    expect(await service.filesInTransit()).toEqual([]);
  });

  test('that takes its time is 503 until it is there', async () => {
    const map = mapOf('slow');
    const beatmap_md5 = md5Hex(map);
    let release = () => {};
    mirrored.set(beatmap_md5, (response) => {
      release = () => response.end(setOf(map));
    });
    const id = await jobOf({ beatmap_md5 });
    const response = await ask(`/v1/jobs/${id}/beatmap`);
    await expectError(response, 503, 'beatmap/not-yet');
    expect(response.headers.get('retry-after')).toBe('2');
    release();
    await expect.poll(async () => (await ask(`/v1/jobs/${id}/beatmap`)).status).toBe(200);
  });

  test('is left to the worker that is downloading it', async () => {
    const map = mapOf('being downloaded');
    const beatmap_md5 = md5Hex(map);
    mirrored.set(beatmap_md5, (response) => void response.end(setOf(map)));
    const id = await jobOf({ beatmap_md5, status: 'downloading' });
    await expectError(await ask(`/v1/jobs/${id}/beatmap`), 503, 'beatmap/not-yet');
    expect(asked).not.toContain(beatmap_md5);
  });

  test('that nobody has is 404, and nobody is asked again for a while', async () => {
    const beatmap_md5 = md5Hex(mapOf('nowhere'));
    const id = await jobOf({ beatmap_md5, status: 'failed' });
    for (let times = 0; times < 3; times++) {
      await expectError(await ask(`/v1/jobs/${id}/beatmap`), 404, 'beatmap/not-found');
    }
    expect(asked.filter((wanted) => wanted === beatmap_md5)).toHaveLength(1);
  });
});

test('a beatmap by its MD5 is never fetched from a mirror', async () => {
  const map = mapOf('not for everyone');
  mirrored.set(md5Hex(map), (response) => void response.end(setOf(map)));
  await expectError(await ask(`/v1/beatmaps/${md5Hex(map)}`), 404, 'beatmap/not-found');
  expect(asked).not.toContain(md5Hex(map));
});

describe('the file of a skin', () => {
  test('is sent as it is', async () => {
    await service.storage.put('skins/My skin_2-b.osk', Buffer.from('the skin'));
    const response = await ask(`/v1/skins/${encodeURIComponent('My skin_2-b')}/file`);
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
  ])('%s has none', async (name) => {
    await service.storage.put('replays/x.osk', Buffer.from('not a skin'));
    const response = await ask(`/v1/skins/${name}/file`);
    // What a client resolves by itself never comes here.
    await expectError(response, 404, name === '..' || name === '%2e%2e' ? 'request/not-found' : 'skin/not-found');
  });
});

test.each([
  ...['replay', 'beatmap'].flatMap((asset) => [`/v1/jobs/${randomUUID()}/${asset}`, `/v1/jobs/nothing/${asset}`]),
  ...['replay', 'beatmap'].map((asset) => `/v1/jobs/..%2f..%2fskins/${asset}`),
])('%s is of no job', async (path) => {
  await expectError(await ask(path), 404, 'job/not-found');
});

test.each(['x', '..%2fskins%2fa', 'g'.repeat(32), 'a'.repeat(33), `${'a'.repeat(32)}.osz`, randomUUID()])(
  '%s is no MD5 of a map',
  async (name) => {
    await expectError(await ask(`/v1/beatmaps/${name}`), 404, 'beatmap/not-found');
  },
);

test('a set that came with a replay is not found by an MD5 that spells the id of its job', async () => {
  const id = await jobOf({ beatmap_sha256: Buffer.alloc(32) });
  await service.storage.put(`beatmaps/${id}.osz`, Buffer.from('private'));
  await expectError(await ask(`/v1/beatmaps/${id.replaceAll('-', '')}`), 404, 'beatmap/not-found');
});

test('a client may ask for sixty a minute, of all kinds together', async () => {
  const client = newClient();
  const paths = ['/v1/beatmaps/x', '/v1/skins/unknown/file', `/v1/jobs/${randomUUID()}/replay`];
  const statuses = await Promise.all(
    Array.from({ length: 61 }, async (_, i) => (await ask(paths[i % 3]!, { client })).status),
  );
  expect(statuses.filter((status) => status === 404)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const refused = await ask(paths[0]!, { client });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectError(refused, 429, 'limit/rate');
});
