import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeZip } from '../../../test/support/files/zip.ts';
import { buildProgram, type Program } from '../../../test/support/processes/program.ts';
import { md5Hex } from '../../game/md5.ts';
import type { Storage } from '../storage/index.ts';
import { type Beatmaps, type BeatmapsOptions, openBeatmaps } from './index.ts';

const map = new TextEncoder().encode('osu file format v14\nplayed');
const wanted = md5Hex(map);
const setOf = (song: string) =>
  makeZip([
    { name: 'map.osu', data: map },
    { name: 'song.mp3', data: song },
  ]);
const otherSet = makeZip([{ name: 'map.osu', data: 'another' }]);

let child: Program;
let folder: string;
let objects: Map<string, Buffer>;
let server: Server;
let template: string;
/** What the mirror gives; null: it has not got it. */
let given: Uint8Array | null;
let asked: number;
let beatmaps: Beatmaps;

const storage = {
  async get(key: string) {
    const bytes = objects.get(key);
    return bytes ? { stream: Readable.from([bytes]) } : null;
  },
  async putFile(key: string, path: string) {
    objects.set(key, await readFile(path));
  },
} as unknown as Storage;

beforeAll(async () => {
  child = await buildProgram('src/service/beatmaps/set-child.ts');
  server = createServer((_, response) => {
    asked++;
    response.writeHead(given ? 200 : 404).end(given);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  template = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{md5}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await child.remove();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-beatmaps-'));
  await mkdir(join(folder, 'job'));
  [objects, given, asked] = [new Map(), null, 0];
  beatmaps = await open();
});
afterEach(async () => {
  await beatmaps.stop();
  await rm(folder, { recursive: true, force: true });
});

function open(options: Partial<BeatmapsOptions> = {}): Promise<Beatmaps> {
  return openBeatmaps({
    folder: join(folder, 'library'),
    storage,
    mirrors: [template],
    maxBytes: 10_000,
    setChild: { childPath: child.path },
    ...options,
  });
}

const find = () => beatmaps.find(wanted, { folder: join(folder, 'job') });
const key = `beatmaps/${wanted}.osz`;

test('a map is searched in the library, then in storage, then on the mirrors', async () => {
  await expect(find()).rejects.toMatchObject({ code: 'beatmap/not-found' });
  given = setOf('from the mirror');
  const found = await find();
  expect(found).toMatchObject({ from: 'mirror', kind: 'archive' });
  expect(await readFile(found.path)).toEqual(Buffer.from(given));
  expect(asked).toBe(2);

  expect(await find()).toMatchObject({ from: 'storage' });
  expect(asked).toBe(2);
  await writeFile(join(folder, 'library', 'set.osz'), setOf('my own'));
  // A request waits only a moment for a library that is being read; a busy machine may take longer to read it.
  const own = { from: 'library', kind: 'archive', path: join(folder, 'library', 'set.osz') };
  await expect.poll(find).toEqual(own);
});

test('a download is kept only if it contains the requested map', async () => {
  given = otherSet;
  await expect(find()).rejects.toMatchObject({ code: 'beatmap/not-found' });
  expect(objects.size).toBe(0);
});

test('a stored file without the map is ignored', async () => {
  objects.set(key, Buffer.from(otherSet));
  given = setOf('right');
  expect(await find()).toMatchObject({ from: 'mirror' });
  expect(objects.get(key)).toEqual(Buffer.from(given));
});

test.each(['', 'x', '../../etc/passwd', 'g'.repeat(32), `${wanted}0`])('%j is not a valid MD5', async (name) => {
  await expect(beatmaps.find(name, { folder })).rejects.toMatchObject({ code: 'beatmap/not-found' });
  expect(asked).toBe(0);
});

test('a set that is too large is reported as too large, not as missing', async () => {
  given = setOf('x'.repeat(50).repeat(1000)).subarray(0);
  await beatmaps.stop();
  beatmaps = await open({ maxBytes: 100 });
  await expect(find()).rejects.toMatchObject({ code: 'archive/too-large' });
});

test('if no mirror is reachable, the map is unavailable, not missing', async () => {
  await beatmaps.stop();
  beatmaps = await open({ mirrors: ['http://127.0.0.1:1/{md5}'] });
  await expect(find()).rejects.toMatchObject({ code: 'beatmap/unavailable' });
});

test('if no other source has the map, find waits until the library is indexed', async () => {
  await beatmaps.stop();
  const slow = join(folder, 'slow.mjs');
  await writeFile(
    slow,
    `process.on('message', (path) => {
      const result = path.endsWith('z.osu') ? ['${wanted}'] : [];
      setTimeout(() => process.send({ kind: 'done', result }), 700);
    });
    process.send({ kind: 'ready' });`,
  );
  for (const name of ['a', 'b', 'c', 'z']) await writeFile(join(folder, 'library', `${name}.osu`), name);
  beatmaps = await open({ mirrors: [], setChild: { childPath: slow } });
  expect(await find()).toMatchObject({ from: 'library', kind: 'folder' });
});
