import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexJobId, parseJobId } from './job-id.ts';
import { isSkinName } from './zod-free/skin-name.ts';

describe('the id of a job', () => {
  test('is the same in every spelling', () => {
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
  ])('is not %j', (text) => {
    expect(parseJobId(text)).toBeNull();
  });

  test('is dashed and lower case, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseJobId(text) ?? 'nothing').toMatch(/^nothing$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      }),
    );
  });
});

describe('the name of a skin', () => {
  test.each(['a', 'My skin_2-b', ' ', 'x'.repeat(128)])('may be %j', (name) => {
    expect(isSkinName(name)).toBe(true);
  });

  test.each(['', 'x'.repeat(129), 'a/b', 'a\\b', '..', 'a.b', 'é', 'a\n', '\u0000', 'a%20b'])(
    'may not be %j',
    (name) => {
      expect(isSkinName(name)).toBe(false);
    },
  );

  test('has no character that means something in a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        if (isSkinName(name)) expect(encodeURIComponent(name).replaceAll('%20', ' ')).toBe(name);
      }),
    );
  });
});
