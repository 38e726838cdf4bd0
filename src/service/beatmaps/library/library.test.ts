import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeZip } from '../../../../test/support/files/zip.ts';
import { md5Hex } from '../../../game/md5.ts';
import { archiveMd5s } from '../archive-md5s.ts';
import { type Library, type LibraryOptions, openLibrary } from './library.ts';

const easy = new TextEncoder().encode('osu file format v14\neasy');
const hard = new TextEncoder().encode('osu file format v14\nhard');

let folder: string;
let library: Library;
let read: string[];
let errors: string[];
/** What a reading of a file waits for. */
let gate: Promise<unknown>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-library-'));
  [read, errors, gate] = [[], [], Promise.resolve()];
  library = await open();
});
afterEach(async () => {
  await library.stop();
  await rm(folder, { recursive: true, force: true });
});

const hasher = {
  async md5sOf(path: string) {
    read.push(path);
    await gate;
    return path.endsWith('.osu') ? [md5Hex(await readFile(path))] : archiveMd5s(path);
  },
};

function open(options: Partial<LibraryOptions> = {}): Promise<Library> {
  return openLibrary({
    folder: join(folder, 'beatmaps'),
    indexFile: join(folder, 'beatmaps.index'),
    hasher,
    onError: (what) => errors.push(what),
    // As long as a busy machine needs.
    maxWaitMs: 20_000,
    ...options,
  });
}

async function reopen(options: Partial<LibraryOptions> = {}): Promise<void> {
  await library.settled();
  await library.stop();
  read = [];
  library = await open(options);
}

/** Readings wait until the function is called. */
function closeGate(): () => void {
  let open = () => {};
  gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return open;
}

const inside = (name: string) => join(folder, 'beatmaps', name);

test('its folder is created, and an empty library has no maps', async () => {
  expect(await library.find(md5Hex(easy))).toBeNull();
});

test('a map is found in an archive and in a folder of any depth', async () => {
  await writeFile(inside('1 Set.osz'), makeZip([{ name: 'easy.osu', data: easy }]));
  await mkdir(inside('Songs/2 Other'), { recursive: true });
  await writeFile(inside('Songs/2 Other/hard.osu'), hard);
  expect(await library.find(md5Hex(easy))).toEqual({ kind: 'archive', path: inside('1 Set.osz') });
  expect(await library.find(md5Hex(hard))).toEqual({ kind: 'folder', path: inside('Songs/2 Other') });
});

test('a folder is preferred to an archive with the same map', async () => {
  await writeFile(inside('a.osz'), makeZip([{ name: 'easy.osu', data: easy }]));
  await writeFile(inside('easy.osu'), easy);
  await library.find(md5Hex(hard));
  expect(await library.find(md5Hex(easy))).toMatchObject({ kind: 'folder' });
});

test('added, replaced and removed files count at once, and unchanged files are read once', async () => {
  await writeFile(inside('a.osu'), easy);
  await writeFile(inside('b.osu'), 'another');
  expect(await library.find(md5Hex(easy))).not.toBeNull();
  expect(await library.find(md5Hex(hard))).toBeNull();
  await writeFile(inside('a.osu'), hard);
  await utimes(inside('a.osu'), 1, 1);
  expect(await library.find(md5Hex(hard))).not.toBeNull();
  expect(await library.find(md5Hex(easy))).toBeNull();
  await rm(inside('a.osu'));
  expect(await library.find(md5Hex(hard))).toBeNull();
  expect(read.filter((path) => path === inside('b.osu'))).toHaveLength(1);
});

test('changes in added subfolders are noticed, and so are moved and removed folders', async () => {
  await mkdir(inside('Songs/1'), { recursive: true });
  expect(await library.find(md5Hex(easy))).toBeNull();
  await writeFile(inside('Songs/1/easy.osu'), easy);
  expect(await library.find(md5Hex(easy))).toMatchObject({ path: inside('Songs/1') });
  await rename(inside('Songs/1'), inside('Songs/2'));
  expect(await library.find(md5Hex(easy))).toMatchObject({ path: inside('Songs/2') });
  await rm(inside('Songs'), { recursive: true });
  expect(await library.find(md5Hex(easy))).toBeNull();
  await mkdir(inside('Songs/2'), { recursive: true });
  await writeFile(inside('Songs/2/easy.osu'), easy);
  expect(await library.find(md5Hex(easy))).toMatchObject({ path: inside('Songs/2') });
});

test('a folder is read that replaces its parent folder, and the other way round', async () => {
  await mkdir(inside('Songs/1'), { recursive: true });
  expect(await library.find(md5Hex(easy))).toBeNull();
  const [child, parent] = [join(folder, 'child'), join(folder, 'parent')];
  await rename(inside('Songs/1'), child);
  await rename(inside('Songs'), parent);
  expect(await library.find(md5Hex(easy))).toBeNull();
  await rename(child, inside('Songs'));
  await rename(parent, inside('Songs/1'));
  await writeFile(inside('Songs/1/easy.osu'), easy);
  expect(await library.find(md5Hex(easy))).toMatchObject({ path: inside('Songs/1') });
});

test('linked folders are read, and a link cycle does no harm', async () => {
  await mkdir(join(folder, 'Songs'));
  await writeFile(join(folder, 'Songs', 'easy.osu'), easy);
  await symlink(join(folder, 'Songs'), inside('linked'));
  await symlink(join(folder, 'Songs'), inside('linked again'));
  await symlink(folder, join(folder, 'Songs', 'round'));
  await symlink(join(folder, 'nowhere'), inside('dangling.osu'));
  expect(await library.find(md5Hex(easy))).toMatchObject({ kind: 'folder' });
  await library.settled();
  expect(read).toHaveLength(1);
});

test('a library without its folder is empty', async () => {
  await writeFile(inside('a.osu'), easy);
  await library.find(md5Hex(easy));
  await rm(join(folder, 'beatmaps'), { recursive: true });
  expect(await library.find(md5Hex(easy))).toBeNull();
});

describe('an indexed library', () => {
  test('is loaded by the next process, which reads only changed files', async () => {
    await writeFile(inside('a.osu'), easy);
    await writeFile(inside('b.osu'), 'another');
    await writeFile(inside('gone.osu'), 'gone');
    await library.find(md5Hex(easy));
    await library.settled();
    await library.stop();
    await writeFile(inside('b.osu'), hard);
    await rm(inside('gone.osu'));
    await reopen();
    expect(await library.find(md5Hex(hard))).not.toBeNull();
    expect(await library.find(md5Hex(easy))).not.toBeNull();
    await library.settled();
    expect(read).toEqual([inside('b.osu')]);
    await library.stop();
    expect(await readFile(join(folder, 'beatmaps.index'), 'utf8')).not.toContain('gone.osu');
  });

  test('can be searched before it is read again', async () => {
    await writeFile(inside('a.osu'), easy);
    await library.find(md5Hex(easy));
    await reopen({ maxWaitMs: 1 });
    const pass = closeGate();
    await writeFile(inside('endless.osu'), hard);
    expect(await library.find(md5Hex(easy))).not.toBeNull();
    expect(await library.find(md5Hex(hard))).toBeNull();
    expect(library.isReading).toBe(true);
    pass();
  });

  test.each([
    ['that is cut off', (text: string) => text.slice(0, -20)],
    ['of another make', () => '{"version": 2}\n[1,2]\n["x",[["a.osu",1,["b"]]]]\n\n'],
    ['that is no text', () => '\0\x01\xff'.repeat(100)],
  ])('with an index file %s is read again', async (_, broken) => {
    await writeFile(inside('a.osu'), easy);
    await library.find(md5Hex(easy));
    await library.settled();
    await library.stop();
    const index = join(folder, 'beatmaps.index');
    await writeFile(index, broken(await readFile(index, 'utf8')));
    await reopen();
    expect(await library.find(md5Hex(easy))).not.toBeNull();
    expect(read).toEqual([inside('a.osu')]);
  });

  test('works without a writable index file and reports it', async () => {
    await library.stop();
    library = await open({ indexFile: join(folder, 'no', 'such', 'folder') });
    await writeFile(inside('a.osu'), easy);
    expect(await library.find(md5Hex(easy))).not.toBeNull();
    await library.settled();
    expect(errors).toContain('The index of the library cannot be written.');
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });
});

describe('a large library', () => {
  test('blocks neither opening nor finding', async () => {
    for (let i = 0; i < 20; i++) await writeFile(inside(`${i}.osu`), `osu file format v14\n${i}`);
    await library.stop();
    const pass = closeGate();
    library = await open({ maxWaitMs: 1 });
    expect(await library.find(md5Hex(easy))).toBeNull();
    expect(library.isReading).toBe(true);
    pass();
    await library.settled();
    expect(await library.find(md5Hex(new TextEncoder().encode('osu file format v14\n19')))).not.toBeNull();
  });

  test('indexes added files first', async () => {
    for (let i = 0; i < 20; i++) await writeFile(inside(`${i}.osu`), `osu file format v14\n${i}`);
    await library.stop();
    read = [];
    const pass = closeGate();
    library = await open();
    await expect.poll(() => read.length).toBe(1);
    await writeFile(inside('new.osu'), easy);
    const found = library.find(md5Hex(easy));
    for (let i = 0; i < 10; i++) await turnOfLoop();
    pass();
    expect(await found).not.toBeNull();
    expect(read[1]).toBe(inside('new.osu'));
  });

  test('is indexed up to its limit and reports that once', async () => {
    await library.stop();
    library = await open({ maxFiles: 3 });
    for (let i = 0; i < 6; i++) await appendFile(inside(`${i}.osu`), String(i));
    expect(await library.find(md5Hex(easy))).toBeNull();
    await library.settled();
    expect(read).toHaveLength(3);
    expect(errors).toEqual(['The library has more than 3 beatmap files; the others are not read.']);
  });
});

test('a broken difficulty does not hide the others of its archive', async () => {
  const path = join(folder, 'set.osz');
  await writeFile(
    path,
    makeZip([
      { name: 'broken.osu', data: hard, crc: 1 },
      { name: 'easy.osu', data: easy },
      { name: 'song.mp3', data: 'la', crc: 1 },
    ]),
  );
  expect(await archiveMd5s(path)).toEqual([md5Hex(easy)]);
});
