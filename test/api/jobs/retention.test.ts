import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, JobsTable } from '../../../src/service/database/index.ts';
import { createJobs, type Job, type Jobs, type RetentionPolicy } from '../../../src/service/jobs/index.ts';
import { createUploadedSkins } from '../../../src/service/skins/index.ts';
import { createStorage, type Storage } from '../../../src/service/storage/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJob, submission } from '../../support/database/job-rows.ts';
import { createBucket } from '../../support/storage/bucket.ts';

const bucket = await createBucket();
const folder = await mkdtemp(join(tmpdir(), 'reprise-retention-'));
afterAll(() => rm(folder, { recursive: true }));

const storages = {
  'local files': () => createStorage({ config: { kind: 'local' }, dataDir: folder, signingKey: Buffer.alloc(32) }),
  ...(bucket && { S3: () => createStorage({ config: bucket, dataDir: folder, signingKey: Buffer.alloc(32) }) }),
};

const allKeys = ['videos/#.mp4', 'thumbnails/#.jpg', 'logs/#.log', 'analytics/#.json', 'replays/#.osr'];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const keep = { days: null, maxStorageBytes: null, maxBeatmapCacheBytes: null };
const jobsOn = (database: Database) =>
  createJobs({ database, limits: { maxQueued: 10, maxRendering: 10, maxActivePerClient: 2 } });

describe.each(Object.entries(storages))('retention on %s', (kind, open) => {
  // These tests need only what the contract of storage promises; the others also need what each storage does in its own way:
  // tags, sizes, listings and shared files.
  const testOnFiles = test.runIf(kind === 'local files');

  let fresh: FreshDatabase;
  let database: Database;
  let storage: Storage;
  let jobs: Jobs;
  beforeEach(async () => {
    [fresh, storage] = await Promise.all([freshDatabase(), open()]);
    database = fresh.connect();
    jobs = jobsOn(database);
  });
  afterEach(async () => {
    await storage.close();
    await fresh.drop();
  });

  const run = (policy: Partial<RetentionPolicy>, batchSize = 2) =>
    jobs.retention.enforce({
      storage,
      skins: createUploadedSkins({ database, storage }),
      policy: { ...keep, ...policy },
      batchSize,
    });

  /** Inserts a job with ten bytes in each of its five files. */
  async function insertFinished(days: number, row: Partial<Insertable<JobsTable>> = {}): Promise<string> {
    const times = { created_at: daysAgo(days), updated_at: daysAgo(days) };
    const id = await insertJob(database, { status: 'completed', has_analytics: true, ...times, ...row });
    await Promise.all(allKeys.map((key) => storage.put(key.replace('#', id), Buffer.alloc(10))));
    return id;
  }

  /** Inserts an uploaded beatmap set of ten bytes. */
  async function insertSet(row: { bytes?: number | null; sha256?: Buffer } = {}): Promise<string> {
    const id = randomUUID();
    await storage.put(`beatmaps/${id}.osz`, Buffer.alloc(10));
    await database.db
      .insertInto('uploaded_sets')
      .values({ id, sha256: randomBytes(32), bytes: 10, ...row })
      .execute();
    return id;
  }

  /** Inserts a skin of ten bytes that a client uploaded. */
  async function insertSkin(name: string, days: number): Promise<void> {
    const { etag } = await storage.put(`skins/${name}.osk`, Buffer.alloc(10));
    const sha256 = createHash('sha256').update(Buffer.alloc(10)).digest();
    const row = { name, client: '192.0.2.1', claimed_at: daysAgo(days), sha256, etag, bytes: 10 };
    await database.db.insertInto('skins').values(row).execute();
  }
  const withSkin = (skin: string) => ({ options: JSON.stringify({ skin, settings: {} }) });
  const hasObject = async (key: string) => (await storage.stat(key)) !== null;

  async function countObjects(ids: readonly string[]): Promise<number[]> {
    return Promise.all(
      ids.map(async (id) => {
        const found = await Promise.all(allKeys.map((key) => storage.stat(key.replace('#', id))));
        return found.filter((object) => object !== null).length;
      }),
    );
  }

  async function jobOf(id: string): Promise<Job> {
    const job = await jobs.get(id);
    if (job === null) throw new Error(`There is no job ${id}.`);
    return job;
  }

  test.each(['gif', 'webp'])('a %s preview is purged with the other artifacts, and its size counts', async (kind) => {
    const options = JSON.stringify({ settings: { preview: kind } });
    const id = await insertFinished(9, { options });
    await storage.put(`${kind}s/${id}.${kind}`, Buffer.alloc(10));
    expect(await run({ days: 7 })).toMatchObject({ age: { jobs: 1, bytes: 60 } });
    expect(await storage.stat(`${kind}s/${id}.${kind}`)).toBeNull();
  });

  testOnFiles('jobs that ended before the age limit are purged in batches, with their replays', async () => {
    const old = [await insertFinished(9), await insertFinished(8, { status: 'failed' }), await insertFinished(7.01)];
    const young = [await insertFinished(6.99), await insertFinished(0)];
    const waited = await insertFinished(9, { updated_at: daysAgo(1) });
    const running = await insertFinished(9, { status: 'rendering' });
    const report = await run({ days: 7 });
    expect(report).toMatchObject({ age: { jobs: 3, bytes: 3 * 50 }, size: { jobs: 0, bytes: 0 } });
    expect(await countObjects(old)).toEqual([0, 0, 0]);
    expect(await countObjects([...young, waited, running])).toEqual([5, 5, 5, 5]);

    const purged = await jobOf(old[0]!);
    expect(purged).toMatchObject({ status: 'completed', hasAnalytics: false, purgedAt: expect.any(Date) });
    expect(await jobOf(young[0]!)).toMatchObject({ hasAnalytics: true, purgedAt: null });
    expect(await run({ days: 7 })).toMatchObject({ age: { jobs: 0, bytes: 0 } });
    expect((await jobOf(old[0]!)).purgedAt).toEqual(purged.purgedAt);
  });

  testOnFiles('above the size limit, the oldest jobs are purged until the rest fits', async () => {
    const ids = [await insertFinished(4), await insertFinished(3), await insertFinished(2), await insertFinished(1)];
    expect(await run({ maxStorageBytes: 200 })).toMatchObject({ size: { jobs: 0 }, storedBytes: 200 });
    expect(await run({ maxStorageBytes: 199 })).toMatchObject({ size: { jobs: 1, bytes: 50 }, storedBytes: 150 });
    expect(await countObjects(ids)).toEqual([0, 5, 5, 5]);
    expect(await run({ maxStorageBytes: 1 }, 2)).toMatchObject({ size: { jobs: 3, bytes: 150 }, storedBytes: 0 });
    expect(await countObjects(ids)).toEqual([0, 0, 0, 0]);
  });

  test('the files of a job are measured once', async () => {
    await insertFinished(2, { artifact_bytes: 1_000_000 });
    await insertFinished(1);
    expect(await run({ maxStorageBytes: 10_000_000 })).toMatchObject({ storedBytes: 1_000_050 });
    const calls: string[] = [];
    const counting: Storage = Object.assign(Object.create(storage), {
      stat(key: string) {
        calls.push(key);
        return storage.stat(key);
      },
    });
    await jobs.retention.enforce({ storage: counting, policy: { ...keep, maxStorageBytes: 10_000_000 } });
    expect(calls).toEqual([]);
  });

  test('the next run finishes an interrupted purge', async () => {
    const id = await insertFinished(9);
    const broken: Storage = Object.assign(Object.create(storage), {
      delete: async (key: string) => {
        if (key.startsWith('videos/')) throw new Error('The storage is unavailable.');
        return storage.delete(key);
      },
    });
    await expect(jobs.retention.enforce({ storage: broken, policy: { ...keep, days: 7 } })).rejects.toThrow(
      'unavailable',
    );
    expect((await jobOf(id)).purgedAt).not.toBeNull();
    expect(await storage.stat(`videos/${id}.mp4`)).not.toBeNull();
    await run({ days: 7 });
    expect(await countObjects([id])).toEqual([0]);
    expect(await jobOf(id)).toMatchObject({ artifactBytes: 0 });
  });

  test('a client removes the files of its job while retention does, and what an error of the storage has left', async () => {
    const id = await insertFinished(9, { client: '192.0.2.7' });
    const requester = { client: '192.0.2.7', keyId: null };
    const removed = await Promise.all([
      jobs.removeArtifacts(await jobOf(id), { requester, storage }),
      run({ days: 7 }),
      jobs.removeArtifacts(await jobOf(id), { requester, storage }),
    ]);
    expect(await countObjects([id])).toEqual([0]);
    const { purgedAt, artifactBytes } = await jobOf(id);
    expect([removed[0].purgedAt, removed[2].purgedAt, artifactBytes]).toEqual([purgedAt, purgedAt, 0]);

    const second = await insertFinished(0, { client: '192.0.2.7' });
    const broken: Storage = Object.assign(Object.create(storage), {
      delete: async (key: string) => {
        if (key.startsWith('videos/')) throw new Error('The storage is unavailable.');
        return storage.delete(key);
      },
    });
    const job = await jobOf(second);
    await expect(jobs.removeArtifacts(job, { requester, storage: broken })).rejects.toThrow('unavailable');
    expect(await storage.stat(`videos/${second}.mp4`)).not.toBeNull();
    await jobs.removeArtifacts(job, { requester, storage });
    expect(await countObjects([second])).toEqual([0]);
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
    const report = jobs.retention.enforce({ storage: blocked, policy: { ...keep, days: 7 } });
    await isDeleting;
    return { report, proceed };
  }

  testOnFiles('only one process at a time enforces retention', async () => {
    await insertFinished(9);
    const { report, proceed } = await runBlockedInStorage();
    const other = jobsOn(fresh.connect());
    expect(await other.retention.enforce({ storage, policy: { ...keep, days: 7 } })).toBeNull();
    proceed();
    expect(await report).toMatchObject({ age: { jobs: 1 } });
    expect(await other.retention.enforce({ storage, policy: keep })).not.toBeNull();
  });

  testOnFiles('jobs are submitted, claimed and completed while retention waits for storage', async () => {
    await insertFinished(9);
    const { report, proceed } = await runBlockedInStorage();
    try {
      const { rows: locks } = await sql`
        select from pg_locks join pg_database on oid = database
        where datname = current_database() and locktype = 'advisory'`.execute(database.db);
      const { rows: transactions } = await sql`
        select from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(database.db);
      expect({ locks, transactions }).toEqual({ locks: [], transactions: [] });

      const other = jobsOn(fresh.connect());
      // A statement that waits for a lock of the retention would fail after `lock_timeout`.
      const job = await other.submit(submission(), async () => {});
      expect(await other.attempts.claim(job.id)).toMatchObject({ attempt: 1 });
      expect(await other.complete(job.id, { success: false, error: 'no' })).toBe('ok');
    } finally {
      proceed();
      expect(await report).toMatchObject({ age: { jobs: 1 } });
    }
  });

  testOnFiles('an aborted run stops between two batches', async () => {
    const ids = [await insertFinished(9), await insertFinished(8), await insertFinished(7.5)];
    const stopping = new AbortController();
    const stopper: Storage = Object.assign(Object.create(storage), {
      delete: async (key: string) => {
        stopping.abort();
        return storage.delete(key);
      },
    });
    const policy = { ...keep, days: 7 };
    await jobs.retention.enforce({ storage: stopper, policy, signal: stopping.signal, batchSize: 1 });
    expect(await countObjects(ids)).toEqual([0, 5, 5]);
  });

  testOnFiles('purging jobs by id leaves unfinished jobs alone', async () => {
    const [done, running] = [await insertFinished(0), await insertFinished(0, { status: 'rendering' })];
    expect(await jobs.retention.purge(storage, [done, running, randomUUID()])).toEqual({ jobs: 1, bytes: 50 });
    expect(await countObjects([done, running])).toEqual([0, 5]);
    expect(await jobs.retention.purge(storage, [])).toEqual({ jobs: 0, bytes: 0 });
  });

  test('a deleted job leaves neither files nor rows behind', async () => {
    const [ended, running] = [
      await insertFinished(0, { sharings: 1 }),
      await insertFinished(0, { status: 'rendering' }),
    ];
    const set = await insertSet();
    await database.db.updateTable('jobs').set({ beatmap_set_id: set }).where('id', '=', ended).execute();
    await storage.put(`segments/${ended}/entry-1.mp4`, Buffer.alloc(10));
    await database.db.insertInto('job_events').values({ job_id: ended, status: 'completed', attempt: 1 }).execute();
    await expect(jobs.delete(await jobOf(running), storage)).rejects.toMatchObject({ code: 'job/unfinished' });
    expect(await jobs.delete(await jobOf(ended), storage)).toEqual({ bytes: 60 });
    expect(await countObjects([ended, running])).toEqual([0, 5]);
    for (const key of [`beatmaps/${set}.osz`, `segments/${ended}/entry-1.mp4`]) {
      expect(await storage.stat(key)).toBeNull();
    }
    expect(await jobs.get(ended)).toBeNull();
    expect(await database.db.selectFrom('job_events').selectAll().where('job_id', '=', ended).execute()).toEqual([]);
    expect((await jobs.list({ limit: 10, offset: 0 })).total).toBe(1);
  });

  testOnFiles('a job that was purged before is deleted with what a worker stored later', async () => {
    const id = await insertFinished(0);
    await jobs.retention.purge(storage, [id]);
    await storage.put(`logs/${id}.log`, Buffer.alloc(10));
    expect(await jobs.delete(await jobOf(id), storage)).toEqual({ bytes: 10 });
    expect(await countObjects([id])).toEqual([0]);
    expect(await jobs.get(id)).toBeNull();
  });

  test('files that a worker stores too late are deleted, but only for purged and deleted jobs', async () => {
    const [kept, purged] = [await insertFinished(0), await insertFinished(0, { purged_at: daysAgo(0) })];
    const deleted = randomUUID();
    await storage.put(`webps/${deleted}.webp`, Buffer.alloc(10));
    for (const id of [kept, purged, deleted]) await jobs.retention.deleteLateFiles(storage, id);
    expect(await countObjects([kept, purged])).toEqual([5, 0]);
    expect(await storage.stat(`webps/${deleted}.webp`)).toBeNull();
  });

  test('files that two jobs share count as freed with the last job only, if the storage shares them', async () => {
    const [first, second] = [await insertFinished(2), await insertFinished(1)];
    await storage.copy(`videos/${first}.mp4`, `videos/${second}.mp4`);
    const isShared = storage.kind === 'local';
    expect(await jobs.retention.purge(storage, [first])).toEqual({ jobs: 1, bytes: isShared ? 40 : 50 });
    expect(await jobs.retention.purge(storage, [second])).toEqual({ jobs: 1, bytes: 50 });
  });

  describe('an uploaded beatmap set', () => {
    testOnFiles('counts once and is deleted with its last job', async () => {
      const beatmap_set_id = await insertSet();
      const [old, young] = [await insertFinished(9, { beatmap_set_id }), await insertFinished(1, { beatmap_set_id })];
      expect(await run({ days: 7 })).toMatchObject({ age: { jobs: 1, bytes: 50 }, storedBytes: 60 });
      expect(await hasObject(`beatmaps/${beatmap_set_id}.osz`)).toBe(true);
      expect(await run({ maxStorageBytes: 59 })).toMatchObject({ size: { jobs: 1, bytes: 60 }, storedBytes: 0 });
      expect(await countObjects([old, young])).toEqual([0, 0]);
      expect(await hasObject(`beatmaps/${beatmap_set_id}.osz`)).toBe(false);
      expect(await database.db.selectFrom('uploaded_sets').selectAll().execute()).toEqual([]);
    });

    testOnFiles('of an unfinished job stays', async () => {
      const beatmap_set_id = await insertSet();
      await insertFinished(9, { beatmap_set_id });
      await insertFinished(9, { beatmap_set_id, status: 'queued' });
      expect(await run({ days: 7, maxStorageBytes: 1 })).toMatchObject({ age: { jobs: 1 }, storedBytes: 10 });
      expect(await hasObject(`beatmaps/${beatmap_set_id}.osz`)).toBe(true);
    });

    testOnFiles('is part of what the oldest jobs free, so that no more jobs are purged than needed', async () => {
      const beatmap_set_id = await insertSet();
      const ids = [await insertFinished(3, { beatmap_set_id }), await insertFinished(2), await insertFinished(1)];
      expect(await run({ maxStorageBytes: 100 }, 10)).toMatchObject({ size: { jobs: 1, bytes: 60 }, storedBytes: 100 });
      expect(await countObjects(ids)).toEqual([0, 5, 5]);
    });

    testOnFiles(
      'that no job uses is deleted, also after an interrupted deletion, and a copy of it may be uploaded meanwhile',
      async () => {
        const sha256 = randomBytes(32);
        const unused = await insertSet({ sha256 });
        const broken: Storage = Object.assign(Object.create(storage), {
          delete: () => Promise.reject(new Error('The storage is unavailable.')),
        });
        await expect(jobs.retention.enforce({ storage: broken, policy: keep })).rejects.toThrow('unavailable');
        const beatmapSet = { sha256, sizeBytes: 10 };
        const job = await jobs.submit({ ...submission(), beatmapSet }, async (_, { beatmapSetId }) => {
          await storage.put(`beatmaps/${beatmapSetId}.osz`, Buffer.alloc(10));
        });
        expect(job.beatmapSetId).not.toBe(unused);
        await run({});
        expect(await hasObject(`beatmaps/${unused}.osz`)).toBe(false);
        expect(await hasObject(`beatmaps/${job.beatmapSetId}.osz`)).toBe(true);
      },
    );

    testOnFiles('is not deleted while a submission that uses it is being admitted', async () => {
      const sha256 = randomBytes(32);
      const set = await insertSet({ sha256 });
      const other = fresh.connect();
      let sweeping: Promise<unknown> | null = null;
      await other.db.transaction().execute(async (trx) => {
        // What an admission does.
        await sql`update uploaded_sets set bytes = 10 where id = ${set}`.execute(trx);
        sweeping = run({});
        await sweeping;
        await insertJob({ ...other, db: trx }, { beatmap_set_id: set });
      });
      await run({});
      expect(await hasObject(`beatmaps/${set}.osz`)).toBe(true);
    });

    testOnFiles('of a process of the version before is known, measured and deleted with its job', async () => {
      const id = await insertFinished(1, { beatmap_sha256: randomBytes(32) });
      await storage.put(`beatmaps/${id}.osz`, Buffer.alloc(10));
      expect(await run({})).toMatchObject({ storedBytes: 60 });
      expect(await jobs.retention.purge(storage, [id])).toEqual({ jobs: 1, bytes: 60 });
    });

    test('from before sizes were recorded is measured', async () => {
      await insertFinished(1, { beatmap_set_id: await insertSet({ bytes: null }) });
      expect(await run({})).toMatchObject({ storedBytes: 60 });
    });
  });

  describe('an uploaded skin', () => {
    test('that is unused for too long is removed, with its previews', async () => {
      await insertSkin('Old', 9);
      await insertSkin('Rendered', 9);
      await insertSkin('Young', 6);
      await storage.put('previews/Old.osk/1.jpg', Buffer.alloc(10));
      await insertFinished(5, withSkin('Rendered'));
      expect(await run({ days: 7 })).toMatchObject({ age: { jobs: 0, skins: 1, bytes: 20 }, storedBytes: 70 });
      expect(await hasObject('skins/Old.osk')).toBe(false);
      expect(await hasObject('previews/Old.osk/1.jpg')).toBe(false);
      expect(await hasObject('skins/Rendered.osk')).toBe(true);
      expect(await hasObject('skins/Young.osk')).toBe(true);
    });

    test('is removed before jobs that are younger than its last use, if the storage is too large', async () => {
      await insertSkin('Skin', 2);
      const ids = [await insertFinished(3), await insertFinished(1)];
      expect(await run({ maxStorageBytes: 109 }, 10)).toMatchObject({ size: { jobs: 1, skins: 0 }, storedBytes: 60 });
      expect(await run({ maxStorageBytes: 59 }, 10)).toMatchObject({ size: { jobs: 0, skins: 1 }, storedBytes: 50 });
      expect(await countObjects(ids)).toEqual([0, 5]);
    });

    test('of an unfinished job stays, as does one that the operator has stored or replaced', async () => {
      await insertSkin('Waiting', 9);
      await insertFinished(9, { status: 'queued', ...withSkin('Waiting') });
      await storage.put('skins/Operators.osk', Buffer.alloc(10));
      await insertSkin('Replaced', 9);
      await storage.put('skins/Replaced.osk', Buffer.alloc(11));
      await run({ days: 7, maxStorageBytes: 1 });
      for (const name of ['Waiting', 'Operators', 'Replaced']) {
        expect([name, await hasObject(`skins/${name}.osk`)]).toEqual([name, true]);
      }
      const { rows } = await sql`select name from skins`.execute(database.db);
      expect(rows).toEqual([{ name: 'Waiting' }]);
    });

    test('that was restored with the same bytes is still the upload', async () => {
      await insertSkin('Restored', 9);
      await storage.put('skins/Restored.osk', Buffer.alloc(10));
      await database.db.updateTable('skins').set({ bytes: null }).execute();
      expect(await run({ maxStorageBytes: 100 })).toMatchObject({ storedBytes: 10 });
      expect(await run({ days: 7 })).toMatchObject({ age: { skins: 1, bytes: 10 } });
    });
  });

  test('of the fetched beatmap sets, the least recently used are deleted until the rest fits', async () => {
    const [used, unused, usedBefore] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
    for (const md5 of [used, unused, usedBefore]) await storage.put(`beatmaps/${md5}.osz`, Buffer.alloc(10));
    await insertJob(database, { beatmap_md5: used!, created_at: daysAgo(-2) });
    await insertJob(database, { beatmap_md5: usedBefore!, created_at: daysAgo(-1) });
    const uploaded = await insertSet();
    await insertJob(database, { beatmap_md5: 'x'.repeat(10_000) });
    await insertJob(database, { beatmap_set_id: uploaded });
    expect(await run({ maxBeatmapCacheBytes: 30 })).toMatchObject({ beatmapCacheBytes: 30 });
    expect(await run({ maxBeatmapCacheBytes: 29 })).toMatchObject({ beatmapCacheBytes: 20 });
    expect(await hasObject(`beatmaps/${unused}.osz`)).toBe(false);
    expect(await run({ maxBeatmapCacheBytes: 10 })).toMatchObject({ beatmapCacheBytes: 10 });
    expect(await hasObject(`beatmaps/${used}.osz`)).toBe(true);
    expect(await run({ maxBeatmapCacheBytes: 0 })).toMatchObject({ beatmapCacheBytes: 0 });
    expect(await hasObject(`beatmaps/${uploaded}.osz`)).toBe(true);
  });
});
