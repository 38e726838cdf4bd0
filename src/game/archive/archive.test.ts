import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '../../../test/support/files/zip.ts';
import type { FailureCode } from '../../failure.ts';
import { md5Hex } from '../md5.ts';
import { openArchive } from './archive.ts';
import { archiveLimits, skinArchiveLimits } from './limits.ts';

const text = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));
const names = (entries: ZipEntry[]) => openArchive(makeZip(entries)).entries.map((entry) => entry.name);

function codeOf(work: () => unknown): FailureCode | 'nothing thrown' {
  try {
    work();
    return 'nothing thrown';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code as FailureCode;
    throw error;
  }
}

describe('reading', () => {
  test.each<[string, Partial<ZipEntry>]>([
    ['stored', { method: 'store' }],
    ['deflated', { method: 'deflate' }],
    ['with its sizes after the data', { dataDescriptor: true }],
    ['with 64-bit sizes', { zip64: true }],
  ])('reads an entry %s', (_, how) => {
    const archive = openArchive(
      makeZip([
        { name: 'a.txt', data: 'first' },
        { name: 'b.txt', data: 'second', ...how },
      ]),
    );
    expect(text(archive.read('b.txt'))).toBe('second');
    expect(archive.entries).toEqual([
      { name: 'a.txt', bytes: 5 },
      { name: 'b.txt', bytes: 6 },
    ]);
  });

  test('reads an archive with a comment and a ZIP64 end record', () => {
    const zip = makeZip([{ name: 'a.txt', data: 'x' }], { comment: 'made by PK\u0005\u0006 hand', zip64End: true });
    expect(text(openArchive(zip).read('a.txt'))).toBe('x');
  });

  test('reads any bytes, also entries that inflate in several steps', () => {
    const large = new Uint8Array(200_000).map((_, i) => (i * i) >> 7);
    const archive = openArchive(makeZip([{ name: 'x', data: large }]));
    expect(md5Hex(archive.read('x')!)).toBe(md5Hex(large));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (data) => {
        expect(openArchive(makeZip([{ name: 'x', data }])).read('x')).toEqual(data);
      }),
      { numRuns: 50 },
    );
  });

  test('reads an archive in the middle of a larger buffer', () => {
    const zip = makeZip([{ name: 'a.txt', data: 'x' }]);
    const larger = new Uint8Array(zip.length + 10);
    larger.set(zip, 5);
    expect(text(openArchive(larger.subarray(5, 5 + zip.length)).read('a.txt'))).toBe('x');
  });

  test('an empty archive has no entries', () => {
    expect(openArchive(makeZip([])).entries).toEqual([]);
  });
});

describe('names', () => {
  test('case and slash direction do not matter', () => {
    const archive = openArchive(makeZip([{ name: 'SB\\Star.PNG', data: 'star' }]));
    expect(archive.entries[0]?.name).toBe('SB/Star.PNG');
    for (const name of ['sb/star.png', 'SB\\STAR.png']) expect(text(archive.read(name))).toBe('star');
    expect(archive.find('sb/star.jpg')).toBeNull();
    expect(archive.read('sb/star.jpg')).toBeNull();
  });

  test('the later of two files with the same key wins', () => {
    const archive = openArchive(
      makeZip([
        { name: 'A.txt', data: 'old' },
        { name: 'a.TXT', data: 'new' },
      ]),
    );
    expect(archive.entries).toEqual([{ name: 'a.TXT', bytes: 3 }]);
    expect(text(archive.read('A.txt'))).toBe('new');
  });

  test('finds composed and decomposed accents', () => {
    const archive = openArchive(makeZip([{ name: 'cafe\u0301.osu', data: 'x' }]));
    expect(archive.find('café.osu')).not.toBeNull();
  });

  test('omits folders and macOS metadata', () => {
    const entries = ['skin/', '__MACOSX/skin/._a.png', 'skin/.DS_Store', './skin//a.png'].map((name) => ({ name }));
    expect(names(entries)).toEqual(['skin/a.png']);
  });

  test.each([
    ['UTF-8 as flagged', 0x800, Buffer.from('譜面.osu'), '譜面.osu'],
    ['UTF-8 without the flag', 0, Buffer.from('譜面.osu'), '譜面.osu'],
    ['Shift-JIS', 0, Buffer.from([0x95, 0x88, 0x96, 0xca, 0x2e, 0x6f, 0x73, 0x75]), '譜面.osu'],
    ['CP437, if it is not valid Shift-JIS', 0, Buffer.from([0x41, 0x94, 0x2e, 0x78, 0xff]), 'Aö.x\u00a0'],
  ])('decodes a name in %s', (_, flags, name, expected) => {
    expect(names([{ name, flags }])).toEqual([expected]);
  });
});

describe('limits', () => {
  const nested = (folders: number) => [{ name: `${'d/'.repeat(folders)}file` }];
  const manyFiles = (count: number) => Array.from({ length: count }, (_, i) => ({ name: String(i) }));
  const allowed = 'nothing thrown';

  test.each<[string, string, ZipEntry[]]>([
    ['3 folders', allowed, nested(3)],
    ['4 folders', 'archive/unsafe', nested(4)],
    ['a folder in 2', allowed, [{ name: 'a/b/c/' }]],
    ['a folder in 3', 'archive/unsafe', [{ name: 'a/b/c/d/' }]],
    ['an .osk', 'archive/unsafe', [{ name: 'x.osk' }]],
    ['a .ZIP', 'archive/unsafe', [{ name: 'x.ZIP' }]],
    ['a name that only contains .zip', allowed, [{ name: 'x.zip.png' }]],
    ['10,000 entries', allowed, manyFiles(10_000)],
    ['10,001 entries', 'archive/too-large', manyFiles(10_001)],
  ])('a skin with %s: %s', (_, outcome, entries) => {
    expect(codeOf(() => openArchive(makeZip(entries), skinArchiveLimits))).toBe(outcome);
  });

  test('a beatmap set may have deeper folders and contain archives', () => {
    expect(codeOf(() => openArchive(makeZip([...nested(16), { name: 'a.zip' }])))).toBe(allowed);
    expect(codeOf(() => openArchive(makeZip(nested(17))))).toBe('archive/unsafe');
  });

  test.each(['../a', 'a/../b', 'a/..', '..\\a', '/etc/passwd', '\\a', 'C:\\a', 'c:a', 'a\0.png'])(
    'refuses the path %j',
    (name) => {
      expect(codeOf(() => openArchive(makeZip([{ name }])))).toBe('archive/unsafe');
    },
  );

  test.each(['a..b.png', '...', 'a./b', 'x.c:'])('keeps the unusual but harmless path %j', (name) => {
    expect(names([{ name }])).toEqual([name]);
  });

  test('refuses a symbolic link', () => {
    const link = { name: 'a', data: '/etc/passwd', unixMode: 0o120777 };
    expect(codeOf(() => openArchive(makeZip([link])))).toBe('archive/unsafe');
  });

  test('all entries together may have at most 100 times the size of the archive', () => {
    const data = new Uint8Array(100_000);
    const archiveBytes = makeZip([{ name: 'x', data, declaredBytes: 0 }]).length;
    const declaring = (declaredBytes: number) => () => openArchive(makeZip([{ name: 'x', data, declaredBytes }]));
    expect(codeOf(declaring(archiveBytes * 100))).toBe(allowed);
    expect(codeOf(declaring(archiveBytes * 100 + 1))).toBe('archive/too-large');
  });

  test('limits the total size of small entries', () => {
    const limits = { ...archiveLimits, maxTotalBytes: 10 };
    const entries = (sizes: number[]) => sizes.map((size, i) => ({ name: `${i}`, data: 'x'.repeat(size) }));
    expect(codeOf(() => openArchive(makeZip(entries([5, 5])), limits))).toBe(allowed);
    expect(codeOf(() => openArchive(makeZip(entries([5, 6])), limits))).toBe('archive/too-large');
  });

  test('limits the size of one entry', () => {
    const limits = { ...archiveLimits, maxEntryBytes: 10 };
    expect(codeOf(() => openArchive(makeZip([{ name: 'x', data: 'x'.repeat(10) }]), limits))).toBe(allowed);
    expect(codeOf(() => openArchive(makeZip([{ name: 'x', data: 'x'.repeat(11) }]), limits))).toBe('archive/too-large');
  });
});

describe('damage', () => {
  const readOne = (entry: Partial<ZipEntry>) => () =>
    openArchive(makeZip([{ name: 'x', data: 'some text, some text', ...entry }])).read('x');

  test.each<[string, Partial<ZipEntry>, FailureCode]>([
    ['a wrong checksum', { crc: 1 }, 'archive/unreadable'],
    ['a wrong checksum of a stored entry', { crc: 1, method: 'store' }, 'archive/unreadable'],
    ['more bytes than declared', { declaredBytes: 19 }, 'archive/too-large'],
    ['fewer bytes than declared', { declaredBytes: 21 }, 'archive/unreadable'],
    ['a size that its stream cannot inflate to', { data: '', declaredBytes: 5000 }, 'archive/unreadable'],
    ['another size than declared, stored', { declaredBytes: 21, method: 'store' }, 'archive/unreadable'],
    ['encryption', { flags: 1 }, 'archive/unreadable'],
    ['an unknown method', { methodNumber: 14 }, 'archive/unreadable'],
    ['stored bytes marked as deflated', { method: 'store', methodNumber: 8 }, 'archive/unreadable'],
  ])('refuses an entry with %s', (_, entry, code) => {
    expect(codeOf(readOne(entry))).toBe(code);
  });

  test('a broken entry does not affect the others', () => {
    const archive = openArchive(
      makeZip([
        { name: 'bad', crc: 1 },
        { name: 'good', data: 'x' },
      ]),
    );
    expect(text(archive.read('good'))).toBe('x');
  });

  test.each([
    ['no bytes', new Uint8Array()],
    ['a text file', new TextEncoder().encode('osu file format v14'.repeat(10))],
    ['fewer entries than declared', makeZip([{ name: 'a' }], { declaredEntries: 2 })],
    ['more entries than declared', makeZip([{ name: 'a' }, { name: 'b' }], { declaredEntries: 1 })],
  ])('refuses %s', (_, bytes) => {
    expect(codeOf(() => openArchive(bytes))).toBe('archive/unreadable');
  });

  test('refuses an archive truncated anywhere', () => {
    const zip = makeZip([
      { name: 'a', data: 'x' },
      { name: 'b', data: 'y' },
    ]);
    for (let length = 0; length < zip.length; length++) {
      expect(codeOf(() => openArchive(zip.subarray(0, length)))).toBe('archive/unreadable');
    }
  });

  test('refuses to read an entry whose offset is beyond the file', () => {
    const zip = makeZip([{ name: 'a', data: 'x' }]);
    const headerOffset = zip.length - 22 - 1 - 4;
    zip.fill(0x7f, headerOffset, headerOffset + 4);
    expect(codeOf(() => openArchive(zip).read('a'))).toBe('archive/unreadable');
  });
});
