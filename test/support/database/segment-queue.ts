import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../../src/log.ts';
import type { Database } from '../../../src/service/database/index.ts';
import { createJobs, type Jobs, type Queue, startQueue } from '../../../src/service/jobs/index.ts';
import { createStorage, type Storage } from '../../../src/service/storage/index.ts';
import { freshDatabase } from './fresh-database.ts';

/** Jobs, their queue and the storage of their segments, without workers. */
export interface SegmentQueue {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly queue: Queue;
  readonly storage: Storage;
  /** The keys that begin with a prefix. */
  keysIn(prefix: string): Promise<string[]>;
  /** Deletes all jobs, queue entries and files. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts them on a fresh database and an empty folder. */
export async function startSegmentQueue(): Promise<SegmentQueue> {
  const fresh = await freshDatabase();
  const database = fresh.connect();
  const jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 } });
  const queue = await startQueue({ database, log: createLog('silent') });
  const folder = await mkdtemp(join(tmpdir(), 'reprise-segments-'));
  const storage = await createStorage({ config: { kind: 'local' }, dataDir: folder, signingKey: Buffer.alloc(32) });
  async function keysIn(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of storage.list(prefix)) keys.push(key);
    return keys;
  }
  return {
    database,
    jobs,
    queue,
    storage,
    keysIn,
    async clear() {
      await queue.entries.clear();
      await database.db.deleteFrom('jobs').execute();
      for (const prefix of ['checks/', 'segments/']) for (const key of await keysIn(prefix)) await storage.delete(key);
    },
    async stop() {
      await queue.stop();
      await storage.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
