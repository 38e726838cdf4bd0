import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestIdOf } from './request-id.ts';

test('an id of 1 to 128 visible ASCII characters is kept', () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit: visible, minLength: 1, maxLength: 128 }), (id) => {
      expect(requestIdOf({ 'x-request-id': id })).toBe(id);
    }),
  );
});

test.each([undefined, '', ' ', 'a b', 'a\tb', 'é', 'x'.repeat(129), 'a\u007f'])(
  '%j is replaced by a new id of 8 characters',
  (id) => {
    const headers = id === undefined ? {} : { 'x-request-id': id };
    expect(requestIdOf(headers)).toMatch(/^[0-9a-f]{8}$/);
    expect(requestIdOf(headers)).not.toBe(requestIdOf(headers));
  },
);
