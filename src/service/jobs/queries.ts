import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database, JobStatus, PreparedQuery, Schema } from '../database/index.ts';
import { type Job, type JobRow, jobColumns, jobOfRow } from './job.ts';
import { queuePositionSql, selectQueuePosition } from './queue-position.ts';
import { type Search, searchOf } from './search.ts';

export interface JobListPage {
  readonly total: number;
  readonly jobs: readonly Job[];
}

const selectJob = `select ${jobColumns.join(', ')}, ${queuePositionSql} as queue_position from jobs where jobs.id`;
const jobById: PreparedQuery = { name: 'job-by-id', text: `${selectJob} = $1` };

export async function findJob(db: Kysely<Schema>, jobId: string): Promise<Job | null> {
  const { rows } = await db.executeQuery<JobRow>(CompiledQuery.raw(jobById.text, [jobId]));
  return rows[0] === undefined ? null : jobOfRow(rows[0]);
}

/** Like `findJob`, but prepared: clients poll this query, and planning it takes longer than running it. */
export async function pollJob(database: Database, jobId: string): Promise<Job | null> {
  const [row] = await database.queryPrepared<JobRow>(jobById, [jobId]);
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
  /** Words of the player's name or the map's title, as the user typed them. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists a page of jobs, newest first, with the total number of matches. */
export async function listJobs(db: Kysely<Schema>, filter: JobFilter): Promise<JobListPage> {
  const search = searchOf(filter.q ?? '');
  const rows = await (search === null ? keysOfList(db, filter) : keysOfSearch(db, search, filter))
    .selectFrom('matching')
    .leftJoin('page', (join) => join.onTrue())
    .leftJoin('jobs', 'jobs.id', 'page.id')
    .select('matching.total')
    .select(jobColumns)
    .select(selectQueuePosition)
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .execute();
  // Beyond the last page, the only row has the total and no job.
  const jobs = rows.filter((row) => row.id !== null) as JobRow[];
  return { total: rows[0]?.total ?? 0, jobs: jobs.map(jobOfRow) };
}

/**
 * Finds the keys of the page in an index, and only then fetches the rows: skipping half a million index entries is fast,
 * skipping as many rows is not.
 */
function keysOfList(db: Kysely<Schema>, { status, limit, offset }: JobFilter) {
  return db
    .with('matching', (qb) =>
      ofStatus(qb.selectFrom('job_totals').select(sql<number>`sum(total)::bigint`.as('total')), status),
    )
    .with('page', (qb) => newest(keysOf(qb, status)).limit(limit).offset(offset));
}

/** A search stops at this many matches: users do not read on, and counting a million rows takes too long. */
const maxMatches = 1000;

/**
 * A search first collects matches in no order, which is fast for any word. If there are too many, it scans back from the
 * newest job instead: a word that frequent fills the page after a few rows.
 */
function keysOfSearch(db: Kysely<Schema>, { indexed, compared }: Search, { status, limit, offset }: JobFilter) {
  const matches = (qb: Pick<Kysely<Schema>, 'selectFrom'>) =>
    keysOf(qb, status)
      .where(sql<boolean>`words @@ to_tsquery('simple', ${indexed})`)
      // `is true` keeps PostgreSQL from using the index for this condition.
      .$if(compared !== null, (query) =>
        query.where(sql<boolean>`(words @@ to_tsquery('simple', ${compared})) is true`),
      );
  const pageSize = Math.max(0, Math.min(limit, maxMatches - offset));
  return db
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
    });
}

function keysOf(db: Pick<Kysely<Schema>, 'selectFrom'>, status: JobStatus | undefined) {
  return ofStatus(db.selectFrom('jobs').select(['id', 'created_at']), status);
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

function ofStatus<Q extends { where(column: 'status', operator: '=', value: JobStatus): Q }>(
  query: Q,
  status: JobStatus | undefined,
): Q {
  return status === undefined ? query : query.where('status', '=', status);
}
