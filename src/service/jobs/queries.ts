import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database, JobStatus, ReadQuery, Schema } from '../database/index.ts';
import { type Job, type JobRow, jobColumns, jobOfRow } from './job.ts';
import { queuePositionSql, selectQueuePosition } from './queue-position.ts';
import { type Search, searchOf } from './search.ts';

export interface JobListPage {
  readonly total: number;
  readonly jobs: readonly Job[];
  /** Two pages with the same version are equal. Null for a search: finding out would take as long as the page itself. */
  readonly version: string | null;
}

const selectJob = `select ${jobColumns.join(', ')}, ${queuePositionSql} as queue_position from jobs where jobs.id`;
const jobById: ReadQuery = { name: 'job-by-id', text: `${selectJob} = $1` };

export async function findJob(db: Kysely<Schema>, jobId: string): Promise<Job | null> {
  const { rows } = await db.executeQuery<JobRow>(CompiledQuery.raw(jobById.text, [jobId]));
  return rows[0] === undefined ? null : jobOfRow(rows[0]);
}

/** Like `findJob`, but prepared: clients poll this query, and planning it takes longer than running it. */
export async function pollJob(database: Database, jobId: string): Promise<Job | null> {
  const [row] = await database.read<JobRow>(jobById, [jobId]);
  return row === undefined ? null : jobOfRow(row);
}

/** Returns the jobs that exist, in no particular order. */
export async function findJobs(db: Kysely<Schema>, jobIds: readonly string[]): Promise<Job[]> {
  if (jobIds.length === 0) return [];
  const { rows } = await db.executeQuery<JobRow>(CompiledQuery.raw(`${selectJob} = any($1)`, [jobIds]));
  return rows.map(jobOfRow);
}

export interface JobFilter {
  readonly status?: JobStatus | undefined;
  /** Only jobs of this client, for operators. */
  readonly client?: string | undefined;
  /** Words of the player's name or the map's title, as the user typed them. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists a page of jobs, newest first, with the total number of matches. */
export async function listJobs(database: Database, filter: JobFilter): Promise<JobListPage> {
  const search = searchOf(filter.q ?? '');
  const rows = await (search === null ? readPage(database, filter) : searchPage(database, search, filter));
  // Beyond the last page, the only row has the total and no job.
  const jobs = rows.filter((row) => row.id !== null) as JobRow[];
  return { total: rows[0]?.total ?? 0, jobs: jobs.map(jobOfRow), version: rows[0]?.version ?? null };
}

/** The version of a page, which takes a fraction of the time of the page itself; null for a search. */
export async function readPageVersion(database: Database, filter: JobFilter): Promise<string | null> {
  if (searchOf(filter.q ?? '') !== null) return null;
  const { shape, text, values } = pageQuery(filter);
  const query = { name: `page-version${shape}`, text: `${text} select version from version` };
  const [row] = await database.read<{ version: string }>(query, values);
  return row?.version ?? null;
}

type PageRow = { readonly [Column in keyof JobRow]: JobRow[Column] | null } & {
  readonly total: number;
  readonly version?: string;
};

function readPage(database: Database, filter: JobFilter): Promise<PageRow[]> {
  const { shape, text, values } = pageQuery(filter);
  const query = {
    name: `page${shape}`,
    text: `${text}
      select matching.total, version.version, ${jobColumns.join(', ')}, listed.queue_position
      from matching cross join version left join listed on true left join jobs on jobs.id = listed.id
      order by listed.created_at desc, listed.id desc`,
  };
  return database.read<PageRow>(query, values);
}

/**
 * Finds the keys of the page in an index, and only then fetches the rows: skipping half a million index entries is fast,
 * skipping as many rows is not. The version of the page is a hash of the version of each row (its system column xmin) and of
 * everything else that the page shows.
 */
function pageQuery({ status, client, limit, offset }: JobFilter) {
  const values: unknown[] = [limit, offset];
  const filters = { status, client };
  const names = (['status', 'client'] as const).filter((name) => filters[name] !== undefined);
  const where = names
    .map((name, i) => `${i === 0 ? 'where' : 'and'} ${name} = $${values.push(filters[name])}`)
    .join(' ');
  const total =
    client === undefined ? `coalesce(sum(total), 0)::bigint as total from job_totals` : `count(*) as total from jobs`;
  const text = `
    with matching as (select ${total} ${where}),
    page as (select id, created_at from jobs ${where} order by created_at desc, id desc limit $1 offset $2),
    listed as (
      select page.id, page.created_at, jobs.xmin as row_version, ${queuePositionSql} as queue_position
      from page join jobs on jobs.id = page.id
    ),
    version as (
      select md5(concat(
        (select total from matching),
        string_agg(concat_ws(' ', '', id, row_version, queue_position), '' order by created_at desc, id desc)
      )) as version
      from listed
    )`;
  return { shape: names.map((name) => `-of-${name}`).join(''), text, values };
}

/** A search stops at this many matches: users do not read on, and counting a million rows takes too long. */
const maxMatches = 1000;

/**
 * A search first collects matches in no order, which is fast for any word. If there are too many, it scans back from the
 * newest job instead: a word that frequent fills the page after a few rows.
 */
function searchPage(database: Database, { indexed, compared }: Search, filter: JobFilter): Promise<PageRow[]> {
  const { limit, offset } = filter;
  const matches = (qb: Pick<Kysely<Schema>, 'selectFrom'>) =>
    matching(qb.selectFrom('jobs').select(['id', 'created_at']), filter)
      .where(sql<boolean>`words @@ to_tsquery('simple', ${indexed})`)
      // `is true` keeps PostgreSQL from using the index for this condition.
      .$if(compared !== null, (query) =>
        query.where(sql<boolean>`(words @@ to_tsquery('simple', ${compared})) is true`),
      );
  const pageSize = Math.max(0, Math.min(limit, maxMatches - offset));
  const query = database.db
    .with(
      (cte) => cte('found').materialized(),
      (qb) => matches(qb).limit(maxMatches),
    )
    .with('matching', (qb) => qb.selectFrom('found').select(sql<number>`count(*)`.as('total')))
    .with('page', (qb) => {
      const total = qb.selectFrom('matching').select('total');
      const ofFew = newest(qb.selectFrom('found').select(['id', 'created_at']).where(total, '<', maxMatches));
      const ofMany = newest(matches(qb).where(total, '=', maxMatches));
      return qb
        .selectFrom(ofFew.limit(pageSize).offset(offset).as('few'))
        .selectAll()
        .unionAll(qb.selectFrom(ofMany.limit(pageSize).offset(offset).as('many')).selectAll());
    })
    .selectFrom('matching')
    .leftJoin('page', (join) => join.onTrue())
    .leftJoin('jobs', 'jobs.id', 'page.id')
    .select('matching.total')
    .select(jobColumns)
    .select(selectQueuePosition)
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .compile();
  return database.read<PageRow>({ text: query.sql }, query.parameters);
}

function matching<Q extends { where(column: 'status' | 'client', operator: '=', value: string): Q }>(
  query: Q,
  { status, client }: JobFilter,
): Q {
  const ofStatus = status === undefined ? query : query.where('status', '=', status);
  return client === undefined ? ofStatus : ofStatus.where('client', '=', client);
}

function newest<Q extends { orderBy(column: 'created_at' | 'id', direction: 'desc'): Q }>(query: Q): Q {
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc');
}

export async function markAnalyticsStored(db: Kysely<Schema>, jobId: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ has_analytics: true, updated_at: sql`clock_timestamp()` })
    .where('id', '=', jobId)
    .execute();
}
