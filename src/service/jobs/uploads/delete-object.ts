import type { Storage } from '../../storage/index.ts';

/** Deletes an object and returns how many bytes that freed: none if another key shares them. */
export async function deleteObject(storage: Storage, key: string): Promise<number> {
  const object = await storage.stat(key);
  if (object === null) return 0;
  await storage.delete(key);
  return object.isShared ? 0 : object.sizeBytes;
}
