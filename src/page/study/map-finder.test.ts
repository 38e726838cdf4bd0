import { afterEach, expect, test, vi } from 'vitest';
import { mapBytes } from '../../../test/support/beatmaps/map-text.ts';
import { makeZip } from '../../../test/support/files/zip.ts';
import { findBeatmapByMd5, openArchive } from '../../game/archive/index.ts';
import { md5Hex } from '../../game/beatmap/index.ts';
import { createMapFinder } from './map-finder.ts';

const first = mapBytes({ objects: ['100,100,1000,1,0'] });
const second = mapBytes({ objects: ['100,100,2000,1,0'] });
const { signal } = new AbortController();
const find = (finder: ReturnType<typeof createMapFinder>, osu: Uint8Array) => finder.find(md5Hex(osu), { signal });
const fileOf = (name: string, bytes: Uint8Array) => new File([bytes.slice()], name);

afterEach(() => vi.unstubAllGlobals());

test('maps are found in the sets and maps of this device', async () => {
  const finder = createMapFinder();
  await finder.addFile(fileOf('set.osz', makeZip([{ name: 'a.osu', data: first }])));
  await finder.addFile(fileOf('b.osu', second));
  expect(await find(finder, first)).toEqual(Uint8Array.from(first));
  expect(await find(finder, second)).toEqual(Uint8Array.from(second));
});

test('a file that is no set is refused', async () => {
  await expect(createMapFinder().addFile(fileOf('set.osz', first))).rejects.toMatchObject({
    code: 'archive/unreadable',
  });
});

/** A service with the first map, whose limit refuses the first request. */
function stubService() {
  const requests: string[] = [];
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (requests.length === 1) {
      const body = JSON.stringify({ detail: 'Too many requests.', code: 'limit/rate' });
      return new Response(body, { status: 429, headers: { 'retry-after': '0' } });
    }
    const osu = path.includes(md5Hex(first)) ? new TextDecoder().decode(first) : null;
    return Response.json({ available: osu !== null, downloads: true, osu, cover_url: null });
  });
  return requests;
}

test('other maps come from the service, once each, also after it has limited the requests', async () => {
  const requests = stubService();
  const finder = createMapFinder();
  expect(await find(finder, first)).toEqual(Uint8Array.from(first));
  expect(await find(finder, first)).toEqual(Uint8Array.from(first));
  expect(requests).toEqual(Array(2).fill(`/v1/beatmaps/${md5Hex(first)}/info`));
  expect(await find(finder, second)).toBeNull();
});

test('the player gets the set of this device, else that of the service, else the map alone', async () => {
  const set = makeZip([{ name: 'a.osu', data: first }]);
  const finder = createMapFinder();
  await finder.addFile(fileOf('set.osz', set));
  await finder.addFile(fileOf('b.osu', second));
  expect(await finder.findSet(md5Hex(first), { signal })).toEqual(Uint8Array.from(set));

  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ detail: 'No.', code: 'beatmap/not-found' }), { status: 404 }),
  );
  const alone = openArchive(await finder.findSet(md5Hex(second), { signal }));
  expect(findBeatmapByMd5(alone, md5Hex(second))?.bytes).toEqual(Uint8Array.from(second));
  vi.stubGlobal('fetch', async () => new Response(set.slice()));
  expect(await finder.findSet(md5Hex(second), { signal })).toEqual(Uint8Array.from(set));
});
