import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeZip, type ZipEntry } from '../../../../test/support/files/zip.ts';
import { archiveFiles } from '../../scene-loader/index.ts';
import { packedFiles } from './packed-files.ts';

const text = 'some text, some text';
const long = Array.from({ length: 30_000 }, (_, i) => (i * i) % 977).join();

test.each<[string, Partial<ZipEntry>, string | null]>([
  ['stored', { method: 'store' }, text],
  ['deflated', {}, text],
  ['empty', { data: '' }, ''],
  ['larger than one step', { data: long }, long],
  ['of more bytes than declared', { declaredBytes: 19 }, null],
  ['of fewer bytes than declared', { declaredBytes: 21 }, null],
  ['of some bytes where none are declared', { declaredBytes: 0 }, null],
  ['with a wrong checksum', { crc: 1 }, null],
  ['that does not inflate', { method: 'store', methodNumber: 8 }, null],
])('an entry %s is read as by the platform-free reader', (_, entry, expected) => {
  const zip = makeZip([{ name: 'x', data: text, ...entry }]);
  // Compared as text: comparing a hundred thousand numbers one by one takes seconds.
  for (const files of [packedFiles(zip), archiveFiles(zip)]) {
    const bytes = files.read('x');
    expect(bytes && new TextDecoder().decode(bytes)).toBe(expected);
  }
});

test('any bytes are read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (data) => {
      expect(Buffer.compare(packedFiles(makeZip([{ name: 'x', data }])).read('x')!, data)).toBe(0);
    }),
  );
});
