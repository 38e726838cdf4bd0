import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '../../../test/support/files/zip.ts';
import { Failure, failures } from '../../failure.ts';
import { skinArchiveLimits } from '../../game/archive/index.ts';
import { validateSkin } from './validate-skin.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-skins-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** The code of the rule it breaks, or 'good'. */
async function verdict(archive: Uint8Array, limits = skinArchiveLimits): Promise<string> {
  const path = join(folder, 'skin.osk');
  await writeFile(path, archive);
  try {
    await validateSkin(path, { limits });
    return 'good';
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

const file = (name: string, data: string | Uint8Array = 'x'): ZipEntry => ({ name, data });
const MIB = 1024 * 1024;

describe('a skin', () => {
  test('with stored, deflated, streamed and empty files and folders is valid', async () => {
    const archive = makeZip(
      [
        { name: 'skin.ini', data: '[General]\nName: Test\n', method: 'store' },
        { name: 'hitcircle@2x.png', data: randomBytes(300_000) },
        { name: 'streamed.png', data: 'streamed', dataDescriptor: true },
        { name: 'empty.png', data: '', method: 'store' },
        { name: 'sub/', data: '', method: 'store' },
        { name: 'sub/円.png', data: 'x' },
      ],
      { comment: 'made by hand' },
    );
    expect(await verdict(archive)).toBe('good');
  });

  test('with correct 64-bit sizes is valid', async () => {
    expect(await verdict(makeZip([{ name: 'a', data: 'abc', zip64: true }], { zip64End: true }))).toBe('good');
  });

  test('without entries is valid', async () => {
    expect(await verdict(makeZip([]))).toBe('good');
  });

  test.each([
    ['nothing', ''],
    ['one byte', 'P'],
    ['another kind of file', 'Rar!\x1a\x07'],
    ['a picture', '\x89PNG\r\n\x1a\n'],
  ])('that is %s does not begin like an archive', async (_, text) => {
    expect(await verdict(Buffer.from(text, 'latin1'))).toBe('skin/wrong-magic');
  });

  test('may have at most 10,000 entries', async () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...file(`${i}.png`), method: 'store' as const }));
    expect(await verdict(makeZip(entries(10_000)))).toBe('good');
    expect(await verdict(makeZip(entries(10_001)))).toBe('skin/too-many-entries');
  });

  test('may declare at most 100 times its size', async () => {
    const archive = makeZip([file('blank.png', Buffer.alloc(MIB))]);
    const ratio = MIB / archive.length;
    expect(ratio).toBeGreaterThan(100);
    expect(await verdict(archive)).toBe('skin/too-compressed');
    expect(await verdict(archive, { ...skinArchiveLimits, maxRatio: ratio - 0.01 })).toBe('skin/too-compressed');
    expect(await verdict(archive, { ...skinArchiveLimits, maxRatio: ratio + 0.01 })).toBe('good');
  });

  test('may unpack to at most 1 GiB', async () => {
    const archive = makeZip([file('a', '12345'), file('b', '67890')]);
    expect(await verdict(archive, { ...skinArchiveLimits, maxTotalBytes: 10 })).toBe('good');
    expect(await verdict(archive, { ...skinArchiveLimits, maxTotalBytes: 9 })).toBe('skin/unpacks-too-large');
    expect(await verdict(archive, { ...skinArchiveLimits, maxEntryBytes: 5 })).toBe('good');
    expect(await verdict(archive, { ...skinArchiveLimits, maxEntryBytes: 4 })).toBe('skin/unpacks-too-large');
  });

  test.each([
    ['a/b/c/file.png', 'good'],
    ['a/b/c/', 'good'],
    ['a\\b\\c\\file.png', 'good'],
    ['./a/b/c/file.png', 'good'],
    ['a/b/c/d/file.png', 'skin/too-deep'],
    ['a/b/c/d/', 'skin/too-deep'],
    ['a\\b\\c\\d\\file.png', 'skin/too-deep'],
    ['inner.zip', 'skin/nested-archive'],
    ['a/inner.OSK', 'skin/nested-archive'],
    ['a\\inner.osz', 'skin/nested-archive'],
    ['inner.zip.png', 'good'],
    ['../up.png', 'skin/unsafe-path'],
    ['a/../../up.png', 'skin/unsafe-path'],
    ['a\\..\\up.png', 'skin/unsafe-path'],
    ['..', 'skin/unsafe-path'],
    ['/etc/passwd', 'skin/unsafe-path'],
    ['\\\\host\\share', 'skin/unsafe-path'],
    ['C:\\up.png', 'skin/unsafe-path'],
    ['c:up.png', 'skin/unsafe-path'],
    ['nul\0.png', 'skin/unsafe-path'],
    ['dots..png', 'good'],
  ])('with the entry %j is %s', async (name, expected) => {
    expect(await verdict(makeZip([file('skin.ini'), file(name)]))).toBe(expected);
  });

  test('with a Shift JIS name has no false folders', async () => {
    // 表 is 0x95 0x5C in Shift-JIS, and 0x5C alone is the backslash.
    const name = Buffer.from([0x95, 0x5c, 0x95, 0x5c, 0x95, 0x5c, 0x95, 0x5c, 0x2e, 0x70, 0x6e, 0x67]);
    expect(await verdict(makeZip([{ name, data: 'x' }]))).toBe('good');
  });

  test.each<[string, ZipEntry, string]>([
    ['a link', { name: 'link', data: '/etc/passwd', unixMode: 0o120777 }, 'skin/link'],
    ['an encrypted file', { name: 'a', data: 'x', flags: 1 }, 'skin/encrypted'],
    ['a strongly encrypted file', { name: 'a', data: 'x', flags: 0x41 }, 'skin/encrypted'],
    ['a file packed by an unknown method', { name: 'a', data: 'x', methodNumber: 14 }, 'skin/damaged'],
    ['a wrong checksum', { name: 'a', data: 'x', crc: 1 }, 'skin/damaged'],
    ['a wrong checksum of stored bytes', { name: 'a', data: 'x', crc: 1, method: 'store' }, 'skin/damaged'],
    ['a file larger than declared', { name: 'a', data: 'xyz', declaredBytes: 2 }, 'skin/damaged'],
    ['a file smaller than declared', { name: 'a', data: 'xyz', declaredBytes: 4 }, 'skin/damaged'],
    [
      'a stored file larger than declared',
      { name: 'a', data: 'xyz', declaredBytes: 2, method: 'store' },
      'skin/damaged',
    ],
    ['a bomb that hides its size', { name: 'a', data: Buffer.alloc(8 * MIB), declaredBytes: 100 }, 'skin/damaged'],
    ['a bomb that tells its size', { name: 'a', data: Buffer.alloc(8 * MIB) }, 'skin/too-compressed'],
    [
      'bytes that are not deflated',
      { name: 'a', data: '\xff\xff\xff\xff', method: 'store', methodNumber: 8 },
      'skin/damaged',
    ],
    ['a size beyond all files', { name: 'a', data: 'x', declaredBytes: 0xffffffff }, 'skin/unpacks-too-large'],
  ])('with %s is refused', async (_, entry, expected) => {
    expect(await verdict(makeZip([file('skin.ini'), entry]))).toBe(expected);
  });

  test.each([
    ['fewer', 1],
    ['more', 3],
  ])('that claims %s entries than it has is corrupt', async (_, declaredEntries) => {
    expect(await verdict(makeZip([file('a'), file('b')], { declaredEntries }))).toBe('skin/damaged');
  });

  test('truncated anywhere is refused', async () => {
    const whole = makeZip([file('a', randomBytes(50)), file('b')]);
    for (let length = 2; length < whole.length; length++) {
      expect(await verdict(whole.subarray(0, length))).toBe('skin/damaged');
    }
  });

  test('with overlapping entries is refused', async () => {
    const archive = Buffer.from(makeZip([file('a', randomBytes(500)), file('b', 'x')]));
    const first = archive.indexOf('PK\x01\x02', 0, 'latin1');
    const second = archive.indexOf('PK\x01\x02', first + 4, 'latin1');
    archive.copy(archive, second + 10, first + 10, first + 28);
    archive.writeUInt32LE(archive.readUInt32LE(first + 42), second + 42);
    expect(await verdict(archive)).toBe('skin/damaged');
  });

  test('with an offset beyond the file or the number range is refused', async () => {
    const archive = Buffer.from(makeZip([{ ...file('a'), zip64: true }], { zip64End: true }));
    const record = archive.indexOf('PK\x01\x02', 0, 'latin1');
    const locator = archive.indexOf('PK\x06\x07', 0, 'latin1');
    const end = archive.indexOf('PK\x06\x06', 0, 'latin1');
    for (const place of [record + 46 + 1 + 4 + 16, locator + 8, end + 32, end + 40, end + 48]) {
      for (const value of [BigInt(archive.length), 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]) {
        const broken = Buffer.from(archive);
        broken.writeBigUInt64LE(value, place);
        expect(['skin/damaged', 'skin/too-many-entries']).toContain(await verdict(broken));
      }
    }
  });

  test('with any changed bytes is accepted or refused, without other errors', async () => {
    const whole = makeZip([
      file('skin.ini', '[General]'),
      { ...file('a/b.png', randomBytes(40)), dataDescriptor: true },
    ]);
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const broken = Uint8Array.from(whole);
        for (const [at, byte] of changes) broken[at] = byte;
        const code = await verdict(broken);
        expect(code === 'good' || code in failures).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test('an abort ends the validation', async () => {
  const path = join(folder, 'cancelled.osk');
  await writeFile(path, makeZip([file('a', randomBytes(MIB)), file('b', randomBytes(MIB))]));
  const reason = new Failure('skin/too-slow');
  await expect(validateSkin(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
