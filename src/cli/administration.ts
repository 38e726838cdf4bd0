import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { Failure } from '../failure.ts';
import { createLog, type Log } from '../log.ts';
import {
  connect,
  type Database,
  joinEmbeddedPostgres,
  migrate,
  pendingMigrations,
  sharedSecret,
  startEmbeddedPostgres,
} from '../service/database/index.ts';
import { createJobs, type Jobs } from '../service/jobs/index.ts';
import { createStorage, type Storage } from '../service/storage/index.ts';
import { readEnvironment } from './environment.ts';
import { createStopList, type StopList } from './stop.ts';

/** What an operator's command works on, beside a running service or without one. */
export interface Installation {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly storage: Storage;
  readonly jobs: Jobs;
  readonly running: StopList;
}

/** Opens the installation of the configuration, and lets go of it whatever happens. */
export async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const config = readConfig(readEnvironment());
  const log = createLog('silent');
  const running = createStopList(log, config);
  try {
    const database = await openInstalledDatabase(config, { log, running });
    const signingKey = await sharedSecret(database.db, 'storage-links');
    const storage = await createStorage({ config: config.storage, dataDir: config.dataDir, signingKey });
    running.add('storage', () => storage.close());
    return await work({
      config,
      log,
      database,
      storage,
      jobs: createJobs({ database, limits: config.limits }),
      running,
    });
  } finally {
    await running.stop();
  }
}

/** Never changes the schema under a service that runs: it may be an older one, and would no longer understand it. */
async function openInstalledDatabase(
  config: Config,
  { log, running }: { log: Log; running: StopList },
): Promise<Database> {
  const { url, isOurs } = await findDatabase(config, { log, running });
  const database = connect({ url, log, applicationName: 'reprise command', maxConnections: 4 });
  running.add('database', () => database.close());
  const pending = await pendingMigrations(database).catch((cause: unknown) => {
    if (cause instanceof Failure) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('database/unavailable', `The database cannot be used: ${reason}`, { cause });
  });
  if (pending.length > 0 && !isOurs) {
    throw new Failure(
      'database/migrations-differ',
      'The database is not that of this version yet. Start the service once with this version.',
    );
  }
  if (pending.length > 0) await migrate(database);
  return database;
}

/** The one of DATABASE_URL, the one a running service has, or our own for as long as the command takes. */
export async function findDatabase(
  { database, dataDir }: Config,
  { log, running }: { log: Log; running: StopList },
): Promise<{ url: string; isOurs: boolean }> {
  if (database.kind === 'url') return { url: database.url, isOurs: false };
  const joined = await joinEmbeddedPostgres({ dataDir });
  if (joined !== null) return { url: joined.url, isOurs: false };
  if (!existsSync(join(dataDir, 'postgres', 'cluster'))) {
    throw new Failure(
      'installation/missing',
      `There is no installation in ${dataDir}. Set DATA_DIR or DATABASE_URL to that of the service.`,
    );
  }
  const server = await startEmbeddedPostgres({ dataDir, log });
  running.add('embedded database', () => server.stop());
  return { url: server.url, isOurs: true };
}
