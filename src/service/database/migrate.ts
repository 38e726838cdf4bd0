import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql, Transaction } from 'kysely';
import { Failure } from '../../failure.ts';
import { migrationFolder } from '../../program-files.ts';
import type { Database } from './connect.ts';
import { lockInTransaction } from './locks.ts';
import type { Schema } from './schema.ts';

interface Migration {
  readonly name: string;
  readonly hash: string;
  readonly sql: string;
}

export interface MigrateOptions {
  readonly folder?: URL;
  /** The names of the files to apply; by default all. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Migrates the database to this program's schema, forward only. It applies all missing files in one transaction, under a
 * lock for which other starting processes wait. If `db` is a transaction, the files are applied in it. Returns the names of
 * the files it applied.
 */
export async function migrate({ db }: { db: Kysely<Schema> }, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationFolder, only } = options;
  const all = await readMigrations(folder);
  const migrations = only === undefined ? all : all.filter(({ name }) => only.has(name));
  return inTransaction(db, async (trx) => {
    // Migrating a large table may take minutes, and another process waits for the lock for as long.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local lock_timeout = '10min'`.execute(trx);
    await lockInTransaction(trx, 'migrations');
    await sql`
      create table if not exists schema_migrations (
        name text primary key,
        hash text not null,
        applied_at timestamptz(3) not null default clock_timestamp()
      )`.execute(trx);
    const missing = missingMigrations(migrations, await readApplied(trx));
    for (const migration of missing) {
      await sql.raw(migration.sql).execute(trx);
      await sql`insert into schema_migrations (name, hash) values (${migration.name}, ${migration.hash})`.execute(trx);
    }
    return missing.map(({ name }) => name);
  });
}

function inTransaction<T>(db: Kysely<Schema>, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}

/** Returns the names of the files that `migrate` would apply. Throws like `migrate` if a newer version used the database. */
export async function pendingMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const migrations = await readMigrations(migrationFolder);
  return missingMigrations(migrations, await appliedMigrations({ db })).map(({ name }) => name);
}

/** Returns the hashes of the applied files by name; empty if the database was never used. */
export async function appliedMigrations({ db }: Pick<Database, 'db'>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('schema_migrations') is not null as exists`.execute(db);
  return rows[0]?.exists ? readApplied(db) : new Map();
}

/** Of migrations with these hashes by name, returns the names of those that this program does not have. */
export async function unknownMigrations(hashes: Readonly<Record<string, string>>): Promise<string[]> {
  const known = new Map((await readMigrations(migrationFolder)).map(({ name, hash }) => [name, hash]));
  return Object.keys(hashes).filter((name) => known.get(name) !== hashes[name]);
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      // A checkout may have other line endings, which do not change the statements.
      const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
      return { name, hash, sql: text };
    }),
  );
}

async function readApplied(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from schema_migrations`.execute(db);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function missingMigrations(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [name, hash] of applied) {
    const migration = byName.get(name);
    if (migration === undefined) {
      throw new Failure(
        'database/migrations-differ',
        `Migration ${name} was applied to the database, but this version of the program does not have it. ` +
          'A newer version used the database: start that version.',
      );
    }
    if (migration.hash !== hash) {
      throw new Failure(
        'database/migrations-differ',
        `Migration ${name} was applied to the database with other contents than migrations/${name} has now. ` +
          'Restore the file, and put changes into a new one.',
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}
