import { expect, test } from 'vitest';
import { allowsMotion } from './motion-preference.ts';

test.each([
  [false, undefined, true],
  [false, false, true],
  [true, undefined, false],
  [false, true, false],
])('with reduced motion %s and saved data %s, pictures move by themselves: %s', (reduced, saveData, expected) => {
  const preferences = {
    matchMedia: () => ({ matches: reduced }),
    navigator: saveData === undefined ? {} : { connection: { saveData } },
  };
  expect(allowsMotion(preferences)).toBe(expected);
});
