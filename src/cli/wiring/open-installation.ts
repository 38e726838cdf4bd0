import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import { readVersion } from '../../program-files.ts';
import { type Administration, createAdministration } from '../../service/administration/index.ts';
import { type Database, sharedSecret } from '../../service/database/index.ts';
import { createJobs, type Jobs, type Queue, startQueue } from '../../service/jobs/index.ts';
import { createKeys, type Keys } from '../../service/keys/index.ts';
import { createLentWorkers, type LentWorkers } from '../../service/lending/index.ts';
import { createMetrics, type Metrics, measureStorage } from '../../service/metrics/index.ts';
import { createStorage, type Storage } from '../../service/storage/index.ts';
import { openTempFolder, type TempFolder } from '../../service/temp-folder/index.ts';
import { createDataFolder } from './data-folder.ts';
import { type DatabaseAccess, openDatabase } from './open-database.ts';
import { createShutdownSequence } from './shutdown-sequence.ts';

/** An open installation: the database, the storage and what works on them. */
export interface Installation {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly storage: Storage;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly lentWorkers: LentWorkers;
  readonly administration: Administration;
  /** The queue that was started; otherwise connects to it now. */
  queue(): Promise<Queue>;
  /** Connects to the queue, until the installation closes. */
  startQueue(options?: { supervises: boolean }): Promise<Queue>;
  /** Opens this process's folder for temporary files, until the installation closes. */
  openTempFolder(): Promise<TempFolder>;
  /** Adds something to stop when the installation closes, before everything that was opened earlier. */
  onClose(name: string, stop: () => Promise<unknown>): void;
  /** Closes everything in reverse order. A second call has no effect. */
  close(): Promise<void>;
}

export interface InstallationOptions {
  readonly access: Exclude<DatabaseAccess, 'inspect'>;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  readonly log: Log;
  /** Called if closing takes too long. */
  readonly onLateClose?: () => void;
  /** Tests inject faults here. */
  readonly wrapStorage?: (storage: Storage) => Storage;
}

/** Opens the installation that the configuration names. If that fails, everything opened so far is closed again. */
export async function openInstallation(config: Config, options: InstallationOptions): Promise<Installation> {
  const { access, applicationName, log, onLateClose, wrapStorage = (storage) => storage } = options;
  const { dataDir, drainSeconds, limits } = config;
  const shutdown = createShutdownSequence({ log, drainSeconds, onLate: onLateClose });
  try {
    const metrics = createMetrics({
      version: readVersion(),
      dataDir,
      settings: { MAX_QUEUED: limits.maxQueued, MAX_RENDERING: limits.maxRendering },
    });
    if (access !== 'administer') await createDataFolder(dataDir);
    const onQuery = metrics.databaseQueried;
    const database = await openDatabase(config, { access, applicationName, log, shutdown, onQuery });
    const signingKey = access === 'restore' ? unusedKey : await sharedSecret(database.db, 'storage-links');
    const storage = await createStorage({ config: config.storage, dataDir, signingKey });
    shutdown.add('storage', () => storage.close());
    const measured = wrapStorage(measureStorage(storage, metrics));
    const jobs = createJobs({ database, limits });
    const keys = createKeys(database);
    const lentWorkers = createLentWorkers(database.db);
    let started: Promise<Queue> | null = null;
    const connectQueue = async (supervises: boolean) => {
      const queue = await startQueue({ database, log, supervises });
      shutdown.add('queue', () => queue.stop());
      return queue;
    };
    const queue = () => {
      started ??= connectQueue(false);
      return started;
    };
    const administration = createAdministration({
      database,
      jobs,
      keys,
      lentWorkers,
      storage: measured,
      dataDir,
      deadLetters: async () => (await queue()).deadLetters,
    });
    return {
      config,
      log,
      metrics,
      database,
      storage: measured,
      jobs,
      keys,
      lentWorkers,
      administration,
      queue,
      startQueue({ supervises } = { supervises: true }) {
        started = connectQueue(supervises);
        return started;
      },
      async openTempFolder() {
        const tempFolder = await openTempFolder(dataDir);
        shutdown.add('temporary files', () => tempFolder.close());
        return tempFolder;
      },
      onClose: shutdown.add,
      close: shutdown.stop,
    };
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

/** A restore hands out no links, and the key of the backup replaces any key of the empty database. */
const unusedKey = Buffer.alloc(32);
