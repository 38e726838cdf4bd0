import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { openEvents, type ReceivedEvent } from '../../support/http/event-source.ts';
import { jsonOf, post, replayForm } from '../../support/http/requests.ts';
import { type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';
import { playedReplay, playedSet } from '../../support/service/rendering-service.ts';

/** Long enough for a render on a busy machine. */
const timeout = 240_000;

let fresh: FreshDatabase;
let dataDir: string;
/** One process without a worker, and one with a worker. */
let answering: ServeProcess;
let rendering: ServeProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-events-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'made.osz'), playedSet);
  fresh = await freshDatabase();
  const env = { DATABASE_URL: fresh.url, BEATMAP_MIRRORS: '', RENDER_PRESET: 'ultrafast' };
  [answering, rendering] = await Promise.all([
    startServeProcess({ dataDir, env: { ...env, RENDER_WORKERS: '0' } }),
    startServeProcess({ dataDir, env: { ...env, RENDER_WORKERS: '1' } }),
  ]);
}, timeout);
afterAll(async () => {
  await Promise.all([answering?.end(), rendering?.end()]);
  await fresh?.drop();
  await rm(dataDir, { recursive: true, force: true });
}, timeout);

const statusesOf = (events: readonly ReceivedEvent[], id: string) =>
  events.filter(({ name, data }) => name === 'status' && data.job_id === id).map(({ data }) => data.status);

test(
  'a client of one process follows a job that another process renders, also after a lost connection',
  async () => {
    const all = await openEvents(`${answering.url}/v1/events`);
    const begin = await all.find(() => true);
    // At half the speed the video is twice as long, so that even a slow client sees the job while it renders.
    const fields = { motion_blur: 'false', settings: JSON.stringify({ speed: 0.5, resolution: '480p' }) };
    const form = replayForm({ file: playedReplay, fields });
    const { job_id: id } = await jsonOf(await post(`${answering.url}/v1/render`, form));
    // The client receives the whole history of the job, because it starts from an id that the stream of all jobs sent.
    const url = `${answering.url}/v1/jobs/${id}/events`;
    const one = await openEvents(url, { lastEventId: begin.id });
    const database = fresh.connect();
    const drawing = await one.find(
      ({ name, data }) => name === 'job' && data.stage === 'rendering' && data.progress > 0 && data.progress < 100,
    );
    expect(drawing.data).toMatchObject({ status: 'rendering', attempt: 1, queue_position: null });
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like '%listening to reprise_jobs'`,
    );
    expect(rowCount).toBe(2);
    const end = await one.find(({ name }) => name === 'end');
    await one.ended;

    expect(statusesOf(one.events, id)).toEqual(['queued', 'downloading', 'rendering', 'completed']);
    expect(one.events.at(-2)).toMatchObject({ name: 'job', data: { status: 'completed', progress: 100 } });
    const progress = one.events.filter(({ name }) => name === 'job').map(({ data }) => data.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    await all.find(({ data }) => data.job_id === id && data.status === 'completed');
    expect(statusesOf(all.events, id)).toEqual(['queued', 'downloading', 'rendering', 'completed']);
    all.close();

    // The other process continues where the first one stopped.
    const elsewhere = await openEvents(`${rendering.url}/v1/events`, { lastEventId: begin.id });
    await elsewhere.find(({ data }) => data.status === 'completed');
    expect(statusesOf(elsewhere.events, id)).toEqual(['queued', 'downloading', 'rendering', 'completed']);
    expect(
      (await fetch(`${rendering.url}/v1/jobs/${id}/events`, { headers: { 'last-event-id': end.id } })).status,
    ).toBe(204);

    // It stops without waiting for the client.
    expect(await rendering.end()).toBe(0);
    await elsewhere.ended;
  },
  timeout,
);
