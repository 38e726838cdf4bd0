import { expect, test } from 'vitest';
import { bytesText, plain, tableOf, timeText } from './table.ts';

test('columns are as wide as their widest cell, also where letters are', () => {
  const rows = [
    ['a', '東方', 'x'],
    ['long', 'b', ''],
  ];
  expect(tableOf(['id', 'map', 'end'], rows)).toBe('ID    MAP   END\na     東方  x\nlong  b\n');
});

test('without rows there are the names alone', () => {
  expect(tableOf(['id', 'map'], [])).toBe('ID  MAP\n');
});

test('a name with control characters cannot write to the terminal', () => {
  expect(plain('a\u001b[31mb\nc\u202ed')).toBe('a [31mb c d');
});

test.each([
  [null, '-'],
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1024 ** 2 - 1, '1024.0 KiB'],
  [5.5 * 1024 ** 3, '5.5 GiB'],
  [3 * 1024 ** 5, '3072.0 TiB'],
])('%s bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test('a time is in UTC, to the second', () => {
  expect(timeText(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02 03:04:05');
});
