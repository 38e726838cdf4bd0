import { createLog, type Log } from '../log.ts';
import { sharedSecret } from '../service/database/index.ts';
import { createWorkerApp, openUploadFolder } from '../service/http/index.ts';
import { createJobs, startQueue } from '../service/jobs/index.ts';
import { createMetrics, measureStorage } from '../service/metrics/index.ts';
import { createStorage } from '../service/storage/index.ts';
import { createCallback } from '../service/worker/index.ts';
import { openBeatmapSources } from './beatmap-sources.ts';
import { makeDataDir } from './data-folder.ts';
import { readEnvironment } from './environment.ts';
import { finishRequests, type HeldPort, holdPort, listen } from './listen.ts';
import { openDatabase } from './open-database.ts';
import { startRendering } from './serve-renders.ts';
import { createStopList, type StopList, stopRequest } from './stop.ts';
import { readVersion } from './version.ts';
import { readWorkerSettings, type WorkerSettings } from './worker-settings.ts';

/** Renders the jobs of a service that runs elsewhere, until a signal asks it to stop. */
export async function run(): Promise<number> {
  const port = await holdPort(readEnvironment());
  const settings = readWorkerSettings(port.env);
  const { config } = settings;
  const log = createLog(config.logLevel);
  const asked = stopRequest(log);
  const running = createStopList(log, config);
  try {
    const address = await start(settings, { log, running, port });
    const renders = config.renderWorkers === 1 ? 'one render' : `${config.renderWorkers} renders`;
    const health = address === null ? '' : ` Its health: ${address}/health`;
    console.log(`Reprise worker is ready: ${renders} at a time.${health}`);
    await asked;
  } finally {
    await running.stop();
  }
  return 0;
}

interface Parts {
  readonly log: Log;
  readonly running: StopList;
  readonly port: HeldPort;
}

/**
 * Everything in the order it depends on each other; it is stopped the other way round. Answers the address of its
 * health, when it is to be watched.
 */
async function start(settings: WorkerSettings, { log, running, port }: Parts): Promise<string | null> {
  const { config, serviceUrl, webhookSecret, isWatched } = settings;
  const { dataDir, limits } = config;
  const metrics = createMetrics();
  await makeDataDir(dataDir);

  const onQuery = metrics.databaseQueried;
  const database = await openDatabase(config, { applicationName: 'reprise worker', log, running, onQuery });
  const signingKey = await sharedSecret(database.db, 'storage-links');
  const storage = measureStorage(await createStorage({ config: config.storage, dataDir, signingKey }), metrics);
  running.add('storage', () => storage.close());
  const queue = await startQueue({ database, log });
  running.add('queue', () => queue.stop());
  const folder = await openUploadFolder(dataDir);
  running.add('temporary files', () => folder.close());

  let address: string | null = null;
  if (isWatched) {
    const app = await createWorkerApp({ version: readVersion(), log, metrics, database, storage });
    running.add('requests', () => finishRequests(app));
    address = await listen(app, config, port);
  }
  const jobs = createJobs({ database, limits });
  const complete = createCallback({ serviceUrl, secret: webhookSecret, log });
  const beatmaps = await openBeatmapSources(config, { storage, log, running });
  const newFolder = folder.newPath;
  await startRendering(config, { jobs, complete, queue, storage, beatmaps, newFolder, log, metrics, running });
  return address;
}
