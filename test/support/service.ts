import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type EnvironmentVariables, readConfig, type S3Config } from '../../src/config.ts';
import { createLog, type Log } from '../../src/log.ts';
import { openBeatmaps } from '../../src/service/beatmaps/index.ts';
import { type Database, sharedSecret } from '../../src/service/database/index.ts';
import {
  createApp,
  defaultTimeouts,
  openPageFiles,
  openUploadFolder,
  type Timeouts,
} from '../../src/service/http/index.ts';
import { createReplayDecoder } from '../../src/service/intake/index.ts';
import { createJobs, type Jobs, startJobFeed } from '../../src/service/jobs/index.ts';
import { createMetrics, measureStorage } from '../../src/service/metrics/index.ts';
import { createPreviewDrawer, createSkinPreviews } from '../../src/service/previews/index.ts';
import { createSkins } from '../../src/service/skins/index.ts';
import { createStorage, type Storage } from '../../src/service/storage/index.ts';
import { createBucket } from './bucket.ts';
import { assets, childPrograms } from './built.ts';
import { freshDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { startServing } from './serve.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How many processes of their own the service runs in; none: it runs inside the test's. */
    serviceProcesses?: number;
  }
}

/** The real service, without workers: real HTTP, real PostgreSQL, real files or a real bucket. */
export interface Service {
  /** With several processes, another one's each time. */
  readonly url: string;
  readonly dataDir: string;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly storage: Storage;
  stop(): Promise<void>;
}

/** One that a test can look into. */
export interface InnerService extends Service {
  /** Uploads that lie on disk at this moment. */
  filesInTransit(): Promise<string[]>;
  /** Connections that are open at this moment. */
  openConnections(): Promise<number>;
  /** Stops listening and finishes what is under way. */
  close(): Promise<void>;
}

export interface InnerServiceOptions {
  readonly env?: EnvironmentVariables;
  readonly timeouts?: Partial<Timeouts>;
  readonly log?: Log;
  /** To break things on purpose. */
  readonly wrapStorage?: (storage: Storage) => Storage;
}

const publicUrl = 'https://replays.example';

/** Inside the test's process, or in as many as the project asks for: the specification holds in either case. */
export function startService({ env = {} }: { env?: EnvironmentVariables } = {}): Promise<Service> {
  const processes = inject('serviceProcesses') ?? 0;
  return processes === 0 ? startInnerService({ env }) : startProcesses(processes, env);
}

export async function startInnerService(options: InnerServiceOptions = {}): Promise<InnerService> {
  const { env = {}, timeouts = {}, log = createLog('silent'), wrapStorage = (storage) => storage } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-service-'));
  const fresh = await freshDatabase();
  const config = readConfig({ BEATMAP_MIRRORS: '', DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: publicUrl, ...env });
  const database = fresh.connect();
  const jobs = createJobs({ database, limits: config.limits });
  const feed = await startJobFeed({ database, log });
  const metrics = createMetrics();
  metrics.readJobsFrom(() => jobs.gauges());
  const signingKey = await sharedSecret(database.db, 'storage-links');
  const plain = await createStorage({ config: config.storage, dataDir, signingKey });
  const storage = wrapStorage(measureStorage(plain, metrics));
  const decoder = createReplayDecoder({ size: 2, childPath: childPrograms.decode, timeLimitMs: 20_000 });
  const uploads = await openUploadFolder(dataDir);
  const beatmaps = await openBeatmaps({
    folder: join(dataDir, 'beatmaps'),
    storage,
    mirrors: config.beatmapMirrors,
    maxBytes: config.limits.maxBeatmapBytes,
    hasher: { childPath: childPrograms.hash },
  });
  const previews = createSkinPreviews({
    ...{ storage, log, newPath: uploads.newPath, rendererVersion: 'test' },
    draw: createPreviewDrawer({ assets, childPath: childPrograms.preview }),
  });
  const app = await createApp({
    config,
    version: '0.0.0-test',
    log,
    database,
    jobs,
    feed,
    storage,
    skins: createSkins({ database, storage }),
    beatmaps,
    previews,
    decoder,
    uploads,
    page: await openPageFiles(join(assets, 'web')),
    metrics,
    timeouts: { ...defaultTimeouts, ...timeouts },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    database,
    jobs,
    storage,
    filesInTransit: async () => {
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
      await app.close();
      await feed.stop();
      await beatmaps.stop();
      await previews.stop();
      await decoder.stop();
      await uploads.close();
      await storage.close();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** `serve` as it is started by hand, several times, around one database and one bucket (one folder without Swift). */
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
    ports.map((port) => startServing({ dataDir, env: { ...shared, PORT: String(port) } as Record<string, string> })),
  );
  const database = fresh.connect();
  const config = readConfig({ ...shared, DATA_DIR: dataDir });
  const signingKey = await sharedSecret(database.db, 'storage-links');
  const storage = await createStorage({ config: config.storage, dataDir, signingKey });
  let turn = 0;
  return {
    get url() {
      turn++;
      return `http://127.0.0.1:${ports[turn % count]}`;
    },
    dataDir,
    database,
    jobs: createJobs({ database, limits: config.limits }),
    storage,
    async stop() {
      await Promise.all(servers.map((server) => server.end()));
      await storage.close();
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
