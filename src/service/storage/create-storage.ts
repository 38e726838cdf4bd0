import { join } from 'node:path';
import type { StorageConfig } from '../../config.ts';
import { createLocalStorage, type LocalStorage } from './local.ts';
import type { Storage } from './storage.ts';

export interface CreateStorageOptions {
  config: StorageConfig;
  dataDir: string;
  /** For the links of local storage: random, made once, kept in the database. */
  signingKey: Uint8Array;
}

/** The storage the configuration asks for. The S3 client takes a quarter of a second to load: only who uses it waits. */
export async function createStorage(options: CreateStorageOptions): Promise<Storage | LocalStorage> {
  const { config, dataDir, signingKey } = options;
  if (config.kind === 'local') return createLocalStorage({ folder: join(dataDir, 'objects'), signingKey });
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(config);
}
