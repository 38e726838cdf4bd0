import { sql, type Updateable } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, JobStatus, JobsTable } from '../../../src/service/database/index.ts';
import {
  createJobs,
  type JobFilter,
  type JobListPage,
  type JobPosition,
  type Jobs,
} from '../../../src/service/jobs/index.ts';
import { conditionsOf } from '../../../src/service/jobs/job-filter.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs } from '../../support/database/job-rows.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 } });
});
afterEach(() => fresh.drop());

const statuses: JobStatus[] = ['queued', 'downloading', 'rendering', 'completed', 'failed'];

test('without jobs, the list is empty', async () => {
  expect(await jobs.list({ limit: 20, offset: 0 })).toMatchObject({ total: 0, jobs: [] });
});

test('the pages together contain every job once, newest first, also jobs with the same time', async () => {
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

test('the filter of a status lists and counts only matching jobs', async () => {
  await insertJobs(
    database,
    Array.from({ length: 15 }, (_, i) => ({ status: statuses[i % 5]! })),
  );
  for (const status of statuses) {
    const page = await jobs.list({ status: [status], limit: 2, offset: 0 });
    expect([page.total, ...page.jobs.map((job) => job.status)]).toEqual([3, status, status]);
  }
});

const searches: readonly [q: string, found: readonly number[]][] = [
  ['camellia', [0, 1]],
  ['GHO', [0]],
  ['ghost freedom', [0]],
  ['freedom', [0, 3]],
  ['exit extra', [1]],
  ['camellia gh', [0]],
  ['ca ex a', [1]],
  ['camellia zz', []],
  ['東方', [2]],
  ['紅魔', [2]],
  ['方魔', []],
  ['少女U', [2]],
  ['ｵｰｴﾝ', [2]],
  ['「少女」 lunatic', [2]],
  ['ＧＨＯＳＴ', [0]],
  ['mr', [3]],
  ['dive', [3]],
  ['host', []],
  ["' | 'a", [1]],
  ['...', [0, 1, 2, 3]],
];

test('a search finds jobs with words of player or map that begin with each search word', async () => {
  const ids = await insertJobs(database, [
    { player: 'FreedomDiver', map_title: 'Camellia - GHOST [Extra]', created_at: at(4) },
    { player: 'a_player', map_title: "Camellia - Exit This Earth's Atomosphere (remix) [Extra]", created_at: at(3) },
    {
      player: 'mira',
      map_title: 'Touhou - U.N. [Lunatic]',
      map_title_unicode: '東方紅魔郷 - 亡き王女、少女U.N.オーエン [Lunatic]',
      created_at: at(2),
    },
    { player: 'Mr.Foo', map_title: 'xi - FREEDOM.DiVE [FOUR/DIMENSIONS]', created_at: at(1) },
  ]);
  for (const [q, found] of searches) {
    const page = await jobs.list({ q, limit: 20, offset: 0 });
    expect([q, page.total, page.jobs.map(({ id }) => ids.indexOf(id))]).toEqual([q, found.length, found]);
    expect([q, (await jobs.list({ q, status: ['failed'], limit: 20, offset: 0 })).total]).toEqual([q, 0]);
  }
});

/** Inserts jobs of the players `<player>1`, `<player>2` and so on, each a second older than the one before. */
async function insertMany(player: string, { count, newest }: { count: number; newest: Date }): Promise<void> {
  await sql`
    insert into jobs (id, client, options, beatmap_md5, player, n300, n100, n50, misses, max_combo, created_at)
    select gen_random_uuid(), 'c', '{}', '', ${player}::text || i, 0, 0, 0, 0, 0, ${newest}::timestamptz - i * interval '1 second'
    from generate_series(1, ${count}::int) as i`.execute(database.db);
}

test.each([
  ['frequent', 0],
  ['rare among the newest jobs', 2_000],
])('a search for a word that is %s has pages, and ends after the newest thousand matches', async (_, others) => {
  await insertMany('other', { count: others, newest: at(5_000) });
  await insertMany('some', { count: 1_001, newest: at(0) });
  const offsets = [0, 995, 1000, 2000];
  const pages = await Promise.all(offsets.map((offset) => jobs.list({ q: 'some', limit: 10, offset })));
  expect(pages.map((page) => [page.total, page.jobs.length])).toEqual([
    [1000, 10],
    [1000, 5],
    [1000, 0],
    [1000, 0],
  ]);
  const all = await jobs.list({ limit: 100, offset: others });
  expect(pages[0]!.jobs).toEqual(all.jobs.slice(0, 10));
  expect(pages[1]!.jobs).toEqual((await jobs.list({ limit: 5, offset: others + 995 })).jobs);

  // With one match fewer, the query collects all matches and sorts them.
  await sql`delete from jobs where id = any(${all.jobs.slice(0, 2).map(({ id }) => id)})`.execute(database.db);
  const few = await jobs.list({ q: 'some', limit: 10, offset: 5 });
  expect([few.total, few.jobs.map(({ id }) => id)]).toEqual([999, all.jobs.slice(7, 17).map(({ id }) => id)]);
});

test('a search looks up only rare words in the index', async () => {
  await insertMany('player', { count: 3_000, newest: at(0) });
  await sql`update jobs set map_title = 'other' where player like '%0'`.execute(database.db);
  await sql`vacuum analyze jobs`.execute(database.db);
  const single = fresh.connect({ maxConnections: 1 });
  const countScans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(single.db);
    const { rows } = await sql<{ scans: number }>`
      select idx_scan as scans from pg_stat_user_indexes where indexrelname = 'jobs_words'`.execute(single.db);
    return rows[0]!.scans;
  };
  const searching = createJobs({ database: single, limits: { maxQueued: 0, maxRendering: 0, maxActivePerClient: 0 } });
  for (const [q, scans] of [
    ['player', 0],
    ['player other', 0],
    ['player29', 1],
    ['player player29', 1],
  ] as const) {
    const before = await countScans();
    expect((await searching.list({ q, limit: 20, offset: 0 })).total, q).toBeGreaterThan(0);
    expect([q, (await countScans()) - before]).toEqual([q, scans]);
  }
});

function at(second: number): Date {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second));
}

test('the keys of a page change with what the page shows, and only then', async () => {
  const [oldest = '', rendering = '', queued = ''] = await insertJobs(database, [
    { status: 'queued', created_at: at(1) },
    { status: 'rendering', created_at: at(2) },
    { status: 'queued', created_at: at(3) },
  ]);
  const change = (id: string, set: Partial<Updateable<JobsTable>>) =>
    database.db.updateTable('jobs').set(set).where('id', '=', id).execute();
  const all = { limit: 20, offset: 0 };
  const keys = async () => (await jobs.listKeys(all))!.keys;
  const changedBy = async (id: string, set: Partial<Updateable<JobsTable>>) => {
    const before = await keys();
    expect(await keys()).toEqual(before);
    await change(id, set);
    const after = await keys();
    const changes = await jobs.listChanges(all, before);
    expect(changes.keys).toEqual(after);
    const { jobs: listed } = await jobs.list(all);
    const changed = [...changes.changed.values()];
    expect(changed).toEqual(listed.filter((job) => changed.some((other) => other.id === job.id)));
    return changed.map((job) => job.id);
  };
  expect((await keys()).map((key) => key.slice(0, 36))).toEqual([queued, rendering, oldest]);
  expect(await changedBy(rendering, { progress: 7 })).toEqual([rendering]);
  // The newest job has another queue position.
  expect(await changedBy(oldest, { status: 'failed', error_code: 'job/cancelled' })).toEqual([queued, oldest]);
  expect(await changedBy(queued, { pp: 1 })).toEqual([queued]);

  expect(await jobs.listKeys({ ...all, offset: 3 })).toEqual({ total: 3, keys: [] });
  expect(await jobs.listChanges({ ...all, offset: 3 }, [])).toEqual({ total: 3, keys: [], changed: new Map() });
  expect(await jobs.listKeys({ ...all, status: ['rendering'] })).toMatchObject({
    total: 1,
    keys: [expect.stringContaining(rendering)],
  });
  expect(await jobs.listKeys({ ...all, q: 'player' })).toBeNull();
});

test('a page can be limited to one client', async () => {
  const [mine] = await insertJobs(database, [
    { client: '192.0.2.7', status: 'completed' },
    { client: '192.0.2.8', status: 'completed' },
  ]);
  const filter = { client: '192.0.2.7', limit: 20, offset: 0 };
  expect(await jobs.list(filter)).toMatchObject({ total: 1, jobs: [{ id: mine }] });
  expect(await jobs.list({ ...filter, status: ['failed'] })).toMatchObject({ total: 0, jobs: [] });
});

const filters: readonly [filter: Partial<JobFilter>, found: readonly number[]][] = [
  [{ status: ['queued', 'rendering'] }, [1, 2]],
  [{ isCancelled: true }, [3]],
  [{ isCancelled: false, status: ['failed'] }, [4]],
  [{ mods: ['HD'] }, [0, 1]],
  [{ mods: ['HD', 'DT'] }, [0, 1]],
  [{ mods: ['NC'] }, [1]],
  [{ mods: ['NM'] }, [2, 3]],
  [{ grade: ['S', 'SH'] }, [0, 2]],
  [{ minStars: 5 }, [0, 1]],
  [{ minStars: 0 }, [0, 1, 2]],
  [{ maxStars: 5 }, [1, 2]],
  [{ minStars: 4.5, maxStars: 5.5, mods: ['HD'] }, [1]],
  [{ grade: ['S'], q: 'cookie', client: '192.0.2.1' }, [2]],
  [{ grade: ['S'], q: 'cookie', client: '192.0.2.9' }, []],
];

test('filters by status, mods, grade and stars list and count only matching jobs', async () => {
  const ids = await insertJobs(database, [
    { status: 'completed', mods: ['HD', 'DT'], grade: 'SH', stars: 6.5, created_at: at(6) },
    { status: 'rendering', mods: ['HD', 'NC'], grade: 'A', stars: 5, created_at: at(5) },
    { status: 'queued', mods: [], grade: 'S', stars: 4, created_at: at(4) },
    { status: 'failed', error_code: 'job/cancelled', mods: ['CL'], grade: 'B', created_at: at(3) },
    // Of an older version.
    { status: 'failed', error_code: 'render/failed', created_at: at(2) },
  ]);
  for (const [filter, found] of filters) {
    const page = await jobs.list({ ...filter, limit: 20, offset: 0 });
    const listed = page.jobs.map(({ id }) => ids.indexOf(id));
    expect([listed, page.total], JSON.stringify(filter)).toEqual([found, found.length]);
    expect(await jobs.listKeys({ ...filter, limit: 20, offset: 0 })).toBeNull();
  }
});

const md5 = (n: number) => n.toString(16).padStart(32, '0');

test('filters by player, map, replay, ids and time find exactly their jobs', async () => {
  const ids = await insertJobs(database, [
    { player: 'Cookiezi', beatmap_id: 129891, replay_md5: Buffer.from(md5(1), 'hex'), created_at: at(6) },
    {
      player: 'cookiezi',
      beatmap_md5: md5(10),
      replay_md5: Buffer.from(md5(1), 'hex'),
      replay_sha256: Buffer.from(md5(2).repeat(2), 'hex'),
      created_at: at(5),
    },
    { player: 'mr foo_Bar', beatmap_md5: md5(10), created_at: at(4) },
    { player: 'プレイヤー', beatmap_id: 129891, created_at: at(3) },
    // A replay can carry any text.
    { player: 'x'.repeat(60_000), beatmap_md5: 'x'.repeat(9_000), created_at: at(2) },
  ]);
  // A job shows milliseconds, and is not after its own time.
  await sql`update jobs set created_at = created_at + interval '999 microseconds'`.execute(database.db);
  const cases: [Partial<JobFilter>, number[]][] = [
    [{ player: 'cookiezi' }, [0, 1]],
    [{ player: 'COOKIEZI' }, [0, 1]],
    [{ player: 'cookie' }, []],
    [{ player: 'Mr_Foo bar' }, [2]],
    [{ player: 'プレイヤー' }, [3]],
    [{ player: 'x%' }, []],
    [{ beatmap: { id: 129891 } }, [0, 3]],
    [{ beatmap: { id: 1 } }, []],
    [{ beatmap: { md5: md5(10) } }, [1, 2]],
    [{ replay: { md5: md5(1) } }, [0, 1]],
    [{ replay: { sha256: md5(2).repeat(2) } }, [1]],
    [{ replay: { sha256: md5(1).repeat(2) } }, []],
    [{ ids: [ids[3]!, ids[1]!, md5(1)] }, [1, 3]],
    [{ createdAfter: at(4) }, [0, 1]],
    [{ createdAfter: at(9) }, []],
    [{ player: 'cookiezi', beatmap: { id: 129891 }, createdAfter: at(1) }, [0]],
    [{ player: 'cookiezi', ids: ids.slice(1) }, [1]],
    [{ player: 'cookiezi', status: ['completed'] }, []],
    [{ player: 'cookiezi', q: 'cook', status: ['queued', 'failed'] }, [0, 1]],
  ];
  for (const [filter, found] of cases) {
    const page = await jobs.list({ ...filter, limit: 20, offset: 0 });
    const listed = page.jobs.map(({ id }) => ids.indexOf(id));
    expect([listed, page.total], JSON.stringify(filter)).toEqual([found, found.length]);
    expect(await jobs.listKeys({ ...filter, limit: 20, offset: 0 })).toBeNull();
  }
});

test.each([
  ['all jobs', {}, 1_203],
  ['one status', { status: ['queued'] }, 1_203],
  ['one client', { client: 'c' }, 1_203],
  ['more matches than are counted', { beatmap: { md5: md5(7) } }, 1_000],
  ['a frequent word', { q: 'some' }, 1_000],
] satisfies [string, Partial<JobFilter>, number][])(
  'pages by cursor contain each job of %s once while jobs are added',
  async (_, filter, total) => {
    await insertMany('some', { count: 1_200, newest: at(5_000) });
    // Jobs of the same microsecond differ by their ids only.
    await insertMany('some', { count: 3, newest: at(0) });
    await sql`update jobs set beatmap_md5 = ${md5(7)}, created_at = date_trunc('minute', created_at) + interval '7 microseconds'`.execute(
      database.db,
    );
    const { rows } = await sql<{ id: string }>`select id from jobs order by created_at desc, id desc`.execute(
      database.db,
    );
    const seen: string[] = [];
    let cursor: JobPosition | null | undefined = null;
    while (cursor !== null || seen.length === 0) {
      const page: JobListPage = await jobs.list({ ...filter, cursor, limit: 100, offset: 0 });
      if (seen.length === 0) expect(page.total).toBe(total);
      seen.push(...page.jobs.map(({ id }) => id));
      cursor = page.next!;
      await insertJobs(database, [{ player: 'some', client: 'c', beatmap_md5: md5(7) }]);
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
  },
);

test('a full last page has no next one', async () => {
  await insertMany('some', { count: 4, newest: at(0) });
  const first = await jobs.list({ cursor: null, limit: 2, offset: 0 });
  const last = await jobs.list({ cursor: first.next!, limit: 2, offset: 0 });
  expect([first.jobs.length, last.jobs.length, last.next]).toEqual([2, 2, null]);
  expect(await jobs.list({ player: 'no such player', cursor: null, limit: 2, offset: 0 })).toEqual({
    total: 0,
    jobs: [],
    next: null,
  });
});

test('the oldest wait is that of the queued job that was submitted first', async () => {
  expect(await jobs.statistics()).toMatchObject({ oldestWaitSeconds: 0 });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await insertJobs(database, [{ status: 'rendering', created_at: hoursAgo(9) }, { created_at: hoursAgo(1) }, {}]);
  const { oldestWaitSeconds } = await jobs.statistics();
  expect(oldestWaitSeconds).toBeGreaterThan(3_590);
  expect(oldestWaitSeconds).toBeLessThan(7_200);
});

test('failures are counted by code, also when the jobs are deleted', async () => {
  const before = (await jobs.statistics()).failuresByCode;
  const ids = await insertJobs(database, [{}, {}, {}, {}]);
  const fail = (id: string, error_code: string) =>
    database.db.updateTable('jobs').set({ status: 'failed', error_code }).where('id', '=', id).execute();
  await fail(ids[0]!, 'test/one');
  await fail(ids[1]!, 'test/two');
  await sql`update jobs set status = 'failed', error_code = 'test/one' where id = any(${ids.slice(2)})`.execute(
    database.db,
  );
  // A change of a failed job is no further failure.
  await fail(ids[0]!, 'test/one');
  await sql`delete from jobs where id = any(${ids})`.execute(database.db);
  const { failuresByCode } = await jobs.statistics();
  expect(failuresByCode).toEqual({ ...before, 'test/one': 3, 'test/two': 1 });
});

test('totals follow statements that insert, update and delete many rows', async () => {
  await insertJobs(
    database,
    Array.from({ length: 10 }, (_, i) => ({ status: statuses[i % 5]! })),
  );
  await sql`update jobs set status = case status when 'queued' then 'rendering' else 'failed' end`.execute(database.db);
  await sql`delete from jobs where status = 'rendering'`.execute(database.db);
  expect((await jobs.statistics()).jobsByStatus).toEqual({
    queued: 0,
    downloading: 0,
    rendering: 0,
    completed: 0,
    failed: 8,
  });
});

test('a far page, a page of one status and a page of cancelled jobs are found by index-only scans', async () => {
  await sql`
    insert into jobs (id, status, client, options, beatmap_md5, player, n300, n100, n50, misses, max_combo, created_at)
    select gen_random_uuid(), 'completed', 'c', '{}', '', '', 0, 0, 0, 0, 0, now() - make_interval(secs => n)
    from generate_series(1, 20000) as n`.execute(database.db);
  await sql`vacuum analyze jobs`.execute(database.db);
  for (const status of [undefined, 'completed'] as const) {
    const filter = status === undefined ? sql`` : sql`where status = ${status}`;
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id, created_at from jobs ${filter} order by created_at desc, id desc limit 20 offset 10000
    `.execute(database.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using jobs_newest/);
    const page = await jobs.list({ status: status && [status], limit: 20, offset: 10_000 });
    expect(page.total).toBe(20_000);
    expect(page.jobs).toHaveLength(20);
  }
  const conditions = sql.join(conditionsOf({ limit: 20, offset: 0, isCancelled: true }), sql` and `);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id, created_at from jobs where ${conditions} order by created_at desc, id desc limit 20
  `.execute(database.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using jobs_cancelled/);
});
