export { type CreateStorageOptions, createStorage } from './create-storage.ts';
export { contentTypeOf, dispositionOf, isKey } from './key.ts';
export { createLocalStorage, type LocalStorage, type LocalStorageOptions } from './local.ts';
export type { OpenObject } from './local-objects.ts';
export { createBucket } from './s3-bucket.ts';
export type {
  ByteRange,
  Cancellable,
  GetOptions,
  LinkOptions,
  ListedObject,
  ObjectInfo,
  PutOptions,
  PutResult,
  Storage,
  StoredObject,
} from './storage.ts';
