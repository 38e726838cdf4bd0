import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { assetFolder, pageFolder, readVersion } from '../../program-files.ts';
import { createAddressRule, startCallbacks } from '../../service/callbacks/index.ts';
import { createApp, defaultTimeouts, jobJson, openPageFiles } from '../../service/http/index.ts';
import { startJobFeed, startRelay } from '../../service/jobs/index.ts';
import { createLending, createSegmentInspector } from '../../service/lending/index.ts';
import {
  createCardDrawer,
  createCoverResizer,
  createJobCards,
  createPreviewDrawer,
  createSkinPreviews,
} from '../../service/previews/index.ts';
import { createReplayDecoder } from '../../service/replay-decoding/index.ts';
import { createScoreReplays } from '../../service/scores/index.ts';
import { createSkins, createUploadedSkins, readMissingSkinDetails } from '../../service/skins/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import type { Output } from '../output/output.ts';
import { hideSecrets } from '../startup/hide-secrets.ts';
import { runUntilStopped } from '../startup/run-until-stopped.ts';
import { readServeConfig } from '../startup/serve-config.ts';
import { serveMetrics } from '../startup/serve-metrics.ts';
import { openBeatmapSources, openOsuApi } from '../wiring/beatmap-sources.ts';
import { readVariablesWithEnvFile } from '../wiring/env-file.ts';
import { closeServer, listen, type ReservedPort, reservePort, warnAboutForgeableAddresses } from '../wiring/listen.ts';
import { serveName } from '../wiring/open-database.ts';
import type { Installation } from '../wiring/open-installation.ts';
import { readRendererVersion } from '../wiring/renderer-version.ts';
import { startRetention } from '../wiring/retention.ts';
import { runPeriodically } from '../wiring/run-periodically.ts';
import { startRendering } from '../wiring/start-rendering.ts';
import { startSweep } from '../wiring/sweep.ts';

const name = 'serve';
const help = `bin/reprise serve

Runs the service until SIGTERM or SIGINT: the HTTP API, the web page and, unless RENDER_WORKERS is 0, renders. The settings
are environment variables or lines of a file .env in the working folder; .env.example lists them.
`;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options: {}, output }, ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('The command takes no arguments.');
    return serve();
  });
}

/** Runs the service until the process gets a stop signal. */
async function serve(): Promise<number> {
  const port = await reservePort(hideSecrets(readVariablesWithEnvFile()));
  const config = await readServeConfig(port.env);
  return runUntilStopped(config, {
    applicationName: serveName,
    async start(installation) {
      await startService(installation, port);
      console.log(`Reprise is ready: ${config.publicUrl}/`);
    },
  });
}

/** How long a skin that an operator has copied into storage is listed without its author. */
const skinScanEveryMs = 60_000;

/** Starts each part after those that it depends on; they stop in reverse order. */
async function startService(installation: Installation, port: ReservedPort): Promise<void> {
  const { config, log, metrics, database, storage, jobs, keys, lentWorkers, administration } = installation;
  metrics.readJobsFrom(() => jobs.statistics());
  metrics.readKeysFrom(() => keys.usage());
  const queue = await installation.startQueue();
  const tempFolder = await installation.openTempFolder();

  const relay = await startRelay({ database, queue, log });
  installation.onClose('relay', () => relay.stop());
  installation.onClose('sweep', startSweep({ jobs, queue, storage, log }));
  const callbacks = await startCallbacks({
    database,
    rule: createAddressRule({ hosts: config.callbackHosts }),
    async describeJob(jobId) {
      const job = await jobs.get(jobId);
      return job && jobJson(job, config, job);
    },
    log,
  });
  installation.onClose('callbacks', () => callbacks.stop());
  const uploadedSkins = createUploadedSkins({ database, storage });
  installation.onClose(
    'retention',
    startRetention(config.retention, { jobs, skins: uploadedSkins, storage, metrics, log }),
  );
  const feed = await startJobFeed({ database, log });
  installation.onClose('job feed', () => feed.stop());
  const decoder = createReplayDecoder({
    size: Math.max(1, availableParallelism() - 1),
    folder: tempFolder.path,
  });
  installation.onClose('replay decoder', () => decoder.stop());

  const osuApi = openOsuApi(installation);
  const beatmaps = await openBeatmapSources(installation, osuApi);
  const rendererVersion = readRendererVersion({ kind: 'builtin' });
  const previews = createSkinPreviews({
    storage,
    log,
    newPath: tempFolder.newPath,
    draw: createPreviewDrawer({ assets: assetFolder }),
    builtInImage: join(assetFolder, 'demo-pictures', 'skin-preview.jpg'),
    rendererVersion,
  });
  installation.onClose('previews', () => previews.stop());

  const stopping = new AbortController();
  const scan = { database, storage, newPath: tempFolder.newPath, signal: stopping.signal };
  const stopScan = runPeriodically(() => readMissingSkinDetails(scan), {
    name: 'read the details of skins',
    everyMs: skinScanEveryMs,
    log,
  });
  installation.onClose('skin details', () => {
    stopping.abort();
    return stopScan();
  });

  const app = await createApp({
    config,
    version: readVersion(),
    log,
    metrics,
    timeouts: defaultTimeouts,
    database,
    jobs,
    keys,
    lentWorkers,
    lending: createLending({
      db: database.db,
      jobs,
      queue: installation.queue,
      storage,
      beatmaps,
      inspect: createSegmentInspector(),
      encoding: config.encoding,
      rendererVersion: readRendererVersion(config.renderer),
      checkShare: config.checkShare,
      log,
    }),
    administration,
    feed,
    storage,
    skins: createSkins({ database, storage }),
    scores: osuApi && createScoreReplays({ osuApi, maxBytes: config.limits.maxReplayBytes }),
    previews,
    cards: createJobCards({ storage, draw: createCardDrawer({ assets: assetFolder }), rendererVersion }),
    resizeCover: createCoverResizer(),
    beatmaps,
    decoder,
    tempFolder,
    page: await openPageFiles(pageFolder),
  });
  installation.onClose('requests', () => closeServer(app));
  await serveMetrics(installation);
  warnAboutForgeableAddresses(config, log);
  await listen(app, config, port);
  // Rendering starts last and so stops first: to hand back a render, a worker needs all other parts.
  await startRendering(installation, { complete: jobs.complete, queue, beatmaps, newFolder: tempFolder.newPath });
}
