import { join } from 'node:path';
import type { StorageConfig } from '../../config.ts';
import { createLocalStorage, type LocalStorage } from './local.ts';
import type { Storage } from './storage.ts';

export interface CreateStorageOptions {
  readonly config: StorageConfig;
  readonly dataDir: string;
  /** Signs the links of local storage; random, created once, stored in the database. */
  readonly signingKey: Uint8Array;
}

/**
 * Creates the configured storage. The S3 client takes a quarter of a second to load, so it is imported only if used.
 */
export async function createStorage(options: CreateStorageOptions): Promise<Storage | LocalStorage> {
  const { config, dataDir, signingKey } = options;
  if (config.kind === 'local') return createLocalStorage({ folder: join(dataDir, 'objects'), signingKey });
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(config);
}
