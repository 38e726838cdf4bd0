import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { Failure, messageOf } from '../../failure.ts';
import type { Log } from '../../log.ts';
import {
  connect,
  type Database,
  type DatabaseOptions,
  joinEmbeddedPostgres,
  migrate,
  pendingMigrations,
  startEmbeddedPostgres,
} from '../../service/database/index.ts';
import type { ShutdownSequence } from './shutdown-sequence.ts';

/**
 * What a command does with the database:
 * - `run`: create it if it is missing, and apply migrations;
 * - `administer`: use the database of the service, whether that runs or not, without migrating it under a running service;
 * - `inspect`: the same, whatever the state of the schema;
 * - `restore`: create it if it is missing, leave it unmigrated, and refuse if a service uses it.
 */
export type DatabaseAccess = 'run' | 'administer' | 'inspect' | 'restore';

export interface OpenDatabaseOptions {
  readonly access: DatabaseAccess;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly log: Log;
  readonly shutdown: ShutdownSequence;
  readonly onQuery?: DatabaseOptions['onQuery'];
}

/** The application names of the commands that must not run during a restore. */
export const serveName = 'reprise serve';
export const workerName = 'reprise worker';

const commandConnections = 4;

/** Opens the database of DATABASE_URL or the embedded one, and adds it to the shutdown sequence. */
export async function openDatabase(config: Config, options: OpenDatabaseOptions): Promise<Database> {
  const { access, applicationName, log, shutdown, onQuery } = options;
  const { url, isShared } = await findServer(config, options);
  const database = connect({
    url,
    log,
    applicationName,
    onQuery,
    maxConnections: access === 'run' ? undefined : commandConnections,
  });
  shutdown.add('database', () => database.close());
  if (access === 'run') await migrateForService(database, config);
  if (access === 'administer') await migrateUnlessShared(database, isShared);
  if (access === 'restore') await refuseIfInUse(database);
  return database;
}

/** `isShared`: a service may be using the server at this moment. */
async function findServer(
  { database, dataDir }: Config,
  { access, log, shutdown }: OpenDatabaseOptions,
): Promise<{ url: string; isShared: boolean }> {
  if (database.kind === 'url') return { url: database.url, isShared: true };
  if (access !== 'run') {
    const running = await joinEmbeddedPostgres({ dataDir });
    if (running !== null && access === 'restore') throw inUse();
    if (running !== null) return { url: running.url, isShared: true };
  }
  const mayCreate = access === 'run' || access === 'restore';
  if (!mayCreate && !existsSync(join(dataDir, 'postgres', 'cluster'))) {
    throw new Failure(
      'installation/missing',
      `There is no installation in ${dataDir}. Set DATA_DIR or DATABASE_URL to those of the service.`,
    );
  }
  const server = await startEmbeddedPostgres({ dataDir, log });
  shutdown.add('embedded database', () => server.stop());
  return { url: server.url, isShared: false };
}

async function migrateForService(database: Database, config: Config): Promise<void> {
  try {
    await migrate(database);
  } catch (cause) {
    if (cause instanceof Failure || config.database.kind === 'embedded') throw cause;
    throw new Failure('service/cannot-start', `Cannot use the database of DATABASE_URL: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** An older service that is still running would not understand the new schema. */
async function migrateUnlessShared(database: Database, isShared: boolean): Promise<void> {
  const pending = await pendingMigrations(database).catch((cause: unknown) => {
    if (cause instanceof Failure) throw cause;
    throw new Failure('database/unavailable', `Cannot use the database: ${messageOf(cause)}`, { cause });
  });
  if (pending.length === 0) return;
  if (isShared) {
    throw new Failure(
      'database/migrations-differ',
      'The database has the schema of an older version. Start the service once with this version.',
    );
  }
  await migrate(database);
}

/** A running service has already read the old keys, and would see a half-restored database. */
async function refuseIfInUse({ db }: Database): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name in (${serveName}, ${workerName})`.execute(db);
  if (rows.length > 0) throw inUse();
}

function inUse(): Failure {
  return new Failure('installation/in-use', 'The service is running on this installation. Stop it first.');
}
