import { expect, test } from 'vitest';
import { formatBytes, formatFields, formatTable, formatTime, stripControlCharacters } from './table.ts';

test('columns are as wide as their widest cell, also with wide characters', () => {
  const rows = [
    ['a', '東方', 'x'],
    ['long', 'b', ''],
  ];
  expect(formatTable(['id', 'map', 'end'], rows)).toBe('ID    MAP   END\na     東方  x\nlong  b\n');
});

test('a table without rows has only its headings', () => {
  expect(formatTable(['id', 'map'], [])).toBe('ID  MAP\n');
});

test('the fields of an object are on one line each', () => {
  expect(formatFields({ id: 'a', error: null, config: { skin: 'x' }, title: 'a\nb' })).toBe(
    'id               a\nerror            -\nconfig           {"skin":"x"}\ntitle            a b\n',
  );
});

test('control characters do not reach the terminal', () => {
  expect(stripControlCharacters('a\u001b[31mb\nc\u202ed')).toBe('a [31mb c d');
});

test.each([
  [null, '-'],
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1024 ** 2 - 1, '1024.0 KiB'],
  [5.5 * 1024 ** 3, '5.5 GiB'],
  [3 * 1024 ** 5, '3072.0 TiB'],
])('%s bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('a time is formatted in UTC, to the second', () => {
  expect(formatTime(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02 03:04:05');
});
