import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/files/any-text.ts';
import { isSkinName } from './skin-name.ts';

describe('a skin name', () => {
  test.each(['a', 'My skin_2-b', ' ', 'x'.repeat(128)])('can be %j', (name) => {
    expect(isSkinName(name)).toBe(true);
  });

  test.each(['', 'x'.repeat(129), 'a/b', 'a\\b', '..', 'a.b', 'é', 'a\n', '\u0000', 'a%20b'])(
    'cannot be %j',
    (name) => {
      expect(isSkinName(name)).toBe(false);
    },
  );

  test('has no character with a meaning in a path', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        if (isSkinName(name)) expect(encodeURIComponent(name).replaceAll('%20', ' ')).toBe(name);
      }),
    );
  });
});
