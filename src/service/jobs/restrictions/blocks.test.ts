import { expect, test } from 'vitest';
import { clientOf } from './blocks.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::/64', '2001:db8:1:2::/64'],
  ['key:0123456789ab', 'key:0123456789ab'],
  ['key:0123456789ab/user 7', 'key:0123456789ab/user 7'],
  ['no address', 'no address'],
])('%j blocks the client %j', (name, client) => {
  expect(clientOf(name)).toBe(client);
});
