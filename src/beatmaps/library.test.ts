import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip } from '../../test/support/zip.ts';
import { md5 } from '../osu/md5.ts';
import { archiveMd5s } from './archive-md5s.ts';
import { type Library, openLibrary } from './library.ts';

const easy = new TextEncoder().encode('osu file format v14\neasy');
const hard = new TextEncoder().encode('osu file format v14\nhard');

let folder: string;
let library: Library;
let read: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-library-'));
  read = [];
  library = await openLibrary(join(folder, 'beatmaps'), {
    async md5sOf(path) {
      read.push(path);
      const bytes = await readFile(path);
      return path.endsWith('.osu') ? [md5(bytes)] : archiveMd5s(bytes);
    },
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inside = (name: string) => join(folder, 'beatmaps', name);

test('its folder is made, and an empty one holds nothing', async () => {
  expect(await library.find(md5(easy))).toBeNull();
});

test('a map is found in an archive and in a folder of any depth', async () => {
  await writeFile(inside('1 Set.osz'), makeZip([{ name: 'easy.osu', data: easy }]));
  await mkdir(inside('Songs/2 Other'), { recursive: true });
  await writeFile(inside('Songs/2 Other/hard.osu'), hard);
  expect(await library.find(md5(easy))).toEqual({ kind: 'archive', path: inside('1 Set.osz') });
  expect(await library.find(md5(hard))).toEqual({ kind: 'folder', path: inside('Songs/2 Other') });
});

test('what is dropped in, replaced or taken away counts at once, and what has not changed is read once', async () => {
  await writeFile(inside('a.osu'), easy);
  await writeFile(inside('b.osu'), 'another');
  expect(await library.find(md5(easy))).not.toBeNull();
  expect(await library.find(md5(hard))).toBeNull();
  await writeFile(inside('a.osu'), hard);
  await utimes(inside('a.osu'), 1, 1);
  expect(await library.find(md5(hard))).not.toBeNull();
  expect(await library.find(md5(easy))).toBeNull();
  await rm(inside('a.osu'));
  expect(await library.find(md5(hard))).toBeNull();
  expect(read).toEqual([inside('a.osu'), inside('b.osu'), inside('a.osu')]);
});

test('a folder that is linked in belongs to it, and one linked into itself does no harm', async () => {
  await mkdir(join(folder, 'Songs'));
  await writeFile(join(folder, 'Songs', 'easy.osu'), easy);
  await symlink(join(folder, 'Songs'), inside('linked'));
  await symlink(folder, join(folder, 'Songs', 'round'));
  await symlink(join(folder, 'nowhere'), inside('dangling.osu'));
  expect(await library.find(md5(easy))).toMatchObject({ kind: 'folder' });
});

test('a library whose folder was taken away is an empty one', async () => {
  await rm(join(folder, 'beatmaps'), { recursive: true });
  expect(await library.find(md5(easy))).toBeNull();
});

test('an archive with a broken difficulty still has its others', () => {
  const archive = makeZip([
    { name: 'broken.osu', data: hard, crc: 1 },
    { name: 'easy.osu', data: easy },
    { name: 'song.mp3', data: 'la' },
  ]);
  expect(archiveMd5s(archive)).toEqual([md5(easy)]);
});
