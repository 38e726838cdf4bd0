export { createStorage } from './create-storage.ts';
export { contentTypeOf, dispositionOf, isKey } from './key.ts';
export { createLocalStorage, type LocalStorage } from './local.ts';
export { createBucket } from './s3-bucket.ts';
export type { ByteRange, ListedObject, ObjectInfo, Storage, StoredObject } from './storage.ts';
