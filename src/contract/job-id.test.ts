import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/files/any-text.ts';
import { hexJobId, parseJobId } from './job-id.ts';

describe('a job id', () => {
  test('has one normal form for every spelling', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 3, 4, 5, 7, 8] }), (id) => {
        for (const text of [id, id.toUpperCase(), hexJobId(id), hexJobId(id).toUpperCase()]) {
          expect(parseJobId(text)).toBe(id);
        }
      }),
    );
  });

  test.each([
    '',
    '0'.repeat(31),
    '0'.repeat(33),
    `${'0'.repeat(31)}g`,
    '00000000-00000000-0000-000000000000',
    '00000000-0000-0000-0000-0000000000000',
    '0000000-00000-0000-0000-000000000000',
    '{00000000-0000-0000-0000-000000000000}',
    '00000000-0000-0000-0000-000000000000\n',
    'urn:uuid:00000000-0000-0000-0000-000000000000',
  ])('cannot be %j', (text) => {
    expect(parseJobId(text)).toBeNull();
  });

  test('is lower case with dashes, or null', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(parseJobId(text) ?? 'null').toMatch(/^null$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      }),
    );
  });
});
