import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLibraryLinks } from './binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-links-'));
  await mkdir(join(folder, 'native', 'lib', 'deep'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
});
afterEach(() => rm(folder, { recursive: true }));

const writeLinkList = (links: { source: string; target: string }[]) =>
  writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));

test('missing links are created, with relative targets, so that the folder can move', async () => {
  await writeLinkList([
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/deep/libpq.so' },
  ]);
  await Promise.all([createLibraryLinks(folder), createLibraryLinks(folder)]);
  expect(await readlink(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18');
  expect(await readFile(join(folder, 'native/lib/deep/libpq.so'), 'utf8')).toBe('library');
});

test('an existing file is not replaced', async () => {
  await writeFile(join(folder, 'native', 'lib', 'libpq.so'), 'a copy');
  await writeLinkList([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' }]);
  await createLibraryLinks(folder);
  expect(await readFile(join(folder, 'native/lib/libpq.so'), 'utf8')).toBe('a copy');
});

test('a package without a list of links needs none', async () => {
  await expect(createLibraryLinks(folder)).resolves.toBeUndefined();
});

test('a link that cannot be created is a failure that names it', async () => {
  await writeLinkList([{ source: 'native/lib/libpq.so.5.18', target: 'native/missing/libpq.so' }]);
  await expect(createLibraryLinks(folder)).rejects.toMatchObject({
    code: 'database/cannot-start',
    message: expect.stringContaining('native/missing/libpq.so'),
  });
});
