import { afterEach, expect, test, vi } from 'vitest';
import { formatDuration, formatSize } from './numbers.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [0, '0:00'],
  [-0.9, '0:00'],
  [-1, '−0:01'],
  [-65.2, '−1:05'],
  [59.9, '0:59'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [14_285, '3:58:05'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [11, '11 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [12_500_000, '12.5 MB'],
  [67_800_000_000, '67.8 GB'],
])('a file of %d bytes has a size of %s', (bytes, text) => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  expect(formatSize(bytes)).toBe(text);
});
