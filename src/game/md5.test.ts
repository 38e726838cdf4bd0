import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { md5Hex } from './md5.ts';

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('the MD5 of %j is that of RFC 1321', (text, digest) => {
  expect(md5Hex(new TextEncoder().encode(text))).toBe(digest);
});

test.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 100_000])(
  'a message of %d bytes is padded as Node pads it',
  (length) => {
    const bytes = new Uint8Array(length).fill(0x5a);
    expect(md5Hex(bytes)).toBe(createHash('md5').update(bytes).digest('hex'));
  },
);

test('any bytes, also in the middle of a larger buffer, have the hash that Node computes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(7), (bytes, offset) => {
      const larger = new Uint8Array(bytes.length + 16);
      larger.set(bytes, offset);
      const inner = larger.subarray(offset, offset + bytes.length);
      expect(md5Hex(inner)).toBe(createHash('md5').update(bytes).digest('hex'));
    }),
  );
});
