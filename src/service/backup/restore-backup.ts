import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { Failure } from '../../failure.ts';
import { type Database, migrate, type Schema, unknownMigrations } from '../database/index.ts';
import type { Storage } from '../storage/index.ts';
import { type BackupFileReader, collect, openBackupFile } from './backup-file.ts';
import { type Manifest, manifestName, objectsFolder, storedFolders, tablesFolder } from './manifest.ts';
import { emptyTables, enableTriggers, listTables, writeRows, writeSequences } from './tables.ts';
import type { BackupCounts } from './write-backup.ts';

export interface RestoreOptions {
  readonly database: Pick<Database, 'db'>;
  readonly storage: Storage;
  readonly path: string;
  /** Changes the restored rows in the transaction that inserts them, after they are migrated to this program's schema. */
  readonly afterRows: (trx: Kysely<Schema>) => Promise<unknown>;
  readonly onProgress?: (progress: BackupCounts) => void;
}

/** The maximum size of an unpacked batch of rows. */
const maxBatchBytes = 256 * 1024 * 1024;

/** Reads a whole backup, checks that this program can restore it, and returns its manifest and counts. */
export async function checkBackup(path: string): Promise<Manifest & BackupCounts> {
  const archive = await openBackupFile(path);
  try {
    const counts = { rows: 0, objects: 0, objectBytes: 0 };
    for await (const { name, sizeBytes, read } of archive.entries()) {
      if (name.startsWith(tablesFolder)) counts.rows += (await rowsOf(read())).length;
      if (!name.startsWith(objectsFolder)) continue;
      counts.objects++;
      counts.objectBytes += sizeBytes;
    }
    const manifest = await readManifest(archive, path);
    await requireKnownSchema(manifest, path);
    return { ...manifest, ...counts };
  } finally {
    await archive.close();
  }
}

/**
 * Restores a backup into an empty installation. It stores the objects first. Then one transaction inserts the rows into the
 * schema of the backup, migrates them to the schema of this program and calls `afterRows`: until that commits, the database
 * stays empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupCounts> {
  const { database, storage, path, afterRows, onProgress = () => {} } = options;
  const archive = await openBackupFile(path);
  const counts = { rows: 0, objects: 0, objectBytes: 0 };
  try {
    const manifest = await readManifest(archive, path);
    await requireKnownSchema(manifest, path);
    await prepareSchema(database, manifest, path);
    await requireEmpty(database.db, storage, manifest);
    for await (const { name, sizeBytes, read } of archive.entries()) {
      if (!name.startsWith(objectsFolder)) continue;
      await storage.put(name.slice(objectsFolder.length), Readable.from(read()), { size: sizeBytes });
      counts.objects++;
      counts.objectBytes += sizeBytes;
      onProgress(counts);
    }
    await database.db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`set local statement_timeout = 0`.execute(trx);
      const tables = await listTables(trx);
      await emptyTables(trx, tables);
      for await (const { name, read } of archive.entries()) {
        if (!name.startsWith(tablesFolder)) continue;
        const table = tables.find((candidate) => candidate.name === name.split('/')[1]);
        if (table === undefined)
          throw new Failure('backup/unreadable', `${path} contains ${name}, but the database has no such table.`);
        const rows = await rowsOf(read());
        await writeRows(trx, table, rows);
        counts.rows += rows.length;
        onProgress(counts);
      }
      await enableTriggers(trx, tables);
      await writeSequences(trx, manifest.sequences);
      await migrate({ db: trx });
      await afterRows(trx);
    });
    return counts;
  } catch (error) {
    // The storage was empty before, so every object in it comes from this restore.
    if (counts.objects > 0) await clear(storage);
    throw error;
  } finally {
    await archive.close();
  }
}

async function readManifest(archive: BackupFileReader, path: string): Promise<Manifest> {
  for await (const { name, read } of archive.entries()) {
    const manifest = name === manifestName ? JSON.parse((await collect(read())).toString()) : null;
    if (manifest?.format === 1) return manifest;
    break;
  }
  throw new Failure('backup/unreadable', `${path} is not a backup of Reprise, or was made by a newer version.`);
}

async function requireKnownSchema({ migrations }: Manifest, path: string): Promise<void> {
  if (Object.keys(migrations).length === 0) {
    throw new Failure('backup/unreadable', `${path} is a backup of a database that was never used.`);
  }
  const unknown = await unknownMigrations(migrations);
  if (unknown.length === 0) return;
  throw new Failure(
    'backup/other-version',
    `${path} was made by another version of the program: this version does not have ${unknown.join(', ')}. ` +
      'Restore it with that version or a newer one.',
  );
}

/**
 * Applies exactly the migrations of the backup; the others then also convert the restored rows. They need not be the later
 * ones: file 0013 was merged before file 0012, so there are backups with 0013 alone.
 */
async function prepareSchema(database: Pick<Database, 'db'>, { migrations }: Manifest, path: string): Promise<void> {
  await migrate(database, { only: new Set(Object.keys(migrations)) }).catch((cause: unknown) => {
    if (!(cause instanceof Failure)) throw cause;
    throw new Failure('backup/other-version', `The database is newer than ${path}. Restore into a new database.`, {
      cause,
    });
  });
}

async function requireEmpty(db: Kysely<Schema>, storage: Storage, { hasObjects }: Manifest): Promise<void> {
  for (const table of ['jobs', 'skins'] as const) {
    const found = await db.selectFrom(table).select(sql<number>`1`.as('one')).limit(1).executeTakeFirst();
    if (found !== undefined) {
      throw new Failure('installation/not-empty', `The database already has ${table}. Restore into an empty database.`);
    }
  }
  if (!hasObjects) return;
  for (const folder of storedFolders) {
    for await (const { key } of storage.list(folder)) {
      throw new Failure('installation/not-empty', `The storage already has ${key}. Restore into an empty storage.`);
    }
  }
}

async function clear(storage: Storage): Promise<void> {
  for (const folder of storedFolders) {
    for await (const { key } of storage.list(folder)) await storage.delete(key);
  }
}

async function rowsOf(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const unpacked = await promisify(gunzip)(await collect(chunks), { maxOutputLength: maxBatchBytes });
  return unpacked.toString().trimEnd().split('\n');
}
