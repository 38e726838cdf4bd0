import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBackup, restoreBackup, writeBackup } from '../../../src/service/backup/index.ts';
import { type Database, pendingMigrations, sharedSecret } from '../../../src/service/database/index.ts';
import { createJobs, requeueRestoredJobs } from '../../../src/service/jobs/index.ts';
import { createKeys, defaultKeyOptions } from '../../../src/service/keys/index.ts';
import { createStorage, type Storage } from '../../../src/service/storage/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs, submission } from '../../support/database/job-rows.ts';
import { createBucket } from '../../support/storage/bucket.ts';

const limits = { maxQueued: 10_000, maxRendering: 10, maxActivePerClient: 2 };
let folder: string;
const opened: { databases: FreshDatabase[]; storages: Storage[] } = { databases: [], storages: [] };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-backup-'));
});
afterAll(async () => {
  for (const storage of opened.storages) await storage.close();
  for (const database of opened.databases) await database.drop();
  await rm(folder, { recursive: true });
});

async function newDatabase(template?: string): Promise<Database> {
  const fresh = await freshDatabase(template === undefined ? {} : { template });
  opened.databases.push(fresh);
  return fresh.connect();
}

let storages = 0;
async function newStorage(config: Parameters<typeof createStorage>[0]['config'] = { kind: 'local' }): Promise<Storage> {
  const dataDir = join(folder, `data-${storages++}`);
  const storage = await createStorage({ config, dataDir, signingKey: Buffer.alloc(32) });
  opened.storages.push(storage);
  return storage;
}

let backups = 0;
const newPath = () => join(folder, `backup-${backups++}.tar`);

/** Everything that clients and other processes could see, as the database stores it. */
async function rowsOf({ db }: Database): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ jobs: unknown; totals: unknown; skins: unknown; secrets: unknown; keys: unknown }>`select
    (select json_agg(to_json(j) order by id) from jobs j) as jobs,
    (select json_agg(to_json(t) order by status) from job_totals t) as totals,
    (select json_agg(to_json(s) order by name) from skins s) as skins,
    (select json_agg(to_json(s) order by name) from secrets s) as secrets,
    (select json_agg(to_json(k) order by id) from keys k) as keys`.execute(db);
  return rows[0]!;
}

async function installation({ jobs = 3 } = {}) {
  const [database, storage] = await Promise.all([newDatabase(), newStorage()]);
  const { key, token } = await createKeys(database).create('bot', defaultKeyOptions);
  const ids = await insertJobs(
    database,
    Array.from({ length: jobs }, (_, i) => ({
      status: i % 2 === 0 ? ('completed' as const) : ('failed' as const),
      map_title: `Ünïcode "quotes" \\ back\nline ${i} 東方`,
      stars: i / 7,
      key_id: i === 0 ? key.id : null,
      fingerprint: Buffer.from([0, 255, i % 256]),
      error_code: i % 2 === 0 ? null : 'render/failed',
    })),
  );
  await sharedSecret(database.db, 'storage-links');
  await database.db
    .insertInto('skins')
    .values({ name: 'A skin', client: '192.0.2.9', sha256: Buffer.from([1, 2]), etag: null })
    .execute();
  await storage.put('skins/A skin.osk', Buffer.from('PK skin'));
  await storage.put(`videos/${ids[0]}.mp4`, Buffer.from('a video'));
  await storage.put(`replays/${ids[0]}.osr`, Buffer.alloc(0));
  return { database, storage, ids, token };
}

test('a restored installation equals the one that was backed up', async () => {
  // More rows than one query reads.
  const { database, storage, ids, token } = await installation({ jobs: 1_203 });
  const path = newPath();
  const written = await writeBackup({ database, storage, path, version: '1.2.3' });
  expect(written).toMatchObject({ objects: 3, objectBytes: 14 });
  expect(await checkBackup(path)).toMatchObject({ version: '1.2.3', hasObjects: true, rows: written.rows, objects: 3 });

  const [emptyDatabase, emptyStorage] = await Promise.all([newDatabase(), newStorage()]);
  await sharedSecret(emptyDatabase.db, 'storage-links');
  const target = { database: emptyDatabase, storage: emptyStorage };
  const restored = await restoreBackup({ ...target, path, afterRows: requeueRestoredJobs });
  expect(restored).toMatchObject({ rows: written.rows, objects: 3, objectBytes: 14 });
  expect(await rowsOf(emptyDatabase)).toEqual(await rowsOf(database));
  expect(await text((await emptyStorage.get(`videos/${ids[0]}.mp4`))!.stream)).toBe('a video');
  expect(await emptyStorage.stat(`replays/${ids[0]}.osr`)).toMatchObject({ sizeBytes: 0 });

  expect(await createKeys(emptyDatabase).lookUp(token)).toMatchObject({ name: 'bot' });
  // Triggers count, ids continue and jobs are admitted.
  const jobs = createJobs({ database: emptyDatabase, limits });
  const job = await jobs.submit(submission(), async () => {});
  expect(await jobs.get(job.id)).toMatchObject({ status: 'queued' });
  expect((await jobs.list({ limit: 1, offset: 0 })).total).toBe(1_204);
});

test('unfinished jobs are queued exactly once, and jobs whose replay was not stored are left to the sweep', async () => {
  const [database, storage] = await Promise.all([newDatabase(), newStorage()]);
  const jobs = createJobs({ database, limits });
  const [running = ''] = await insertJobs(database, [{ status: 'rendering', progress: 40, attempts: 2 }]);
  const waiting = await jobs.submit(submission(), async () => {});
  let storing = () => {};
  const held = jobs.submit(
    submission({ client: '192.0.2.7' }),
    () => new Promise<void>((resolve) => (storing = resolve)),
  );
  while ((await jobs.list({ limit: 10, offset: 0 })).total < 3);
  const path = newPath();
  await writeBackup({ database, storage, path, version: '1' });
  storing();
  await held;

  const target = await newDatabase();
  await restoreBackup({ database: target, storage: await newStorage(), path, afterRows: requeueRestoredJobs });
  const restored = createJobs({ database: target, limits });
  expect(await restored.get(running)).toMatchObject({ status: 'queued', progress: 0 });
  const { rows: events } = await sql<{ job_id: string; held: boolean }>`
    select job_id, held_until is not null as held from outbox order by held, job_id`.execute(target.db);
  expect(events.filter((event) => !event.held).map((event) => event.job_id)).toEqual([running, waiting.id].sort());
  expect(events.filter((event) => event.held)).toHaveLength(1);
  expect(await restored.attempts.claim(running)).toMatchObject({ attempt: 3 });
});

test('a restore refuses an installation that is not empty, and does not change it', async () => {
  const { database, storage } = await installation();
  const path = newPath();
  await writeBackup({ database, storage, path, version: '1' });
  const before = await rowsOf(database);
  const afterRows = requeueRestoredJobs;
  const notEmpty = { code: 'installation/not-empty' };
  await expect(restoreBackup({ database, storage: await newStorage(), path, afterRows })).rejects.toMatchObject(
    notEmpty,
  );
  expect(await rowsOf(database)).toEqual(before);
  const target = await newDatabase();
  await expect(restoreBackup({ database: target, storage, path, afterRows })).rejects.toMatchObject(notEmpty);
  expect((await createJobs({ database: target, limits }).list({ limit: 1, offset: 0 })).total).toBe(0);
});

test('a failed restore leaves the installation empty', async () => {
  const { database, storage } = await installation();
  const path = newPath();
  await writeBackup({ database, storage, path, version: '1' });
  const target = { database: await newDatabase(), storage: await newStorage() };
  const afterRows = async () => {
    throw new Error('The power is gone.');
  };
  await expect(restoreBackup({ ...target, path, afterRows })).rejects.toThrow('power');
  for (const list of [target.storage.list('videos/'), target.storage.list('skins/')]) {
    for await (const { key } of list) expect.unreachable(key);
  }
  expect(await restoreBackup({ ...target, path, afterRows: requeueRestoredJobs })).toMatchObject({ objects: 3 });
});

describe('a backup of an older version', () => {
  const backupsFolder = fileURLToPath(new URL('../../fixtures/backups/', import.meta.url));
  const oldBackups = readdirSync(backupsFolder).filter((name) => name.endsWith('.tar'));

  test.each(oldBackups)('%s is restored, migrated and complete', async (name) => {
    const path = join(backupsFolder, name);
    const { rows: backedUp, objects } = await checkBackup(path);
    const target = { database: await newDatabase('template0'), storage: await newStorage() };
    const restored = await restoreBackup({ ...target, path, afterRows: requeueRestoredJobs });
    expect(restored).toMatchObject({ rows: backedUp, objects });
    expect(await pendingMigrations(target.database)).toEqual([]);

    const jobs = createJobs({ database: target.database, limits });
    const found = (await jobs.list({ limit: 100, offset: 0 })).jobs;
    const byPlayer = new Map(found.map((job) => [job.replay.player, job]));
    expect(byPlayer.get('completed')).toMatchObject({
      status: 'completed',
      mapTitle: 'Artist - Title [Hard]',
      hasAnalytics: true,
      purgedAt: null,
    });
    expect(byPlayer.get('cancelled with a set')).toMatchObject({ status: 'failed', error: { code: 'job/cancelled' } });
    for (const { id, status, replay, beatmapSetId } of found) {
      expect(await read(target.storage, `replays/${id}.osr`)).toBe(replay.player);
      expect(beatmapSetId !== null).toBe(replay.player.endsWith('with a set'));
      if (beatmapSetId !== null) {
        expect(await read(target.storage, `beatmaps/${beatmapSetId}.osz`)).toBe('PK a beatmap set');
      }
      if (status === 'failed' || status === 'completed') continue;
      expect(status).toBe('queued');
      expect(await jobs.attempts.claim(id)).not.toBeNull();
    }
    const { rows: events } = await sql<{ job_id: string }>`select job_id from outbox`.execute(target.database.db);
    const unfinished = found.filter(({ status }) => status === 'queued').map(({ id }) => id);
    expect(events.map((event) => event.job_id)).toEqual(expect.arrayContaining(unfinished));
  });

  test('is refused by a database with a newer schema', async () => {
    const path = join(backupsFolder, oldBackups[0]!);
    const target = { database: await newDatabase(), storage: await newStorage() };
    await expect(restoreBackup({ ...target, path, afterRows: requeueRestoredJobs })).rejects.toMatchObject({
      code: 'backup/other-version',
      message: expect.stringContaining('Restore into a new database'),
    });
  });
});

const read = async (storage: Storage, key: string) => text((await storage.get(key))!.stream);

test('a failed backup leaves no file', async () => {
  const { database, storage } = await installation();
  const broken: Storage = Object.assign(Object.create(storage), {
    get: async () => {
      throw new Error('The storage is unavailable.');
    },
  });
  const path = newPath();
  await expect(writeBackup({ database, storage: broken, path, version: '1' })).rejects.toThrow('unavailable');
  expect((await readdir(folder)).filter((name) => path.endsWith(name.split('.tar')[0]!))).toEqual([]);
});

test('a backup of local files can be restored into a bucket', async () => {
  const bucket = await createBucket();
  if (bucket === null) return;
  const { database, storage, ids } = await installation();
  const path = newPath();
  await writeBackup({ database, storage, path, version: '1' });
  const target = await newStorage(bucket);
  await restoreBackup({ database: await newDatabase(), storage: target, path, afterRows: requeueRestoredJobs });
  expect(await text((await target.get(`videos/${ids[0]}.mp4`))!.stream)).toBe('a video');
});
