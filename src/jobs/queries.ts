import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database, JobStatus, PreparedQuestion, Schema } from '../database/index.ts';
import { type Job, type JobRow, jobColumns, jobOfRow } from './job.ts';
import { queuePosition, selectQueuePosition } from './progress.ts';
import { searchOf } from './search.ts';

export interface JobPage {
  readonly total: number;
  readonly jobs: readonly Job[];
}

const selectJob = `select ${jobColumns}, ${queuePosition} as queue_position from jobs where jobs.id`;
const jobById: PreparedQuestion = { name: 'job-by-id', text: `${selectJob} = $1` };

export async function findJob(db: Kysely<Schema>, jobId: string): Promise<Job | null> {
  const { rows } = await db.executeQuery<JobRow>(CompiledQuery.raw(jobById.text, [jobId]));
  return rows[0] === undefined ? null : jobOfRow(rows[0]);
}

/** The same, prepared: whoever polls a render asks it again and again, and planning it costs more than answering. */
export async function pollJob(database: Database, jobId: string): Promise<Job | null> {
  const [row] = await database.askPrepared<JobRow>(jobById, [jobId]);
  return row === undefined ? null : jobOfRow(row);
}

/** Those of them that exist. */
export async function findJobs(db: Kysely<Schema>, jobIds: readonly string[]): Promise<Job[]> {
  if (jobIds.length === 0) return [];
  const { rows } = await db.executeQuery<JobRow>(CompiledQuery.raw(`${selectJob} = any($1)`, [jobIds]));
  return rows.map(jobOfRow);
}

export interface JobFilter {
  readonly status?: JobStatus | undefined;
  /** Words of the player or the map, as somebody typed them. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A search finds no more: nobody reads on, and counting a million rows takes too long. */
const mostFound = 1000;

/**
 * Newest first. The keys of the page are found in an index alone, and only then are its rows fetched: skipping half a
 * million entries of an index is quick, skipping as many rows is not.
 */
export async function listJobs(db: Kysely<Schema>, { status, q = '', limit, offset }: JobFilter): Promise<JobPage> {
  const search = searchOf(q);
  const newestOf = (qb: Pick<Kysely<Schema>, 'selectFrom'>) =>
    ofStatus(qb.selectFrom('jobs').select(['id', 'created_at']), status)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
  const listed =
    search === null
      ? db
          .with('matching', (qb) =>
            ofStatus(qb.selectFrom('job_totals').select(sql<number>`sum(total)::bigint`.as('total')), status),
          )
          .with('page', (qb) => newestOf(qb).limit(limit).offset(offset))
      : db
          .with('found', (qb) =>
            newestOf(qb)
              .where(sql<boolean>`job_words(player, map_title) @@ to_tsquery('simple', ${search})`)
              .limit(mostFound),
          )
          .with('matching', (qb) => qb.selectFrom('found').select(sql<number>`count(*)`.as('total')))
          .with('page', (qb) =>
            qb
              .selectFrom('found')
              .select(['id', 'created_at'])
              .orderBy('created_at', 'desc')
              .orderBy('id', 'desc')
              .limit(limit)
              .offset(offset),
          );
  const rows = await listed
    .selectFrom('matching')
    .leftJoin('page', (join) => join.onTrue())
    .leftJoin('jobs', 'jobs.id', 'page.id')
    .select('matching.total')
    .selectAll('jobs')
    .select(selectQueuePosition)
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .execute();
  // Beyond the last page the total comes alone, in a row without a job.
  const jobs = rows.filter((row) => row.id !== null) as JobRow[];
  return { total: rows[0]!.total, jobs: jobs.map(jobOfRow) };
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
