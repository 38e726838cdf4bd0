import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '../config.ts';
import { createLog, type Log } from '../log.ts';
import { sharedSecret } from '../service/database/index.ts';
import { createApp, defaultTimeouts, openPageFiles, openUploadFolder } from '../service/http/index.ts';
import { createReplayDecoder } from '../service/intake/index.ts';
import { createJobs, startJobFeed, startQueue, startRelay } from '../service/jobs/index.ts';
import { createMetrics, measureStorage } from '../service/metrics/index.ts';
import { createPreviewDrawer, createSkinPreviews } from '../service/previews/index.ts';
import { createSkins } from '../service/skins/index.ts';
import { createStorage } from '../service/storage/index.ts';
import { openBeatmapSources } from './beatmap-sources.ts';
import { makeDataDir } from './data-folder.ts';
import { placeDemo } from './demo.ts';
import { readEnvironment } from './environment.ts';
import { finishRequests, type HeldPort, holdPort, listen, warnOfFalseIdentities } from './listen.ts';
import { openDatabase } from './open-database.ts';
import { assets } from './render.ts';
import { readRendererVersion } from './renderer-version.ts';
import { startRetention } from './retention.ts';
import { startRendering } from './serve-renders.ts';
import { createStopList, type StopList, stopRequest } from './stop.ts';
import { startSweeping } from './sweep.ts';
import { readVersion } from './version.ts';

/** Serves the API until a signal asks it to stop. */
export async function run(): Promise<number> {
  const port = await holdPort(readEnvironment());
  const config = readConfig(port.env);
  const log = createLog(config.logLevel);
  const asked = stopRequest(log);
  const running = createStopList(log, config);
  try {
    await start(config, { log, running, port });
    console.log(`Reprise is ready: ${config.publicUrl}/`);
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

/** Everything in the order it depends on each other; it is stopped the other way round. */
async function start(config: Config, { log, running, port }: Parts): Promise<void> {
  const { dataDir, limits } = config;
  const metrics = createMetrics();
  await makeDataDir(dataDir);

  const onQuery = metrics.databaseQueried;
  const database = await openDatabase(config, { applicationName: 'reprise serve', log, running, onQuery });
  const signingKey = await sharedSecret(database.db, 'storage-links');
  const storage = measureStorage(await createStorage({ config: config.storage, dataDir, signingKey }), metrics);
  running.add('storage', () => storage.close());

  const jobs = createJobs({ database, limits });
  metrics.readJobsFrom(() => jobs.gauges());
  const queue = await startQueue({ database, log });
  running.add('queue', () => queue.stop());
  const relay = await startRelay({ database, boss: queue.boss, log });
  running.add('relay', () => relay.stop());
  running.add('sweep', startSweeping({ jobs, queue, storage, log }));
  running.add('retention', startRetention(config.retention, { database, storage, metrics, log }));

  const feed = await startJobFeed({ database, log });
  running.add('job feed', () => feed.stop());

  const decoder = createReplayDecoder({ size: Math.max(1, availableParallelism() - 1) });
  running.add('replay decoder', () => decoder.stop());
  const uploads = await openUploadFolder(dataDir);
  running.add('uploads', () => uploads.close());
  await placeDemo(dataDir);
  const beatmaps = await openBeatmapSources(config, { storage, log, running });
  const previews = createSkinPreviews({
    ...{ storage, log, newPath: uploads.newPath },
    draw: createPreviewDrawer({ assets }),
    rendererVersion: readRendererVersion({ kind: 'builtin' }),
  });
  running.add('previews', () => previews.stop());

  const app = await createApp({
    ...{ config, version: readVersion(), log, metrics, timeouts: defaultTimeouts },
    ...{
      database,
      jobs,
      feed,
      storage,
      skins: createSkins({ database, storage }),
      previews,
      beatmaps,
      decoder,
      uploads,
    },
    page: await openPageFiles(fileURLToPath(new URL('../page/', import.meta.url))),
  });
  running.add('requests', () => finishRequests(app));
  warnOfFalseIdentities(config, log);
  await listen(app, config, port);
  // Last, and so the first to stop: a render that must be handed back needs everything else.
  await startRendering(config, {
    jobs,
    complete: jobs.complete,
    queue,
    storage,
    beatmaps,
    newFolder: uploads.newPath,
    log,
    metrics,
    running,
  });
}
