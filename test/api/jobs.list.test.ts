import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, JobStatus } from '../../src/database/index.ts';
import { createJobs, type Jobs } from '../../src/jobs/index.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { insertJobs } from '../support/jobs.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20 } });
});
afterEach(() => fresh.drop());

const statuses: JobStatus[] = ['queued', 'downloading', 'rendering', 'completed', 'failed'];

test('without jobs, the list is empty', async () => {
  expect(await jobs.list({ limit: 20, offset: 0 })).toEqual({ total: 0, jobs: [] });
});

test('pages together show every job once, newest first, jobs of one moment included', async () => {
  const moments = Array.from({ length: 23 }, (_, i) => new Date(Date.UTC(2026, 0, 1, 0, 0, 0, Math.floor(i / 4))));
  await insertJobs(
    database,
    moments.map((created_at) => ({ created_at })),
  );
  const pages = await Promise.all([0, 10, 20, 30].map((offset) => jobs.list({ limit: 10, offset })));
  expect(pages.map((page) => [page.total, page.jobs.length])).toEqual([
    [23, 10],
    [23, 10],
    [23, 3],
    [23, 0],
  ]);
  const seen = pages.flatMap((page) => page.jobs);
  const sorted = [...seen].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  expect(seen).toEqual(sorted);
  expect(new Set(seen.map((job) => job.id)).size).toBe(23);
});

test.each(statuses)('the filter %s shows and counts only those', async (status) => {
  await insertJobs(
    database,
    Array.from({ length: 15 }, (_, i) => ({ status: statuses[i % 5]! })),
  );
  const page = await jobs.list({ status, limit: 2, offset: 0 });
  expect(page.total).toBe(3);
  expect(page.jobs.map((job) => job.status)).toEqual([status, status]);
});

test('totals follow inserts, moves and deletions of many rows at once', async () => {
  await insertJobs(
    database,
    Array.from({ length: 10 }, (_, i) => ({ status: statuses[i % 5]! })),
  );
  await sql`update jobs set status = case status when 'queued' then 'rendering' else 'failed' end`.execute(database.db);
  await sql`delete from jobs where status = 'rendering'`.execute(database.db);
  expect((await jobs.gauges()).jobsByStatus).toEqual({
    queued: 0,
    downloading: 0,
    rendering: 0,
    completed: 0,
    failed: 8,
  });
});

test.each([undefined, 'completed'] as const)('a far page, filter %s, is cut from an index alone', async (status) => {
  await sql`
    insert into jobs (id, status, client, options, beatmap_md5, player, n300, n100, n50, misses, max_combo, created_at)
    select gen_random_uuid(), 'completed', 'c', '{}', '', '', 0, 0, 0, 0, 0, now() - make_interval(secs => n)
    from generate_series(1, 20000) as n`.execute(database.db);
  await sql`vacuum analyze jobs`.execute(database.db);
  const filter = status === undefined ? sql`` : sql`where status = ${status}`;
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id, created_at from jobs ${filter} order by created_at desc, id desc limit 20 offset 10000
  `.execute(database.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using jobs_newest/);
  const page = await jobs.list({ status, limit: 20, offset: 10_000 });
  expect(page.total).toBe(20_000);
  expect(page.jobs).toHaveLength(20);
});
