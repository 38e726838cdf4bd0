import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { appliedMigrations, type Database, type Schema } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import { type BackupFileWriter, createBackupFile } from './backup-file.ts';
import { type Manifest, manifestName, objectsFolder, storedFolders, tablesFolder } from './manifest.ts';
import { listTables, readSequences, readTable } from './tables.ts';

export interface BackupOptions {
  readonly database: Pick<Database, 'db'>;
  /** Null: the backup does not include the objects. */
  readonly storage: Storage | null;
  readonly path: string;
  readonly version: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BackupCounts) => void;
}

export interface BackupCounts {
  readonly rows: number;
  readonly objects: number;
  readonly objectBytes: number;
}

/**
 * Writes a snapshot of the database, and then the objects. Every object that a row of the snapshot refers to is stored
 * before that row is written, and newer objects do no harm, so the service can run meanwhile. The transaction ends before
 * the first object is read from storage.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupCounts & { bytes: number }> {
  const { database, storage, path, signal, onProgress = () => {} } = options;
  const now = new Date();
  const archive = await createBackupFile(path, now);
  const counts = { rows: 0, objects: 0, objectBytes: 0 };
  try {
    await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        // Writing to a slow disk must not end the transaction.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        await addJson(archive, manifestName, await manifestOf(trx, { ...options, createdAt: now }));
        for (const table of await listTables(trx)) {
          let batch = 0;
          for await (const rows of readTable(trx, table)) {
            signal?.throwIfAborted();
            const bytes = await promisify(gzip)(`${rows.join('\n')}\n`);
            const name = `${tablesFolder}${table.name}/${String(batch++).padStart(6, '0')}.jsonl.gz`;
            await archive.add({ name, sizeBytes: bytes.length }, [bytes]);
            counts.rows += rows.length;
            onProgress(counts);
          }
        }
      });
    if (storage !== null) await addObjects(storage);
    const { bytes } = await archive.finish();
    return { ...counts, bytes };
  } catch (error) {
    await archive.abandon();
    throw error;
  }

  async function addObjects(storage: Storage): Promise<void> {
    for (const folder of storedFolders) {
      for await (const { key } of storage.list(folder)) {
        signal?.throwIfAborted();
        const object = await storage.get(key);
        // The object was purged since it was listed.
        if (object === null) continue;
        await archive.add({ name: `${objectsFolder}${key}`, sizeBytes: object.sizeBytes }, object.stream);
        counts.objects++;
        counts.objectBytes += object.sizeBytes;
        onProgress(counts);
      }
    }
  }
}

async function manifestOf(
  trx: Kysely<Schema>,
  { version, storage, createdAt }: Pick<BackupOptions, 'version' | 'storage'> & { createdAt: Date },
): Promise<Manifest> {
  return {
    format: 1,
    version,
    createdAt: createdAt.toISOString(),
    migrations: Object.fromEntries(await appliedMigrations({ db: trx })),
    sequences: await readSequences(trx),
    hasObjects: storage !== null,
  };
}

async function addJson(archive: BackupFileWriter, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  await archive.add({ name, sizeBytes: bytes.length }, [bytes]);
}
