import { expect, test } from 'vitest';
import { blockBytes, readExtension, readHeader, tarHeader } from './tar.ts';

function roundTrip(entry: { name: string; sizeBytes: number }) {
  const bytes = tarHeader(entry, new Date(0));
  const first = readHeader(bytes.subarray(0, blockBytes))!;
  if (first.kind === 'file') return first;
  const extension = readExtension(bytes.subarray(blockBytes, blockBytes + first.sizeBytes));
  return { ...readHeader(bytes.subarray(-blockBytes))!, ...extension };
}

test.each([
  ['a', 0],
  ['n'.repeat(100), 511],
  ['n'.repeat(101), 512],
  [`${'é'.repeat(60)}.osk`, 8 * 1024 ** 3 - 1],
  ['big', 8 * 1024 ** 3],
  [`${'n'.repeat(300)}=x`, 2 ** 45],
])('a file %s of %d bytes keeps its name and size', (name, sizeBytes) => {
  expect(roundTrip({ name, sizeBytes })).toEqual({ name, sizeBytes, kind: 'file' });
});

test.each([85, 86, 87, 88, 89, 90, 91, 92, 985, 986, 987, 988, 989, 990])(
  'the length of a record includes its own digits: a name of %d letters',
  (length) => {
    const name = 'x'.repeat(length + 50);
    expect(roundTrip({ name, sizeBytes: 1 }).name).toBe(name);
  },
);

test('the block of zeros at the end is not a file', () => {
  expect(readHeader(Buffer.alloc(blockBytes))).toBeNull();
});

test.each(['9999 path=a\n', 'path=a\n', '-1 path=a\n', '0 path=a\n', '3 path=a\n'])(
  'a damaged record %j is refused',
  (text) => {
    expect(() => readExtension(Buffer.from(text))).toThrow('damaged');
  },
);
