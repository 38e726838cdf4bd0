import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { md5Of } from './md5.ts';

const real = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

test.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 100_000])('%d bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) & 255);
  expect(md5Of(bytes)).toBe(real(bytes));
});

test('any bytes, wherever they lie', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(9), (bytes, offset) => {
      const placed = new Uint8Array(bytes.length + offset).subarray(offset);
      placed.set(bytes);
      expect(md5Of(placed)).toBe(real(bytes));
    }),
  );
});
