import { expect, test, vi } from 'vitest';
import type { MapFiles } from '../../beatmaps/index.ts';
import { createCovers } from './covers.ts';

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 1);
const md5Of = (i: number) => i.toString(16).padStart(32, '0');

function covers({ background = jpeg as Uint8Array | null, resized = jpeg as Uint8Array | null | 'busy' } = {}) {
  let t = 0;
  const read = vi.fn(
    async (): Promise<MapFiles | null> => ({
      osu: jpeg,
      background,
      title: 'Artist - Title [Hard]',
    }),
  );
  const resize = vi.fn(async () => resized);
  const findLocal = vi.fn(async () => null);
  const options = { beatmaps: { findLocal }, maps: { read }, resize, now: () => t };
  return { ...createCovers(options), read, resize, findLocal, wait: (ms: number) => (t += ms) };
}

test('a cover is resized once an hour', async () => {
  const { small, resize, wait } = covers();
  expect(await small(md5Of(10))).toEqual({ bytes: jpeg, type: 'image/jpeg' });
  await small(md5Of(10).toUpperCase());
  expect(resize).toHaveBeenCalledTimes(1);
  wait(60 * 60_000);
  await small(md5Of(10));
  expect(resize).toHaveBeenCalledTimes(2);
});

test('256 covers are kept, and the oldest makes room', async () => {
  const { small, resize } = covers();
  for (let i = 0; i <= 256; i++) await small(md5Of(i));
  await small(md5Of(256));
  expect(resize).toHaveBeenCalledTimes(257);
  await small(md5Of(0));
  expect(resize).toHaveBeenCalledTimes(258);
});

test.each([
  ['has no picture', { background: null }],
  ['has a page as its picture', { background: new TextEncoder().encode('<script>') }],
  ['has a broken picture', { resized: null }],
])('a map that %s has no cover, which is known from then on', async (_, options) => {
  const { small, available, read, findLocal } = covers(options);
  expect([await small(md5Of(1)), await small(md5Of(1)), await available([md5Of(1)])]).toEqual([null, null, []]);
  expect(read).toHaveBeenCalledTimes(1);
  expect(findLocal).not.toHaveBeenCalled();
});

test('a missing map is looked up again, and so is one whose picture could not be resized now', async () => {
  const missing = covers();
  missing.read.mockResolvedValueOnce(null);
  expect([await missing.small(md5Of(1)), (await missing.small(md5Of(1)))?.type]).toEqual([null, 'image/jpeg']);
  const busy = covers({ resized: 'busy' });
  expect((await busy.small(md5Of(1)))?.bytes).toBe(jpeg);
  await busy.small(md5Of(1));
  expect(busy.resize).toHaveBeenCalledTimes(2);
});

test('which maps have a picture is looked up once an hour for maps that the service has', async () => {
  const { available, findLocal, read, small, wait } = covers();
  findLocal.mockImplementation((async (md5: string) => (md5 === md5Of(1) ? null : {})) as never);
  const plain = { osu: jpeg, background: null, title: null };
  read.mockImplementation((async (md5: string) =>
    md5 === md5Of(2) ? plain : { ...plain, background: jpeg }) as never);
  await small(md5Of(4));
  const all = [1, 2, 3, 4].map(md5Of);
  for (let i = 0; i < 2; i++) expect(await available(all)).toEqual([md5Of(3), md5Of(4)]);
  const looked = () => [findLocal.mock.calls.length, read.mock.calls.length];
  // The missing map may come any time.
  expect(looked()).toEqual([4, 3]);
  wait(60 * 60_000);
  await available(all);
  expect(looked()).toEqual([8, 6]);
});

test('titles are known of maps that the service has, without reading them again for their pictures', async () => {
  const { available, titles, findLocal, read } = covers();
  findLocal.mockImplementation((async (md5: string) => (md5 === md5Of(1) ? null : {})) as never);
  const wanted = [md5Of(1), md5Of(2)];
  expect(await titles(wanted)).toEqual({ [md5Of(2)]: 'Artist - Title [Hard]' });
  expect(await available(wanted)).toEqual([md5Of(2)]);
  expect(read).toHaveBeenCalledTimes(1);
});
