import { expect, test, vi } from 'vitest';
import type { MapFiles } from '../../beatmaps/index.ts';
import { createCovers } from './covers.ts';

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 1);
const sourceOf = (i: number, setId: string | null = null) => ({ md5: i.toString(16).padStart(32, '0'), setId });

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
  expect(await small(sourceOf(10))).toEqual({ bytes: jpeg, type: 'image/jpeg' });
  await small({ md5: sourceOf(10).md5.toUpperCase(), setId: null });
  expect(resize).toHaveBeenCalledTimes(1);
  wait(60 * 60_000);
  await small(sourceOf(10));
  expect(resize).toHaveBeenCalledTimes(2);
});

test('256 covers are kept, and the oldest makes room', async () => {
  const { small, resize } = covers();
  for (let i = 0; i <= 256; i++) await small(sourceOf(i));
  await small(sourceOf(256));
  expect(resize).toHaveBeenCalledTimes(257);
  await small(sourceOf(0));
  expect(resize).toHaveBeenCalledTimes(258);
});

test.each([
  ['has no picture', { background: null }],
  ['has a page as its picture', { background: new TextEncoder().encode('<script>') }],
  ['has a broken picture', { resized: null }],
])('a map that %s has no cover, which is known from then on', async (_, options) => {
  const { small, describe, read, resize, findLocal } = covers(options);
  findLocal.mockResolvedValue({} as never);
  expect([await small(sourceOf(1)), await small(sourceOf(1))]).toEqual([null, null]);
  expect([read.mock.calls.length, resize.mock.calls.length]).toEqual([1, 'resized' in options ? 1 : 0]);
  expect(await describe(sourceOf(1))).toMatchObject({ hasCover: false });
});

test('a missing map is looked up again, and so is one whose picture could not be resized now', async () => {
  const missing = covers();
  missing.read.mockResolvedValueOnce(null);
  expect([await missing.small(sourceOf(1)), (await missing.small(sourceOf(1)))?.type]).toEqual([null, 'image/jpeg']);
  const busy = covers({ resized: 'busy' });
  expect((await busy.small(sourceOf(1)))?.bytes).toBe(jpeg);
  await busy.small(sourceOf(1));
  expect(busy.resize).toHaveBeenCalledTimes(2);
});

test('the title of a map, and whether it has a picture, are looked up once an hour for maps that the service has', async () => {
  const { describe, findLocal, read, wait } = covers();
  findLocal.mockImplementation((async (md5: string) => (md5 === sourceOf(1).md5 ? null : {})) as never);
  const map = { osu: jpeg, background: null, title: 'Artist - Title [Hard]' };
  read.mockImplementation((async ({ md5 }: { md5: string }) =>
    md5 === sourceOf(2).md5 ? map : { ...map, background: jpeg }) as never);
  const all = () => Promise.all([1, 2, 3].map((i) => describe(sourceOf(i))));
  const { title } = map;
  const known = [
    { hasCover: false, title: null },
    { hasCover: false, title },
    { hasCover: true, title },
  ];
  for (let i = 0; i < 2; i++) expect(await all()).toEqual(known);
  const looked = () => [findLocal.mock.calls.length, read.mock.calls.length];
  // The missing map may come any time.
  expect(looked()).toEqual([4, 2]);
  wait(60 * 60_000);
  await all();
  expect(looked()).toEqual([7, 4]);
});

test('the same map in an uploaded set is another map', async () => {
  const { describe, small, findLocal, read } = covers();
  const [own, uploaded] = [sourceOf(1), sourceOf(1, 'set')];
  expect((await describe(uploaded)).hasCover).toBe(true);
  expect((await describe(own)).hasCover).toBe(false);
  expect(findLocal.mock.calls).toEqual([[own.md5]]);
  await small(uploaded);
  expect(read.mock.calls).toEqual([[uploaded], [uploaded]]);
});
