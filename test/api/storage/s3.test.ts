import { Readable } from 'node:stream';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test } from 'vitest';
import type { S3Config } from '../../../src/config.ts';
import { createStorage, type Storage } from '../../../src/service/storage/index.ts';
import { collect, storageContract, storageLinkContract } from '../../../src/service/storage/storage.contract.ts';
import { createBucket } from '../../support/storage/bucket.ts';
import { swiftPageSize } from '../../support/storage/swift.ts';

const config = await createBucket();

if (config === null) test('S3 storage is not tested: Swift is not installed', () => {});
else s3Suite(config);

function s3Suite(config: S3Config): void {
  const opened: Storage[] = [];
  const open = async (changes: Partial<S3Config> = {}): Promise<Storage> => {
    const options = { config: { ...config, ...changes }, dataDir: '/nowhere', signingKey: Buffer.alloc(32) };
    const storage = await createStorage(options);
    opened.push(storage);
    return storage;
  };

  afterAll(async () => {
    for (const storage of opened) await storage.close();
  });

  describe('S3 storage on Swift', async () => {
    const storage = await open();
    storageContract(() => storage);
    storageLinkContract(() => ({ storage, origin: 'http://unused.invalid' }));

    test('no upload is left half done, whatever the suite above did', async () => {
      const client = new S3Client({
        region: config.region,
        endpoint: config.endpoint!,
        forcePathStyle: true,
        credentials: config,
      });
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: config.bucket }));
      client.destroy();
      expect(Uploads ?? []).toEqual([]);
    });

    test('a listing goes on where the first page ends', async () => {
      const names = Array.from({ length: swiftPageSize + 5 }, (_, i) => `pages/${i + 1000}.bin`);
      await Promise.all(names.map((key) => storage.put(key, Buffer.from('x'))));
      expect((await collect(storage.list('pages/'))).map(({ key }) => key).sort()).toEqual(names);
    });

    test('links point to the public endpoint when there is one', async () => {
      const storage = await open({ publicEndpoint: 'https://objects.example.org' });
      const url = new URL(await storage.signedUrl('videos/x.mp4', { expiresInSeconds: 3600 }));
      expect(url.origin).toBe('https://objects.example.org');
      expect(url.pathname).toBe(`/${config.bucket}/videos/x.mp4`);
      expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
    });
  });

  describe('an S3 server that cannot be used is explained', () => {
    test.each([
      [
        'a bucket that is not there',
        { bucket: 'reprise-no-such-bucket' },
        /bucket reprise-no-such-bucket does not exist/,
      ],
      ['a wrong secret', { secretAccessKey: 'wrong' }, /does not let these credentials use/],
      ['a server that is not there', { endpoint: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 cannot be reached/],
    ])('%s', async (_, changes, says) => {
      const storage = await open(changes);
      const failure = { code: 'storage/unavailable', message: expect.stringMatching(says) };
      await expect(storage.check()).rejects.toMatchObject(failure);
      await expect(storage.put('a/b', Buffer.from('x'))).rejects.toMatchObject(failure);
      const body = Readable.from(endless());
      await expect(storage.put('a/b', body)).rejects.toMatchObject(failure);
      expect(body.destroyed).toBe(true);
      await expect(storage.get('a/b')).rejects.toMatchObject(failure);
      await expect(storage.list('a/')[Symbol.asyncIterator]().next()).rejects.toMatchObject(failure);
    });
  });
}

function* endless(): Generator<Buffer> {
  const chunk = Buffer.alloc(1024 * 1024);
  for (;;) yield chunk;
}
