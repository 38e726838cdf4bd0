import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '../../../test/support/files/zip.ts';
import { unpackArchive } from './unpack.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-unpack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function unpack(entries: readonly ZipEntry[]): Promise<number> {
  const path = join(folder, 'archive.zip');
  await writeFile(path, makeZip(entries));
  return unpackArchive(path, join(folder, 'out'));
}

async function files(): Promise<string[]> {
  const found = await readdir(join(folder, 'out'), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 5))
    .sort();
}

test('files are unpacked to their paths, and their size is returned', async () => {
  const bytes = await unpack([
    { name: 'skin.ini', data: 'abc' },
    { name: 'sub\\deeper/a.png', data: 'defgh', method: 'store' },
    { name: 'empty/', data: '' },
    { name: '__MACOSX/skin.ini', data: 'x' },
  ]);
  expect(bytes).toBe(8);
  expect(await files()).toEqual(['skin.ini', 'sub/deeper/a.png']);
  expect(await readFile(join(folder, 'out', 'sub/deeper/a.png'), 'utf8')).toBe('defgh');
});

test.each<[what: string, broken: ZipEntry]>([
  ['that fails its checksum', { name: 'broken.png', data: 'x', crc: 1 }],
  ['that is encrypted', { name: 'broken.png', data: 'x', flags: 1 }],
  ['packed by an unknown method', { name: 'broken.png', data: 'x', methodNumber: 14 }],
  ['with a name too long for the disk', { name: `${'n'.repeat(300)}.png`, data: 'x' }],
  ['whose folder is a file', { name: 'skin.ini/inside.png', data: 'x' }],
])('a file %s is skipped, and the others are unpacked', async (_, broken) => {
  expect(await unpack([{ name: 'skin.ini', data: 'abc' }, broken, { name: 'z.png', data: 'z' }])).toBe(4);
  expect(await files()).toEqual(['skin.ini', 'z.png']);
});

test.each(['../out.png', '/tmp/out.png', 'C:\\out.png', 'a/../../out.png'])('%s is never written', async (name) => {
  await expect(unpack([{ name, data: 'x' }])).rejects.toMatchObject({ rule: 'unsafe-path' });
  expect(existsSync(join(folder, 'out.png'))).toBe(false);
  expect(await files()).toEqual([]);
});
