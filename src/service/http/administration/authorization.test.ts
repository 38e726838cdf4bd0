import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenCheck } from './authorization.ts';

test('only the token itself is right', () => {
  const token = 'a token of 16 signs!';
  const isRight = createTokenCheck(token);
  expect(isRight(token)).toBe(true);
  for (const wrong of ['', token.slice(1), `${token} `, token.toUpperCase(), `${token}${token}`]) {
    expect(isRight(wrong)).toBe(false);
  }
  fc.assert(fc.property(fc.string(), (text) => isRight(text) === (text === token)));
});
