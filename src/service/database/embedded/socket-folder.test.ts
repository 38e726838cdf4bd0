import { expect, test } from 'vitest';
import { socketPath } from './address.ts';
import { shortSocketFolder } from './socket-folder.ts';

const bytes = (text: string) => Buffer.byteLength(socketPath(text));

test('each data folder has its own short socket folder, which is always the same', () => {
  expect(shortSocketFolder('/a', '/var/tmp')).toMatch(/^\/var\/tmp\/reprise-[0-9a-f]{16}$/);
  expect(shortSocketFolder('/a', '/var/tmp')).toBe(shortSocketFolder('/a', '/var/tmp'));
  expect(shortSocketFolder('/a', '/var/tmp')).not.toBe(shortSocketFolder('/b', '/var/tmp'));
});

test.each([
  [`/${'t'.repeat(60)}`, 100, `/${'t'.repeat(60)}`],
  [`/${'t'.repeat(61)}`, 43, '/tmp'],
  [`/${'é'.repeat(31)}`, 43, '/tmp'],
])('in the temporary folder %s, the address of the socket has %d bytes', (temporary, length, parent) => {
  const folder = shortSocketFolder('/data', temporary);
  expect(bytes(folder)).toBe(length);
  expect(folder.startsWith(`${parent}/reprise-`)).toBe(true);
});
