import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeLibraryLinks } from './binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-links-'));
  await mkdir(join(folder, 'native', 'lib', 'deep'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
});
afterEach(() => rm(folder, { recursive: true }));

const list = (links: { source: string; target: string }[]) =>
  writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));

test('links that the package lists and lacks are made, relative, so that the folder can move', async () => {
  await list([
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/deep/libpq.so' },
  ]);
  await Promise.all([makeLibraryLinks(folder), makeLibraryLinks(folder)]);
  expect(await readlink(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18');
  expect(await readFile(join(folder, 'native/lib/deep/libpq.so'), 'utf8')).toBe('library');
});

test('what is there already is left as it is', async () => {
  await writeFile(join(folder, 'native', 'lib', 'libpq.so'), 'a copy');
  await list([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' }]);
  await makeLibraryLinks(folder);
  expect(await readFile(join(folder, 'native/lib/libpq.so'), 'utf8')).toBe('a copy');
});

test('a package without a list needs no links', async () => {
  await expect(makeLibraryLinks(folder)).resolves.toBeUndefined();
});

test('a link that cannot be made is a failure that says which', async () => {
  await list([{ source: 'native/lib/libpq.so.5.18', target: 'native/missing/libpq.so' }]);
  await expect(makeLibraryLinks(folder)).rejects.toMatchObject({
    code: 'database/cannot-start',
    message: expect.stringContaining('native/missing/libpq.so'),
  });
});
