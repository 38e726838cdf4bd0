import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { analytics } from '../../src/contract/index.ts';
import { get, jsonOf } from '../support/http.ts';
import { readVideo } from '../support/read-video.ts';
import type { Book } from './book.ts';
import type { House } from './house.ts';
import { settledMs } from './length.ts';
import { tinyFrames } from './tiny-play.ts';

export interface Expected {
  /** Jobs whose submission was answered: every one is completed. */
  readonly accepted: readonly string[];
  /** But these, which have failed, each with its code. */
  readonly poisoned?: Readonly<Record<string, string>>;
  readonly book: Book;
  /** Of each video. */
  readonly frames?: number;
}

/** Waits until nothing is under way, then looks at every job, what it left, and at what should be gone. */
export async function expectNothingLost(house: House, expected: Expected): Promise<void> {
  await house.ready();
  await settled(expected);
  await expectEndings(expected);
  for (const id of expected.accepted) {
    if (expected.poisoned?.[id] === undefined) await expectWhole(house.url, id, expected.frames ?? tinyFrames);
  }
  expect(house.renders()).toEqual([]);
  const residents = [house.api, ...house.workers];
  expect(residents.filter((resident) => resident.falls() > 0).map(({ name }) => name)).toEqual([]);
  expect(await house.stop()).toEqual(residents.map(() => 0));
  expect(house.processes()).toEqual([]);
  expect(await leftovers(house.dataDir)).toEqual([]);
}

async function settled({ book }: Expected): Promise<void> {
  await vi.waitFor(
    async () => {
      const [left] = await book.rows(`
        select (select count(*) from jobs where status in ('queued', 'downloading', 'rendering')) as jobs,
               (select count(*) from outbox) as events,
               (select count(*) from segments) as parts,
               (select count(*) from pgboss.job
                where name = 'render' and state in ('created', 'retry', 'active')) as entries`);
      expect(left).toEqual({ jobs: '0', events: '0', parts: '0', entries: '0' });
    },
    { timeout: settledMs, interval: 500 },
  );
}

interface EndedJob {
  readonly id: string;
  readonly status: string;
  readonly error_code: string | null;
  readonly endings: number;
}

async function expectEndings({ accepted, poisoned = {}, book }: Expected): Promise<void> {
  const jobs = await book.rows<EndedJob>(`
    select id, status, error_code, (select count(*)::int from chaos_endings where job_id = id) as endings from jobs`);
  expect(jobs.filter(({ endings }) => endings !== 1)).toEqual([]);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const wrong = accepted.filter((id) => {
    const { status, error_code: code } = byId.get(id) ?? { status: 'lost', error_code: null };
    return poisoned[id] === undefined ? status !== 'completed' : status !== 'failed' || code !== poisoned[id];
  });
  expect(wrong.map((id) => byId.get(id) ?? id)).toEqual([]);
  // Whose client got no answer may have come to nothing, but then it says so.
  const unanswered = jobs.filter(({ id }) => !accepted.includes(id));
  expect(unanswered.filter(({ status, error_code: code }) => status === 'failed' && code !== 'upload/failed')).toEqual(
    [],
  );
  const [totals] = await book.rows<{ differ: number }>(`
    select count(*)::int as differ from job_totals
    where total <> (select count(*) from jobs where jobs.status = job_totals.status)`);
  expect(totals).toEqual({ differ: 0 });
  const letters = await book.rows(`select data from pgboss.job where name = 'render-dead-letters'`);
  expect(letters).toEqual([]);
}

async function expectWhole(url: string, id: string, frames: number): Promise<void> {
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

/** Files that belong to no job: those under way when a process was killed, and parts of videos that are whole by now. */
async function leftovers(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    ['tmp', 'objects/.incoming'].map(async (folder) => {
      const names = await readdir(join(dataDir, folder)).catch(() => []);
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  const parts = await readdir(join(dataDir, 'objects/segments'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return [...found.flat(), ...parts.filter((part) => part.isFile()).map(({ name }) => name)];
}
