import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '../../../test/support/files/zip.ts';
import { md5Hex } from '../../game/md5.ts';
import { validateBeatmapSet } from './validate-beatmap-set.ts';

const played = new TextEncoder().encode('osu file format v14\nplayed');
const MIB = 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-upload-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(archive: Uint8Array, beatmapMd5 = md5Hex(played), options: { checkMs?: number } = {}) {
  const path = join(folder, 'set.osz');
  await writeFile(path, archive);
  return validateBeatmapSet({ path, beatmapMd5, ...options });
}

const withMap = (...others: ZipEntry[]) =>
  makeZip([{ name: 'Easy.osu', data: 'other' }, { name: 'Hard.OSU', data: played }, ...others]);

test('a set with the played map is accepted and hashed', async () => {
  const archive = withMap({ name: 'song.mp3', data: randomBytes(100_000) }, { name: 'sb/a/b/c/d/e.png', data: 'x' });
  expect(await check(archive)).toEqual({
    sha256: createHash('sha256').update(archive).digest(),
    sizeBytes: archive.length,
  });
});

test('the MD5 of a replay may be in upper case', async () => {
  await expect(check(withMap(), md5Hex(played).toUpperCase())).resolves.toBeDefined();
});

test.each<[what: string, archive: () => Uint8Array, code: string]>([
  ['without the map', () => makeZip([{ name: 'a.osu', data: 'another' }]), 'beatmap/mismatch'],
  ['whose map has another name', () => makeZip([{ name: 'map.txt', data: played }]), 'beatmap/mismatch'],
  ['without entries', () => makeZip([]), 'beatmap/mismatch'],
  ['that is empty', () => new Uint8Array(), 'archive/unreadable'],
  ['that is another kind of file', () => new TextEncoder().encode('Rar!'), 'archive/unreadable'],
  ['that is cut off', () => withMap().subarray(0, 100), 'archive/unreadable'],
  ['with a broken song', () => withMap({ name: 'song.mp3', data: 'la', crc: 1 }), 'archive/unreadable'],
  ['with an encrypted file', () => withMap({ name: 'a', data: 'x', flags: 1 }), 'archive/unreadable'],
  [
    'with a bomb that declares its size',
    () => withMap({ name: 'a', data: Buffer.alloc(8 * MIB) }),
    'archive/too-large',
  ],
  [
    'with a bomb that hides its size',
    () => withMap({ name: 'a', data: Buffer.alloc(8 * MIB), declaredBytes: 100 }),
    'archive/unreadable',
  ],
  ['with a file above the size limit', () => withMap({ name: 'a', declaredBytes: 0xffffffff }), 'archive/too-large'],
  ['with a link', () => withMap({ name: 'a', data: '/etc/passwd', unixMode: 0o120777 }), 'archive/unsafe'],
  ['with a path outside the archive', () => withMap({ name: '../a', data: 'x' }), 'archive/unsafe'],
  ['with an absolute path', () => withMap({ name: 'C:\\a', data: 'x' }), 'archive/unsafe'],
  ['with folders too deep', () => withMap({ name: `${'a/'.repeat(17)}x`, data: 'x' }), 'archive/unsafe'],
])('a set %s is refused', async (_, archive, code) => {
  await expect(check(archive())).rejects.toMatchObject({ name: 'Failure', code });
});

test('a validation that takes too long is aborted', async () => {
  const large = withMap({ name: 'a', data: randomBytes(8 * MIB), method: 'store' });
  await expect(check(large, md5Hex(played), { checkMs: 1 })).rejects.toMatchObject({ code: 'beatmap/too-slow' });
});
