import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip } from '../../../../test/support/files/zip.ts';
import type { Storage } from '../../storage/index.ts';
import { createSkinCache, type SkinCache } from './skin-cache.ts';

let folder: string;
let objects: Map<string, { bytes: Uint8Array; etag: string }>;
let gets: string[];
let delayed: Promise<void>;
let paths: number;
let cache: SkinCache;
const signal = new AbortController().signal;

const storage = {
  async stat(key: string) {
    const found = objects.get(key);
    return found ? { key, etag: found.etag, sizeBytes: found.bytes.length } : null;
  },
  async get(key: string) {
    gets.push(key);
    await delayed;
    const found = objects.get(key);
    return found ? { key, etag: found.etag, stream: Readable.from([Buffer.from(found.bytes)]) } : null;
  },
} as unknown as Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-skins-'));
  objects = new Map();
  gets = [];
  delayed = Promise.resolve();
  paths = 0;
  cache = cacheOf(1_000);
});
afterEach(async () => {
  await cache.close();
  expect(readdirSync(folder)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

function cacheOf(maxBytes: number): SkinCache {
  return createSkinCache({ storage, newPath: () => join(folder, String(paths++)), maxBytes });
}

/** Stores a skin with one file of this size. */
function storeSkin(name: string, text: string, { etag = text, bytes = 100 } = {}): void {
  const data = text.padEnd(bytes, '.');
  objects.set(`skins/${name}.osk`, { bytes: makeZip([{ name: 'skin.ini', data, method: 'store' }]), etag });
}

const open = (name: string) => cache.open(name, { signal });
const readIni = (skin: { folder: string }) => readFileSync(join(skin.folder, 'skin.ini'), 'utf8').replace(/\.+$/, '');

/** Opens and releases a skin. */
async function use(name: string): Promise<void> {
  (await open(name)).release();
}

test('a skin is downloaded and unpacked once for several uses', async () => {
  storeSkin('A', 'one');
  const first = await open('A');
  const second = await open('A');
  expect(readIni(first)).toBe('one');
  expect(second.folder).toBe(first.folder);
  expect(gets).toEqual(['skins/A.osk']);
});

test('a replaced skin is downloaded, and open folders of the old one remain', async () => {
  storeSkin('A', 'one');
  const before = await open('A');
  storeSkin('A', 'two');
  const after = await open('A');
  expect([readIni(before), readIni(after)]).toEqual(['one', 'two']);
});

test('the same bytes under two names are unpacked once', async () => {
  storeSkin('A', 'one', { etag: 'x' });
  storeSkin('B', 'one', { etag: 'y' });
  const [a, b] = await Promise.all([open('A'), open('B')]);
  expect(b.folder).toBe(a.folder);
  a.release();
  b.release();
});

test('concurrent renders with one skin share one download, and aborting one does not affect the others', async () => {
  let arrive = () => {};
  delayed = new Promise((resolve) => {
    arrive = resolve;
  });
  storeSkin('A', 'one');
  const stop = new AbortController();
  const aborted = cache.open('A', { signal: stop.signal });
  const others = Promise.all([open('A'), open('A')]);
  await expect.poll(() => gets).toHaveLength(1);
  stop.abort(new Error('cancelled'));
  await expect(aborted).rejects.toThrow('cancelled');
  arrive();
  expect((await others).map(readIni)).toEqual(['one', 'one']);
  expect(gets).toHaveLength(1);
});

test('the least recently used skin is evicted first, and never one in use', async () => {
  for (const name of ['A', 'B', 'C']) storeSkin(name, name, { bytes: 400 });
  const a = await open('A');
  await use('B');
  await use('C');
  // Two skins fit besides the one in use, which does not count.
  for (const name of ['B', 'C']) await use(name);
  expect(gets).toHaveLength(3);
  a.release();
  // Now A is the least recently used of three.
  await use('B');
  await use('C');
  expect(gets).toHaveLength(3);
  await use('A');
  expect(gets).toHaveLength(4);
});

test('a skin larger than the cache exists while it is used', async () => {
  storeSkin('Huge', 'huge', { bytes: 5_000 });
  const skin = await open('Huge');
  expect(readIni(skin)).toBe('huge');
  skin.release();
  skin.release();
  await expect.poll(() => existsSync(skin.folder)).toBe(false);
});

test.each([
  ['that is not stored', () => {}, 'skin/not-found'],
  [
    'that is not an archive',
    () => objects.set('skins/A.osk', { bytes: Buffer.from('no'), etag: '1' }),
    'archive/unreadable',
  ],
  [
    'with a path out of its folder',
    () => objects.set('skins/A.osk', { bytes: makeZip([{ name: '../a', data: 'x' }]), etag: '1' }),
    'archive/unsafe',
  ],
])('a skin %s is refused, and is opened after it was fixed', async (_, store, code) => {
  store();
  await expect(open('A')).rejects.toMatchObject({ code });
  storeSkin('A', 'better');
  expect(readIni(await open('A'))).toBe('better');
});

test('an interrupted download leaves no file, and the next one succeeds', async () => {
  storeSkin('A', 'one');
  const whole = objects.get('skins/A.osk')!;
  const broken = Object.assign(Object.create(storage), {
    get: async () => ({
      key: 'skins/A.osk',
      etag: whole.etag,
      stream: Readable.from(
        (async function* () {
          yield Buffer.from('PK');
          throw new Error('reset');
        })(),
      ),
    }),
  });
  const other = createSkinCache({ storage: broken, newPath: () => join(folder, String(paths++)) });
  await expect(other.open('A', { signal })).rejects.toThrow('reset');
  await other.close();
  expect(readdirSync(folder)).toEqual([]);
  expect(readIni(await open('A'))).toBe('one');
});
