import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { analytics } from '../../src/contract/analytics/analytics.ts';
import { queueEntriesSql } from '../../src/service/jobs/queue/entries-sql.ts';
import { get, jsonOf } from '../support/http/requests.ts';
import { readVideo } from '../support/video/read-video.ts';
import type { DatabaseReader } from './database-reader.ts';
import { settleTimeoutMs } from './run-length.ts';
import type { RunningService } from './running-service.ts';
import { tinyFrames } from './tiny-play.ts';

export interface Expected {
  /** Jobs that the API has accepted; each must be completed. */
  readonly accepted: readonly string[];
  /** Jobs that must fail, with their error codes. */
  readonly poisoned?: Readonly<Record<string, string>>;
  readonly database: DatabaseReader;
  /** The number of frames of a job's video. */
  readonly framesOf?: (id: string) => number;
}

/** Waits until all jobs have ended, then checks every job, its artifacts, and that nothing else remains. */
export async function expectNothingLost(service: RunningService, expected: Expected): Promise<void> {
  const { accepted, poisoned = {}, database, framesOf = () => tinyFrames } = expected;
  await service.ready();
  await settled(database);
  await expectEndings(expected);
  for (const id of accepted) {
    if (poisoned[id] === undefined) await expectArtifacts(service.url, id, framesOf(id));
  }
  expect(service.processes().filter(({ command }) => command.includes('render-child'))).toEqual([]);
  const processes = [service.api, ...service.workers];
  expect(processes.filter((each) => each.crashes() > 0).map(({ name }) => name)).toEqual([]);
  await database.close();
  expect(await service.stop()).toEqual(processes.map(() => 0));
  expect(service.processes()).toEqual([]);
  expect(await leftovers(service.dataDir)).toEqual([]);
}

/** Waits until every job has ended, and the queue with it. */
export async function settled(database: DatabaseReader): Promise<void> {
  await vi.waitFor(
    async () => {
      const [left] = await database.query(`
        select (select count(*) from jobs where status in ('queued', 'downloading', 'rendering')) as jobs,
               (select count(*) from outbox) as events,
               (select count(*) from segments) as segments,
               (select count(*) from ${queueEntriesSql} as entries
                where state <> 'ended' and not is_dead_letter) as entries`);
      expect(left).toEqual({ jobs: '0', events: '0', segments: '0', entries: '0' });
    },
    { timeout: settleTimeoutMs, interval: 500 },
  );
}

/** How many accepted jobs are not completed, and how many jobs have ended more than once. */
export async function countEndings({
  accepted,
  database,
}: Pick<Expected, 'accepted' | 'database'>): Promise<{ lost: number; endedTwice: number }> {
  const [counts] = await database.query<{ completed: number; twice: number }>(
    `select (select count(*)::int from jobs where status = 'completed' and id = any($1::uuid[])) as completed,
            (select count(*)::int from (select from chaos_endings group by job_id having count(*) > 1) as twice) as twice`,
    [accepted],
  );
  return { lost: accepted.length - counts!.completed, endedTwice: counts!.twice };
}

interface EndedJob {
  readonly id: string;
  readonly status: string;
  readonly error_code: string | null;
  readonly endings: number;
}

/** Every job has ended once, as expected. */
export async function expectEndings({ accepted, poisoned = {}, database }: Omit<Expected, 'framesOf'>): Promise<void> {
  const jobs = await database.query<EndedJob>(`
    select id, status, error_code, (select count(*)::int from chaos_endings where job_id = id) as endings from jobs`);
  expect(jobs.filter(({ endings }) => endings !== 1)).toEqual([]);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const wrong = accepted.filter((id) => {
    const { status, error_code: code } = byId.get(id) ?? { status: 'lost', error_code: null };
    return poisoned[id] === undefined ? status !== 'completed' : status !== 'failed' || code !== poisoned[id];
  });
  expect(wrong.map((id) => byId.get(id) ?? id)).toEqual([]);
  // A job whose client got no answer may have failed, but only because its upload failed.
  const unanswered = jobs.filter(({ id }) => !accepted.includes(id));
  expect(unanswered.filter(({ status, error_code: code }) => status === 'failed' && code !== 'upload/failed')).toEqual(
    [],
  );
  const [totals] = await database.query<{ differ: number }>(`
    select count(*)::int as differ from job_totals
    where total <> (select count(*) from jobs where jobs.status = job_totals.status)`);
  expect(totals).toEqual({ differ: 0 });
  const letters = await database.query(`select job_id from ${queueEntriesSql} as entries where is_dead_letter`);
  expect(letters).toEqual([]);
}

async function expectArtifacts(url: string, id: string, frames: number): Promise<void> {
  const job = await jsonOf(await get(`${url}/v1/jobs/${id}`));
  expect(job).toMatchObject({ job_id: id, status: 'completed', progress: 100, has_analytics: true });
  const folder = await mkdtemp(join(tmpdir(), 'reprise-chaos-video-'));
  try {
    const file = join(folder, 'video.mp4');
    await writeFile(file, await bytesOf(url, job.artifacts.video_url));
    expect(readVideo(file).times).toHaveLength(frames);
  } finally {
    await rm(folder, { recursive: true });
  }
  const thumbnail = await bytesOf(url, job.artifacts.thumbnail_url);
  expect([...thumbnail.subarray(0, 2), ...thumbnail.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
  analytics.parse(await jsonOf(await get(`${url}${job.artifacts.analytics_url}`)));
  expect(await (await get(`${url}${job.artifacts.logs_url}`)).text()).toMatch(/ Completed\.\n$/);
}

async function bytesOf(url: string, path: string): Promise<Buffer> {
  const link = await get(`${url}${path}`);
  expect(link.status).toBe(302);
  const answer = await get(new URL(link.headers.get('location')!, url).href);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Files that belong to no job: those of killed processes, and segments of finished videos. */
async function leftovers(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    ['tmp', 'objects/.incoming'].map(async (folder) => {
      const names = await readdir(join(dataDir, folder)).catch(() => []);
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  const segments = await readdir(join(dataDir, 'objects/segments'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return [...found.flat(), ...segments.filter((entry) => entry.isFile()).map(({ name }) => name)];
}
