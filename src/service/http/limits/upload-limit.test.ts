import { expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import type { Key } from '../../keys/index.ts';
import { createUploadLimit } from './upload-limit.ts';

const requestOf = (remoteAddress: string, key: Pick<Key, 'submissionsPerMinute'> | null = null) =>
  ({
    keyClient: key && { client: 'a key', keyId: 'a', key },
    raw: { headers: {}, socket: { remoteAddress } },
  }) as never;

test('the uploads in progress are limited for each client, and one that ends makes room', () => {
  const uploads = createUploadLimit(readConfig({ RATE_LIMIT_PER_MINUTE: '1' }), 2);
  const begin = (address: string) => uploads.begin(requestOf(address));
  const end = begin('192.0.2.1');
  begin('192.0.2.1');
  expect(() => begin('192.0.2.1')).toThrow(
    expect.objectContaining({ code: 'limit/uploads', message: 'You already have 2 uploads in progress.' }),
  );
  begin('192.0.2.2');
  end();
  begin('192.0.2.1');
  expect(() => begin('192.0.2.1')).toThrow();
});

test.each([
  ['an address', 3, null],
  ['a key', 4, { submissionsPerMinute: 4 }],
])('%s may send as many forms at once as per minute', (_, count, key) => {
  const uploads = createUploadLimit(readConfig({ RATE_LIMIT_PER_MINUTE: '3' }), 2);
  const begin = () => uploads.begin(requestOf('192.0.2.1', key));
  for (let i = 0; i < count; i++) begin();
  expect(begin).toThrow(expect.objectContaining({ code: 'limit/uploads' }));
});
