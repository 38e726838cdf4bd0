import { expect, test } from 'vitest';
import type { Storage } from '../storage/index.ts';
import { measureStorage } from './measure-storage.ts';

function storageWith(calls: Partial<Storage>) {
  const recorded: string[] = [];
  const storage = measureStorage({ kind: 'local', ...calls } as Storage, {
    storageCalled: ({ operation, failed, seconds }) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      recorded.push(`${operation} ${failed ? 'failed' : 'ok'}`);
    },
  });
  return { storage, recorded };
}

test('a call returns its result and is recorded', async () => {
  const { storage, recorded } = storageWith({ stat: async () => null, signedUrl: async (key) => `/${key}` });
  expect(await storage.stat('logs/a.log')).toBeNull();
  expect(await storage.signedUrl('logs/a.log', { expiresInSeconds: 1 })).toBe('/logs/a.log');
  expect(recorded).toEqual(['stat ok', 'sign ok']);
});

test('a failed call throws its error and is recorded as failed', async () => {
  const { storage, recorded } = storageWith({
    async put() {
      throw new Error('disk full');
    },
  });
  await expect(storage.put('logs/a.log', new Uint8Array())).rejects.toThrow('disk full');
  expect(recorded).toEqual(['put failed']);
});

test('a listing is recorded when it ends', async () => {
  const listed = { key: 'skins/a.osk', sizeBytes: 1, lastModified: new Date(0) };
  const { storage, recorded } = storageWith({
    async *list() {
      yield listed;
    },
  });
  const found = [];
  for await (const object of storage.list('skins/')) found.push(object);
  expect(found).toEqual([listed]);
  expect(recorded).toEqual(['list ok']);
});

test('properties that are not methods are unchanged', () => {
  expect(storageWith({}).storage.kind).toBe('local');
});
