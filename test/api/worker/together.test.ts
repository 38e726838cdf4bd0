import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Analytics } from '../../../src/contract/index.ts';
import { restoreBackup, writeBackup } from '../../../src/service/backup/index.ts';
import { requeueRestoredJobs } from '../../../src/service/jobs/index.ts';
import { createStorage } from '../../../src/service/storage/index.ts';
import type { RenderTask } from '../../../src/service/worker/index.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { makeZip } from '../../support/files/zip.ts';
import { get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { demoFiles, type NamedFile, togetherForm, withHeader } from '../../support/http/together-form.ts';
import { demoMap } from '../../support/replays/demo-players.ts';
import { type Rendering, small, startRenderingService } from '../../support/service/rendering-service.ts';
import { readVideo } from '../../support/video/read-video.ts';

// Several replays in one video, from their submission to the end of the job and of its files.

/** The end of the part of the demo that is rendered: a second, or two segments, because a segment begins with a key frame. */
const ends = { oneSegment: 9_000, twoSegments: 11_500 };
let end = ends.oneSegment;
const videoOptions = { ...small, start: 8_000 };
/** Renders only that part. */
const shortened = (task: RenderTask): RenderTask => ({ ...task, options: { ...task.options, end } });
const files = demoFiles(4);

let rendering: Rendering;
let folder: string;
/** The render tasks since the test began. */
let tasks: RenderTask[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-together-'));
  rendering = await startRenderingService({ videoOptions, segmentSeconds: 2, size: 2 });
  await writeFile(join(rendering.service.dataDir, 'beatmaps', 'demo.osz'), demoSet);
  rendering.through((render) => (task, hooks) => {
    tasks.push(task);
    return render(shortened(task), hooks);
  });
});
afterEach(() => {
  tasks = [];
  end = ends.oneSegment;
});
afterAll(async () => {
  await rendering?.stop();
  await rm(folder, { recursive: true, force: true });
});

const demoSet = makeZip([{ name: 'demo.osu', data: demoMap }]);

async function submit(sent: readonly NamedFile[], settings: object, client = newClient()): Promise<string> {
  const form = togetherForm(sent, { settings });
  const response = await post(`${rendering.service.url}/v1/render/together`, form, { client });
  if (response.status !== 202) throw new Error(await response.text());
  return (await jsonOf(response)).job_id;
}

const ended = (id: string) => rendering.ended(id);

const analyticsOf = async (id: string): Promise<Analytics> =>
  jsonOf(await get(`${rendering.service.url}/v1/jobs/${id}/analytics`));

async function videoOf(id: string) {
  const { url } = rendering.service;
  const link = await get(`${url}/v1/artifacts/videos/${id}.mp4`);
  const file = join(folder, `${id}.mp4`);
  const response = await get(new URL(link.headers.get('location')!, url).href);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return readVideo(file);
}

/** The keys of everything that is stored for a job. */
async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['analytics/', 'logs/', 'replays/', 'thumbnails/', 'videos/'])
    for await (const { key } of rendering.service.storage.list(prefix)) if (key.includes(id)) keys.push(key);
  return keys.sort();
}

const replayKeysOf = (id: string) => [`replays/${id}.osr`, ...[2, 3, 4].map((n) => `replays/${id}.${n}.osr`)].sort();

/** The analytics of a player, without the result of the knockout. */
const withoutPlace = ({ place, dropped_out_at, ...play }: NonNullable<Analytics['players']>[number]) => play;

const kindOf = ({ segment, encodedSegments }: RenderTask) => (segment ? 'segment' : encodedSegments ? 'join' : 'whole');

test('four players become one video in segments, and each has the analytics of the play alone', async () => {
  end = ends.twoSegments;
  // The best player is the last one: the first one does not win.
  const worstFirst = files.toReversed();
  const id = await submit(worstFirst, { layout: 'knockout' });
  const job = await ended(id);
  expect(job).toMatchObject({ status: 'completed', error_message: null, map_title: expect.stringContaining('[') });
  const kinds = tasks.map(kindOf);
  expect([kinds[0], kinds.at(-1)]).toEqual(['whole', 'join']);
  expect(kinds.filter((kind) => kind === 'segment').length).toBeGreaterThan(1);
  for (const task of tasks) expect(task.others).toHaveLength(3);
  expect((await videoOf(id)).times).toHaveLength(105);

  const { players, job_id, status, frames, life_bar, video, ...first } = await analyticsOf(id);
  expect(frames.length).toBeGreaterThan(1000);
  expect(players!.map(({ place }) => place).sort()).toEqual([1, 2, 3, 4]);
  expect(withoutPlace(players![0]!)).toEqual(first);
  end = ends.oneSegment;
  // test/game/together.test.ts compares all players.
  for (const i of [0, 3]) {
    const { bytes } = worstFirst[i]!;
    const form = replayForm({ file: Uint8Array.from(bytes) });
    const alone = (await jsonOf(await post(`${rendering.service.url}/v1/render`, form))).job_id;
    const { performance, config } = { ...(await ended(alone)), ...(await analyticsOf(alone)) };
    const { job_id, status, frames, life_bar, video, ...record } = await analyticsOf(alone);
    expect(record.hits?.length).toBeGreaterThan(100);
    expect(withoutPlace(players![i]!)).toEqual(record);
    // The job itself is described by the first player, also if another one wins the knockout.
    if (i === 0) {
      expect(performance).toEqual(first.performance);
      expect(job.config.replay_stats).toEqual(config.replay_stats);
      expect(job.config.replay_stats.pp).toBeGreaterThan(0);
    }
  }
});

test('plays at different speeds become one video side by side', async () => {
  const [one, two] = files as [NamedFile, NamedFile];
  const fast = { name: 'fast.osr', bytes: withHeader(two.bytes, { modBits: 64 }) };
  const job = await ended(await submit([one, fast], { layout: 'split' }));
  expect(job).toMatchObject({ status: 'completed', error_message: null });
  expect(job.players?.map(({ play }) => play.speed)).toEqual([1, 1.5]);
  const { players } = await analyticsOf(job.job_id);
  expect(players?.map(({ clock_rate }) => clock_rate)).toEqual([1, 1.5]);
});

test('the same replays in the same order are rendered once', async () => {
  const settings = { layout: 'ghosts', cursor_size: 1.1 };
  const id = await submit(files.slice(0, 2), settings);
  await ended(id);
  const rendered = tasks.length;
  const again = await submit(files.slice(0, 2), settings);
  expect(await ended(again)).toMatchObject({ status: 'completed' });
  expect(tasks).toHaveLength(rendered);
  expect(await rendering.log(again)).toMatch('reusing its video');
  expect((await analyticsOf(again)).players).toHaveLength(2);

  const [one, two] = files as [NamedFile, NamedFile];
  expect(await ended(await submit([two, one], settings))).toMatchObject({ status: 'completed', player: 'kestrel' });
  expect(tasks.length).toBeGreaterThan(rendered);
});

test('a retry has all replays, and a failure names no path of the machine', async () => {
  const client = newClient();
  rendering.through(
    (render) => (task, hooks) => render(shortened({ ...task, others: [task.replay, ...(task.others ?? [])] }), hooks),
  );
  const id = await submit(files, { layout: 'ghosts' }, client);
  expect(await ended(id)).toMatchObject({
    status: 'failed',
    error_code: 'together/repeated',
    error_message: '"replay-1.osr" and "replay-1.osr" are the same replay.',
  });

  rendering.through((render) => (task, hooks) => render(shortened(task), hooks));
  const retried = await jsonOf(await post(`${rendering.service.url}/v1/jobs/${id}/retry`, null, { client }));
  const job = await ended(retried.job_id);
  expect(job).toMatchObject({ status: 'completed', retry_of: id });
  expect(job.players).toHaveLength(4);
  expect(await keysOf(retried.job_id)).toEqual(expect.arrayContaining(replayKeysOf(retried.job_id)));
});

test('a backup contains all replays, and retention counts and deletes them', async () => {
  const { service } = rendering;
  const id = await submit(files, { layout: 'ghosts' });
  await ended(id);
  expect(await keysOf(id)).toEqual(expect.arrayContaining(replayKeysOf(id)));

  const path = join(folder, 'backup.tar');
  await writeBackup({ database: service.database, storage: service.storage, path, version: '1' });
  const fresh = await freshDatabase();
  const database = fresh.connect();
  const storage = await createStorage({
    config: { kind: 'local' },
    dataDir: join(folder, 'restored'),
    signingKey: Buffer.alloc(32),
  });
  await restoreBackup({ database, storage, path, afterRows: requeueRestoredJobs });
  const { rows } = await database.pool.query('select other_players from jobs where id = $1', [id]);
  expect(rows[0].other_players.map(({ player }: { player: string }) => player)).toEqual([
    'kestrel',
    'Mirage',
    '-Tess-',
  ]);
  for (const [i, key] of [`replays/${id}.osr`, ...[2, 3, 4].map((n) => `replays/${id}.${n}.osr`)].entries())
    expect((await storage.stat(key))?.sizeBytes).toBe(files[i]!.bytes.length);
  expect(((await json((await storage.get(`analytics/${id}.json`))!.stream)) as Analytics).players).toHaveLength(4);
  await storage.close();
  await fresh.drop();

  const sizes = await Promise.all((await keysOf(id)).map(async (key) => (await service.storage.stat(key))!.sizeBytes));
  const policy = { days: null, maxStorageBytes: null, maxBeatmapCacheBytes: null };
  await service.jobs.retention.enforce({ storage: service.storage, policy });
  expect((await service.jobs.get(id))!.artifactBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
  await service.jobs.retention.purge(service.storage, [id]);
  expect(await keysOf(id)).toEqual([]);
  expect((await rendering.job(id)).players).toHaveLength(4);
  expect((await get(`${service.url}/v1/jobs/${id}/replays/2`)).status).toBe(410);
});
