import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type Config, readConfig } from '../config.ts';
import { connect, type Database, migrate, sharedSecret, startEmbeddedPostgres } from '../database/index.ts';
import { Failure } from '../failure.ts';
import { createApp, defaultTimeouts, openUploadFolder } from '../http/index.ts';
import { createReplayDecoder } from '../intake/index.ts';
import { createJobs, startQueue, startRelay } from '../jobs/index.ts';
import { createLog, type Log } from '../log.ts';
import { createMetrics, measureStorage } from '../metrics/index.ts';
import { createSkins } from '../skins/index.ts';
import { createStorage } from '../storage/index.ts';
import { placeDemo } from './demo.ts';
import { readEnvironment } from './environment.ts';
import { finishRequests, listen, withChosenPort } from './listen.ts';
import { startRendering } from './serve-renders.ts';
import { createStopList, type StopList, stopRequest } from './stop.ts';
import { startSweeping } from './sweep.ts';
import { readVersion } from './version.ts';

/** Serves the API until a signal asks it to stop. */
export async function run(): Promise<number> {
  const config = readConfig(await withChosenPort(readEnvironment()));
  const log = createLog(config.logLevel);
  const asked = stopRequest(log);
  const running = createStopList(log, config);
  try {
    await start(config, log, running);
    console.log(`Reprise is ready: ${config.publicUrl}/`);
    await asked;
  } finally {
    await running.stop();
  }
  return 0;
}

/** Everything in the order it depends on each other; it is stopped the other way round. */
async function start(config: Config, log: Log, running: StopList): Promise<void> {
  const { dataDir, limits } = config;
  const metrics = createMetrics();
  await makeDataDir(dataDir);

  const database = await openDatabase(config, { log, running, onQuery: metrics.databaseQueried });
  const signingKey = await sharedSecret(database.db, 'storage-links');
  const storage = measureStorage(await createStorage({ config: config.storage, dataDir, signingKey }), metrics);
  running.add('storage', () => storage.close());

  const jobs = createJobs({ database, limits });
  metrics.readJobsFrom(() => jobs.gauges());
  const queue = await startQueue({ database, log });
  running.add('queue', () => queue.stop());
  const relay = await startRelay({ database, boss: queue.boss, log });
  running.add('relay', () => relay.stop());
  running.add('sweep', startSweeping({ jobs, queue, log }));

  const decoder = createReplayDecoder({ size: Math.max(1, availableParallelism() - 1) });
  running.add('replay decoder', () => decoder.stop());
  const uploads = await openUploadFolder(dataDir);
  running.add('uploads', () => uploads.close());
  await placeDemo(dataDir);

  const app = await createApp({
    ...{ config, version: readVersion(), log, metrics, timeouts: defaultTimeouts },
    ...{ database, jobs, storage, skins: createSkins({ database, storage }), decoder, uploads },
  });
  running.add('requests', () => finishRequests(app));
  await listen(app, config, log);
  // Last, and so the first to stop: a render that must be handed back needs everything else.
  await startRendering(config, {
    jobs,
    complete: jobs.complete,
    queue,
    storage,
    newFolder: uploads.newPath,
    log,
    running,
  });
}

async function openDatabase(
  { database, dataDir }: Config,
  { log, running, onQuery }: { log: Log; running: StopList; onQuery: Parameters<typeof connect>[0]['onQuery'] },
): Promise<Database> {
  let url: string;
  if (database.kind === 'embedded') {
    const server = await startEmbeddedPostgres({ dataDir, log });
    running.add('embedded database', () => server.stop());
    url = server.url;
  } else {
    url = database.url;
  }
  const connection = connect({ url, log, applicationName: 'reprise serve', ...(onQuery && { onQuery }) });
  running.add('database', () => connection.close());
  try {
    await migrate(connection);
  } catch (cause) {
    if (cause instanceof Failure || database.kind === 'embedded') throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('service/cannot-start', `The database of DATABASE_URL cannot be used: ${reason}`, { cause });
  }
  return connection;
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new Failure('service/cannot-start', `The data folder ${dataDir} cannot be written (${code}). Set DATA_DIR.`, {
      cause,
    });
  }
}
