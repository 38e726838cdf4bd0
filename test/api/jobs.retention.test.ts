import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, JobsTable } from '../../src/service/database/index.ts';
import { createJobs, enforceRetention, purgeJobs } from '../../src/service/jobs/index.ts';
import { createStorage, type Storage } from '../../src/service/storage/index.ts';
import { createBucket } from '../support/bucket.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { insertJobs, submission } from '../support/jobs.ts';

const bucket = await createBucket();
const folder = await mkdtemp(join(tmpdir(), 'reprise-retention-'));
afterAll(() => rm(folder, { recursive: true }));

const storages = {
  'local files': () => createStorage({ config: { kind: 'local' }, dataDir: folder, signingKey: Buffer.alloc(32) }),
  ...(bucket && { S3: () => createStorage({ config: bucket, dataDir: folder, signingKey: Buffer.alloc(32) }) }),
};

const everything = ['videos/#.mp4', 'thumbnails/#.jpg', 'logs/#.log', 'analytics/#.json', 'replays/#.osr'];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const keep = { days: null, maxStorageBytes: null };

describe.each(Object.entries(storages))('retention on %s', (_, open) => {
  let fresh: FreshDatabase;
  let database: Database;
  let storage: Storage;
  beforeEach(async () => {
    [fresh, storage] = await Promise.all([freshDatabase(), open()]);
    database = fresh.connect();
  });
  afterEach(async () => {
    await storage.close();
    await fresh.drop();
  });

  const run = (policy: Partial<typeof keep> | { days?: number; maxStorageBytes?: number }, batch = 2) =>
    enforceRetention({ db: database.db, storage, policy: { ...keep, ...policy }, batch });

  /** A job with ten bytes in each of its five objects. */
  async function finished(days: number, row: Partial<Insertable<JobsTable>> = {}): Promise<string> {
    const times = { created_at: daysAgo(days), updated_at: daysAgo(days) };
    const [id = ''] = await insertJobs(database, [{ status: 'completed', has_analytics: true, ...times, ...row }]);
    await Promise.all(everything.map((key) => storage.put(key.replace('#', id), Buffer.alloc(10))));
    return id;
  }

  async function left(ids: readonly string[]): Promise<number[]> {
    return Promise.all(
      ids.map(async (id) => {
        const found = await Promise.all(everything.map((key) => storage.stat(key.replace('#', id))));
        return found.filter((object) => object !== null).length;
      }),
    );
  }

  const jobOf = async (id: string) =>
    (await createJobs({ database, limits: { maxQueued: 1, maxRendering: 1 } }).get(id))!;

  test.each(['gif', 'webp'])('a %s is purged with the rest, and counts', async (kind) => {
    const options = JSON.stringify({ settings: { preview: kind } });
    const id = await finished(9, { options });
    await storage.put(`${kind}s/${id}.${kind}`, Buffer.alloc(10));
    expect(await run({ days: 7 })).toMatchObject({ age: { jobs: 1, bytes: 50 } });
    expect(await storage.stat(`${kind}s/${id}.${kind}`)).toBeNull();
  });

  test('what ended longer ago than it may is purged, in batches, and its replay is kept', async () => {
    const old = [await finished(9), await finished(8, { status: 'failed' }), await finished(7.01)];
    const young = [await finished(6.99), await finished(0)];
    const waited = await finished(9, { updated_at: daysAgo(1) });
    const running = await finished(9, { status: 'rendering' });
    const report = await run({ days: 7 });
    expect(report).toMatchObject({ age: { jobs: 3, bytes: 3 * 40 }, size: { jobs: 0, bytes: 0 } });
    expect(await left(old)).toEqual([1, 1, 1]);
    expect(await storage.stat(`replays/${old[0]}.osr`)).not.toBeNull();
    expect(await left([...young, waited, running])).toEqual([5, 5, 5, 5]);

    const purged = await jobOf(old[0]!);
    expect(purged).toMatchObject({ status: 'completed', hasAnalytics: false, purgedAt: expect.any(Date) });
    expect(await jobOf(young[0]!)).toMatchObject({ hasAnalytics: true, purgedAt: null });
    expect(await run({ days: 7 })).toMatchObject({ age: { jobs: 0, bytes: 0 } });
    expect((await jobOf(old[0]!)).purgedAt).toEqual(purged.purgedAt);
  });

  test('when there is too much, the oldest go until the rest fits', async () => {
    const ids = [await finished(4), await finished(3), await finished(2), await finished(1)];
    expect(await run({ maxStorageBytes: 160 })).toMatchObject({ size: { jobs: 0 }, storedBytes: 160 });
    expect(await run({ maxStorageBytes: 159 })).toMatchObject({ size: { jobs: 1, bytes: 40 }, storedBytes: 120 });
    expect(await left(ids)).toEqual([1, 5, 5, 5]);
    expect(await run({ maxStorageBytes: 1 }, 2)).toMatchObject({ size: { jobs: 3, bytes: 120 }, storedBytes: 0 });
    expect(await left(ids)).toEqual([1, 1, 1, 1]);
  });

  test('sizes that workers have told are not looked up', async () => {
    await finished(2, { artifact_bytes: 1_000_000 });
    await finished(1);
    expect(await run({ maxStorageBytes: 10_000_000 })).toMatchObject({ storedBytes: 1_000_040 });
    const calls: string[] = [];
    const counting: Storage = Object.assign(Object.create(storage), {
      stat(key: string) {
        calls.push(key);
        return storage.stat(key);
      },
    });
    await enforceRetention({ db: database.db, storage: counting, policy: { ...keep, maxStorageBytes: 10_000_000 } });
    expect(calls).toEqual([]);
  });

  test('a purge that was stopped half way is finished by the next run', async () => {
    const id = await finished(9);
    const broken: Storage = Object.assign(Object.create(storage), {
      delete: async (key: string) => {
        if (key.startsWith('videos/')) throw new Error('The storage is away.');
        return storage.delete(key);
      },
    });
    await expect(enforceRetention({ db: database.db, storage: broken, policy: { ...keep, days: 7 } })).rejects.toThrow(
      'away',
    );
    expect((await jobOf(id)).purgedAt).not.toBeNull();
    expect(await storage.stat(`videos/${id}.mp4`)).not.toBeNull();
    await run({ days: 7 });
    expect(await left([id])).toEqual([1]);
    expect(await jobOf(id)).toMatchObject({ artifactBytes: 0 });
  });

  /** A run of retention that waits in its first deletion from storage until `proceed` is called. */
  async function runBlockedInStorage() {
    let reached = () => {};
    let proceed = () => {};
    const isDeleting = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const mayDelete = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const blocked: Storage = Object.assign(Object.create(storage), {
      async delete(key: string) {
        reached();
        await mayDelete;
        return storage.delete(key);
      },
    });
    const report = enforceRetention({ db: database.db, storage: blocked, policy: { ...keep, days: 7 } });
    await isDeleting;
    return { report, proceed };
  }

  test('only one process at a time enforces retention', async () => {
    await finished(9);
    const { report, proceed } = await runBlockedInStorage();
    const other = fresh.connect();
    expect(await enforceRetention({ db: other.db, storage, policy: { ...keep, days: 7 } })).toBeNull();
    proceed();
    expect(await report).toMatchObject({ age: { jobs: 1 } });
    expect(await enforceRetention({ db: other.db, storage, policy: keep })).not.toBeNull();
  });

  test('jobs are submitted, claimed and completed while retention waits for storage', async () => {
    await finished(9);
    const { report, proceed } = await runBlockedInStorage();
    try {
      const { rows: locks } = await sql`select from pg_locks where locktype = 'advisory' and granted`.execute(
        database.db,
      );
      const { rows: transactions } = await sql`
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
        database.db,
      );
      expect({ locks, transactions }).toEqual({ locks: [], transactions: [] });

      const other = fresh.connect();
      const jobs = createJobs({ database: other, limits: { maxQueued: 10, maxRendering: 10 } });
      const startedAt = performance.now();
      const job = await jobs.submit(submission(), async () => {});
      expect(await jobs.claim(job.id)).toMatchObject({ attempt: 1 });
      expect(await jobs.complete(job.id, { success: false, error: 'no' })).toBe('ok');
      // Far below `lock_timeout`, at which a statement that waits for a lock fails.
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    } finally {
      proceed();
    }
    expect(await report).toMatchObject({ age: { jobs: 1 } });
  });

  test('one that is told to stop does, between two batches', async () => {
    const ids = [await finished(9), await finished(8), await finished(7.5)];
    const stopping = new AbortController();
    const stopper: Storage = Object.assign(Object.create(storage), {
      delete: async (key: string) => {
        stopping.abort();
        return storage.delete(key);
      },
    });
    const policy = { ...keep, days: 7 };
    await enforceRetention({ db: database.db, storage: stopper, policy, signal: stopping.signal, batch: 1 });
    expect(await left(ids)).toEqual([1, 5, 5]);
  });

  test('a purge by hand leaves alone what has not ended', async () => {
    const [done, running] = [await finished(0), await finished(0, { status: 'rendering' })];
    expect(await purgeJobs(database.db, storage, [done, running, randomUUID()])).toEqual({ jobs: 1, bytes: 40 });
    expect(await left([done, running])).toEqual([1, 5]);
    expect(await purgeJobs(database.db, storage, [])).toEqual({ jobs: 0, bytes: 0 });
  });
});
