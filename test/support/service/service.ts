import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { openInstallation } from '../../../src/cli/wiring/open-installation.ts';
import { type EnvironmentVariables, readConfig, type S3Config } from '../../../src/config.ts';
import { createLog, type Log } from '../../../src/log.ts';
import { openBeatmaps } from '../../../src/service/beatmaps/index.ts';
import type { Database } from '../../../src/service/database/index.ts';
import { createApp, defaultTimeouts, openPageFiles, type Timeouts } from '../../../src/service/http/index.ts';
import { type Jobs, startJobFeed } from '../../../src/service/jobs/index.ts';
import type { Keys } from '../../../src/service/keys/index.ts';
import { createLending, createSegmentInspector, type LentWorkers } from '../../../src/service/lending/index.ts';
import {
  createCardDrawer,
  createCoverResizer,
  createJobCards,
  createPreviewDrawer,
  createSkinPreviews,
} from '../../../src/service/previews/index.ts';
import { createReplayDecoder } from '../../../src/service/replay-decoding/index.ts';
import type { ScoreReplays } from '../../../src/service/scores/index.ts';
import { createSkins } from '../../../src/service/skins/index.ts';
import type { Storage } from '../../../src/service/storage/index.ts';
import { freshDatabase } from '../database/fresh-database.ts';
import { freePort } from '../http/free-port.ts';
import { differencesFrom, type ResponseDescriptions, recordResponses } from '../openapi/described-responses.ts';
import { assets, childPrograms } from '../processes/built-files.ts';
import { startServeProcess } from '../processes/serve-process.ts';
import { createBucket } from '../storage/bucket.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The number of processes that run the service; undefined: it runs inside the test's process. */
    serviceProcesses?: number;
  }
}

/** The real service without workers: HTTP, PostgreSQL, and files or a bucket. */
export interface Service {
  /** With several processes, each read returns the address of the next one. */
  readonly url: string;
  readonly dataDir: string;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly storage: Storage;
  stop(): Promise<void>;
}

/** A service in the test's process, whose internals the test can see. */
export interface InProcessService extends Service {
  readonly lentWorkers: LentWorkers;
  /** The names of the temporary files that exist at the moment. */
  tempFiles(): Promise<string[]>;
  /** The number of open connections. */
  openConnections(): Promise<number>;
  /** Stops listening and waits for open requests. */
  close(): Promise<void>;
}

export interface InProcessServiceOptions {
  readonly env?: EnvironmentVariables;
  readonly timeouts?: Partial<Timeouts>;
  readonly log?: Log;
  /** Fetches the replays of scores; by default the service cannot. */
  readonly scores?: ScoreReplays;
  /** Injects faults. */
  readonly wrapStorage?: (storage: Storage) => Storage;
}

const publicUrl = 'https://replays.example';

/** Starts the service in the test's process, or in several processes if the test project says so. */
export function startService({ env = {} }: { env?: EnvironmentVariables } = {}): Promise<Service> {
  const processes = inject('serviceProcesses') ?? 0;
  return processes === 0 ? startInProcessService({ env }) : startProcesses(processes, env);
}

export async function startInProcessService(options: InProcessServiceOptions = {}): Promise<InProcessService> {
  const { env = {}, timeouts = {}, log = createLog('silent'), scores = null, wrapStorage } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-service-'));
  const fresh = await freshDatabase();
  const config = readConfig({
    BEATMAP_MIRRORS: '',
    DATA_DIR: dataDir,
    DATABASE_URL: fresh.url,
    PORT: '0',
    PUBLIC_URL: publicUrl,
    ...env,
  });
  const installation = await openInstallation(config, {
    access: 'run',
    applicationName: 'test',
    log,
    ...(wrapStorage && { wrapStorage }),
  });
  const { administration, database, jobs, keys, lentWorkers, metrics, storage } = installation;
  metrics.readJobsFrom(() => jobs.statistics());
  metrics.readKeysFrom(() => keys.usage());
  const tempFolder = await installation.openTempFolder();
  const feed = await startJobFeed({ database, log });
  installation.onClose('job feed', () => feed.stop());
  const decoder = createReplayDecoder({
    size: 2,
    folder: tempFolder.path,
    childPath: childPrograms.decode,
    timeLimitMs: 20_000,
  });
  installation.onClose('replay decoder', () => decoder.stop());
  const beatmaps = await openBeatmaps({
    folder: join(dataDir, 'beatmaps'),
    storage,
    mirrors: config.beatmapMirrors,
    maxBytes: config.limits.maxBeatmapBytes,
    setChild: { childPath: childPrograms.set },
  });
  installation.onClose('beatmaps', () => beatmaps.stop());
  const previews = createSkinPreviews({
    storage,
    log,
    newPath: tempFolder.newPath,
    rendererVersion: 'test',
    draw: createPreviewDrawer({ assets, childPath: childPrograms.preview }),
    builtInImage: join(assets, 'demo-pictures', 'skin-preview.jpg'),
    // A busy machine may draw for longer than a request of a user waits; then the picture would be the built-in one.
    timeoutMs: 300_000,
  });
  installation.onClose('previews', () => previews.stop());
  const app = await createApp({
    config,
    version: '0.0.0-test',
    log,
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
      inspect: createSegmentInspector({ childPath: childPrograms.inspect }),
      encoding: config.encoding,
      rendererVersion: 'test',
      checkShare: config.checkShare,
      log,
    }),
    administration,
    feed,
    storage,
    skins: createSkins({ database, storage }),
    scores,
    beatmaps,
    previews,
    cards: createJobCards({
      storage,
      draw: createCardDrawer({ assets, childPath: childPrograms.card }),
      rendererVersion: 'test',
    }),
    resizeCover: createCoverResizer({ childPath: childPrograms.cover }),
    decoder,
    tempFolder,
    page: await openPageFiles(resolve('dist/page')),
    metrics,
    timeouts: { ...defaultTimeouts, ...timeouts },
  });
  installation.onClose('requests', () => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const responses = recordResponses(app.server);

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    database,
    jobs,
    keys,
    lentWorkers,
    storage,
    tempFiles: async () => {
      const files = await readdir(join(dataDir, 'tmp'), { recursive: true, withFileTypes: true });
      return files.filter((file) => file.isFile()).map(({ name }) => name);
    },
    openConnections: () =>
      new Promise((resolve, reject) => {
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    close: () => app.close(),
    async stop() {
      app.server.closeAllConnections();
      await installation.close();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
      const description = describeResponses(config.storage.kind, app);
      const differences = responses.flatMap((response) => differencesFrom(description, response));
      if (differences.length === 0) return;
      throw new Error(`The API description differs from responses:\n${[...new Set(differences)].join('\n')}`);
    },
  };
}

const descriptions = new Map<string, ResponseDescriptions>();

/** Creating the description takes a fifth of a second, and of all settings only the kind of storage changes its paths. */
function describeResponses(storageKind: string, app: FastifyInstance): ResponseDescriptions {
  const known = descriptions.get(storageKind) ?? (app.swagger() as unknown as ResponseDescriptions);
  descriptions.set(storageKind, known);
  return known;
}

/** Starts several `serve` processes on one database and one bucket (or one folder, if Swift is not installed). */
async function startProcesses(count: number, env: EnvironmentVariables): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-service-'));
  const [fresh, bucket] = await Promise.all([freshDatabase(), createBucket()]);
  const shared = {
    DATABASE_URL: fresh.url,
    RENDER_WORKERS: '0',
    BEATMAP_MIRRORS: '',
    PUBLIC_URL: publicUrl,
    ...env,
    ...bucketSettings(bucket),
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const servers = await Promise.all(
    ports.map((port) =>
      startServeProcess({ dataDir, env: { ...shared, PORT: String(port) } as Record<string, string> }),
    ),
  );
  const config = readConfig({ ...shared, DATA_DIR: dataDir });
  const installation = await openInstallation(config, {
    access: 'administer',
    applicationName: 'test',
    log: createLog('silent'),
  });
  const { database, jobs, keys, storage } = installation;
  let requests = 0;
  return {
    get url() {
      requests++;
      return `http://127.0.0.1:${ports[requests % count]}`;
    },
    dataDir,
    database,
    jobs,
    keys,
    storage,
    async stop() {
      await Promise.all(servers.map((server) => server.end()));
      await installation.close();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function bucketSettings(bucket: S3Config | null): EnvironmentVariables {
  if (bucket === null) return {};
  return {
    S3_ENDPOINT: bucket.endpoint ?? '',
    S3_REGION: bucket.region,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
}
