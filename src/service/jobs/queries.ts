import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database, Schema, Statement } from '../database/index.ts';
import { type Job, type JobRow, jobColumns, jobOfRow } from './job.ts';
import { hasExactTotal, type JobFilter } from './job-filter.ts';
import { queuePlaceColumns, queuePlaceSql } from './queue-position.ts';
import { type JobListPage, searchJobs } from './search-jobs.ts';

/** A page without its jobs. */
export interface JobKeyPage {
  readonly total: number;
  /** The id, the version of the row and the place in the queue of each job: jobs with the same key are equal. */
  readonly keys: readonly string[];
}

/** A page without the jobs that the reader already has. */
export interface JobChangesPage extends JobKeyPage {
  /** The other jobs of the page, by key. */
  readonly changed: ReadonlyMap<string, Job>;
}

const placeColumns = queuePlaceColumns.join(', ');
/**
 * The system column xmin is the version of a row. Null columns leave a gap, so that no two places have the same text. All are
 * numbers, so the text may be part of an ETag.
 */
const versionSql = `concat(row_version, '/', ${queuePlaceColumns.join(", '/', ")})`;
const selectJobs = `select ${jobColumns.join(', ')}, ${queuePlaceSql} from jobs where jobs.id = any($1)`;
const jobsById: Statement = {
  name: 'jobs-by-id',
  text: `
    select *, ${versionSql} as version
    from (select ${jobColumns.join(', ')}, xmin as row_version, ${queuePlaceSql} from jobs where jobs.id = any($1)) as found`,
};
const versionsById: Statement = {
  name: 'job-versions-by-id',
  text: `
    select id, client, key_id as "keyId", ${versionSql} as version
    from (select id, client, key_id, xmin as row_version, ${queuePlaceSql} from jobs where jobs.id = any($1)) as found`,
};

/** What distinguishes a job from what it was before: jobs with the same id and version are equal. */
export interface JobVersion extends Pick<Job, 'client' | 'keyId'> {
  readonly version: string;
}

export async function findJob(db: Kysely<Schema>, jobId: string): Promise<Job | null> {
  const [found] = await findJobs(db, [jobId]);
  return found ?? null;
}

/** Like `findJobs`, but prepared: clients poll this query, and planning it takes longer than running it. */
export async function pollJobs(database: Database, jobIds: readonly string[]): Promise<Map<string, Job & JobVersion>> {
  const rows = await database.query<JobRow & { version: string }>(jobsById, [jobIds]);
  return new Map(rows.map((row) => [row.id, { ...jobOfRow(row), version: row.version }]));
}

/** Reads the versions of jobs alone, which takes a fraction of the time. */
export async function pollJobVersions(database: Database, jobIds: readonly string[]): Promise<Map<string, JobVersion>> {
  const rows = await database.query<JobVersion & { id: string }>(versionsById, [jobIds]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds a retry of a job, with the same uploaded set, that has not failed. */
export async function findRetry(
  db: Kysely<Schema>,
  { of, beatmapSet }: { of: string; beatmapSet: { readonly sha256: Buffer } | null },
): Promise<Job | null> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('retry_of', '=', of)
    .where('status', '!=', 'failed')
    .where(sql<boolean>`beatmap_sha256 is not distinct from ${beatmapSet?.sha256 ?? null}::bytea`)
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? null : findJob(db, found.id);
}

/** Returns the jobs that exist, in no particular order. */
export async function findJobs(db: Kysely<Schema>, jobIds: readonly string[]): Promise<Job[]> {
  if (jobIds.length === 0) return [];
  const { rows } = await db.executeQuery<JobRow>(CompiledQuery.raw(selectJobs, [jobIds]));
  return rows.map(jobOfRow);
}

/** Lists unfinished jobs: first those in progress, then those that wait, in the order of the queue. */
export async function listActiveJobs(db: Kysely<Schema>, limit: number): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where(sql<boolean>`status in ('queued', 'downloading', 'rendering')`)
    .orderBy(sql`status = 'queued'`)
    .orderBy('turn')
    .orderBy('turn_given_at')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const found = new Map((await findJobs(db, ids)).map((job) => [job.id, job]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Lists a page of jobs, newest first, with the total number of matches. */
export async function listJobs(database: Database, filter: JobFilter): Promise<JobListPage> {
  if (!isPlainPage(filter)) return searchJobs(database, filter);
  const { total, keys, changed } = await listJobChanges(database, filter, []);
  return { total, jobs: keys.map((key) => changed.get(key)!) };
}

function isPlainPage(filter: JobFilter): boolean {
  return filter.cursor === undefined && filter.isPurged === undefined && hasExactTotal(filter);
}

/** One text instead of a row for each job: the driver takes longer to read rows than we take to split a text. */
const keysSql = `
  select (select total from matching) as total, string_agg(key, ',' order by created_at desc, id desc) as keys from page`;

interface KeysRow {
  readonly total: number;
  readonly keys: string | null;
}

function keyPageOf({ total, keys }: KeysRow): JobKeyPage {
  return { total, keys: keys?.split(',') ?? [] };
}

/**
 * Reads the keys of a page, which takes a fraction of the time of the page itself. Null for a search, where it would take as
 * long, and for all filters without an exact total.
 */
export async function listJobKeys(database: Database, filter: JobFilter): Promise<JobKeyPage | null> {
  if (!isPlainPage(filter)) return null;
  const { shape, text, values } = pageQuery(filter);
  const [row] = await database.query<KeysRow>({ name: `page-keys${shape}`, text: text + keysSql }, values);
  return keyPageOf(row!);
}

/** Reads the keys of a page, and at the same moment the jobs whose keys are not in `known`. */
export async function listJobChanges(
  database: Database,
  filter: JobFilter,
  known: readonly string[],
): Promise<JobChangesPage> {
  const { shape, text, values } = pageQuery(filter);
  const query = {
    name: `page-changes${shape}`,
    // Without a changed job, the only row has the keys. Only the first row has them: they are as long as three jobs.
    text: `${text}
      select total, case when number > 1 then null else keys end as keys, key, ${placeColumns}, ${jobColumns.join(', ')}
      from (${keysSql}) as listed
        left join (
          select id, key, ${placeColumns}, row_number() over () as number from page
          where not exists (select from unnest($${values.length + 1}::text[]) as known where known = page.key)
        ) as changed on true
        left join jobs on jobs.id = changed.id
      order by number`,
  };
  const rows = await database.query<KeysRow & JobRow & { key: string | null }>(query, [...values, known]);
  const changed = rows.flatMap((row): [string, Job][] => (row.key === null ? [] : [[row.key, jobOfRow(row)]]));
  return { ...keyPageOf(rows[0]!), changed: new Map(changed) };
}

/**
 * Finds the first key of the page in an index, and fetches rows only from there on: skipping half a million index entries is
 * fast, skipping as many rows is not.
 */
function pageQuery({ status, client, keyId, limit, offset }: JobFilter) {
  const values: unknown[] = [limit, offset];
  const filters = { status: status?.[0], client, key_id: keyId };
  const names = (['status', 'client', 'key_id'] as const).filter((name) => filters[name] !== undefined);
  const conditions = names.map((name) => `${name} = $${values.push(filters[name])}`);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const total =
    client === undefined && keyId === undefined
      ? `coalesce(sum(total), 0)::bigint as total from job_totals`
      : `count(*) as total from jobs`;
  const first = `(select created_at, id from jobs ${where} order by created_at desc, id desc limit 1 offset $2)`;
  const text = `
    with matching as (select ${total} ${where}),
    page as (
      select id, created_at, ${placeColumns}, concat(id, ' ', ${versionSql}) as key
      from (
        select id, created_at, xmin as row_version, ${queuePlaceSql}
        from jobs
        where ${[...conditions, `(created_at, id) <= ${first}`].join(' and ')}
        order by created_at desc, id desc
        limit $1
      ) as newest
    )`;
  return { shape: names.map((name) => `-of-${name}`).join(''), text, values };
}

export async function markAnalyticsStored(db: Kysely<Schema>, jobId: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ has_analytics: true, updated_at: sql`clock_timestamp()` })
    .where('id', '=', jobId)
    .execute();
}
