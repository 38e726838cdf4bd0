import { expect, test } from 'vitest';
import { parseClient } from './blocks.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:db8:0:0::/64', '2001:db8:0:0::/64'],
  ['key:0123456789ab', 'key:0123456789ab'],
  ['key:0123456789ab/user 7', 'key:0123456789ab/user 7'],
])('%j is the client %j', (text, client) => {
  expect(parseClient(text)).toBe(client);
});

test.each(['', 'no address', '1.2.3', '10.0.0.0/8', '10.0.0.1/64', '2001:db8::/32', 'key:', 'key:/user', 'key:a/'])(
  '%j is no client',
  (text) => {
    expect(parseClient(text)).toBeNull();
  },
);
