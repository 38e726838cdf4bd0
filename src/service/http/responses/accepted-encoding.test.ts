import { expect, test } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.ts';

test.each([
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['*', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br ; q=0.5 , gzip ;q=0.4', 'br'],
  ['identity, gzip;q=1.0', 'gzip'],
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip;q=0', null],
  ['gzip;q=0.000', null],
  ['*;q=0', null],
  ['gzip;q=0.5, identity', null],
  ['gzip;q=2', null],
  ['gzip;q=', null],
  ['gzipped', null],
])('"Accept-Encoding: %s" accepts %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
