import { expect, test } from 'vitest';
import { isPublicAddress } from './is-public-address.ts';

test.each([
  ['93.184.215.14', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['::7f00:1', false],
  ['::a00:1', false],
  ['4000::1', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
