import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, readConfig } from '../../src/config.ts';
import { type Database, sharedSecret } from '../../src/database/index.ts';
import { createApp, defaultTimeouts, openUploadFolder, type Timeouts } from '../../src/http/index.ts';
import { createReplayDecoder } from '../../src/intake/index.ts';
import { createJobs, type Jobs } from '../../src/jobs/index.ts';
import { createLog, type Log } from '../../src/log.ts';
import { createMetrics, measureStorage } from '../../src/metrics/index.ts';
import { createSkins } from '../../src/skins/index.ts';
import { createStorage, type Storage } from '../../src/storage/index.ts';
import { freshDatabase } from './database.ts';
import { buildProgram } from './program.ts';

/** The real service inside the test process: real HTTP, real PostgreSQL, real files, no workers. */
export interface Service {
  readonly url: string;
  readonly dataDir: string;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly storage: Storage;
  /** Uploads that lie on disk at this moment. */
  filesInTransit(): Promise<string[]>;
  /** Connections that are open at this moment. */
  openConnections(): Promise<number>;
  /** Stops listening and finishes what is under way. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly env?: Environment;
  readonly timeouts?: Partial<Timeouts>;
  readonly log?: Log;
  /** To break things on purpose. */
  readonly wrapStorage?: (storage: Storage) => Storage;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { env = {}, timeouts = {}, log = createLog('silent'), wrapStorage = (storage) => storage } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-service-'));
  const [fresh, decodeChild] = await Promise.all([freshDatabase(), buildProgram('src/intake/decode-child.ts')]);
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'https://replays.example', ...env });
  const database = fresh.connect();
  const jobs = createJobs({ database, limits: config.limits });
  const metrics = createMetrics();
  metrics.readJobsFrom(() => jobs.gauges());
  const signingKey = await sharedSecret(database.db, 'storage-links');
  const plain = await createStorage({ config: config.storage, dataDir, signingKey });
  const storage = wrapStorage(measureStorage(plain, metrics));
  const decoder = createReplayDecoder({ size: 2, childPath: decodeChild.path, timeLimitMs: 20_000 });
  const uploads = await openUploadFolder(dataDir);
  const app = await createApp({
    config,
    version: '0.0.0-test',
    log,
    database,
    jobs,
    storage,
    skins: createSkins({ database, storage }),
    decoder,
    uploads,
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
      await decoder.stop();
      await uploads.close();
      await storage.close();
      await fresh.drop();
      await decodeChild.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
