import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/index.ts';
import { type Job, type JobRow, jobColumns, jobOfRow } from './job.ts';
import {
  afterPosition,
  conditionsOf,
  createdAtMicrosSql,
  hasExactTotal,
  type JobFilter,
  type JobPosition,
} from './job-filter.ts';
import { queuePlaceSql } from './queue-position.ts';
import { planSearch } from './search-plan.ts';
import { searchOf } from './search-words.ts';

export interface JobListPage {
  readonly total: number;
  readonly jobs: readonly Job[];
  /** Where the next page begins; null: this is the last one. Known only if the filter has a cursor. */
  readonly next?: JobPosition | null;
}

/** A search or a filter stops at this many matches: users do not read on, and counting a million rows takes too long. */
const maxMatches = 1000;

/**
 * Lists jobs by words, by filters or from a cursor on. It first collects matches in no order. If there are too many to sort,
 * it finds the page by the plan that the frequency of the words suggests: an index of words returns every job that has a word
 * before the first is compared, which takes half a second for a word that all of a million jobs have.
 */
export async function searchJobs(database: Database, filter: JobFilter): Promise<JobListPage> {
  const { limit, offset, cursor } = filter;
  const filters = conditionsOf(filter);
  // A cursor leads beyond the matches that are counted. One job more than the page has shows whether another page follows.
  const fetched = cursor === undefined ? Math.max(0, Math.min(limit, maxMatches - offset)) : limit + 1;
  const plan = await planSearch(database, { words: searchOf(filter.q ?? '') ?? [], filters, lastRow: offset + limit });
  const after = cursor ? [afterPosition(cursor)] : [];
  const newest = sql`order by created_at desc, id desc limit ${fetched} offset ${offset}`;
  const ofMany = sql`select id, created_at from jobs ${where([...filters, ...plan.newestFirst, ...after])}`;
  const found = sql`select id, created_at from jobs ${where([...filters, ...plan.inAnyOrder])} limit ${maxMatches}`;
  const total = sql`(select total from matching)`;
  const pages = hasExactTotal(filter)
    ? sql`matching as (${exactTotal(filter)}), page as (${ofMany} ${newest})`
    : sql`
      found as materialized (${found}),
      matching as (select count(*) as total from found),
      page as (
        select * from (
          select id, created_at from found ${where([sql`${total} < ${maxMatches}`, ...after])} ${newest}
        ) as few
        union all
        select * from (select * from (${ofMany}) as matches where ${total} = ${maxMatches} ${newest}) as many
      )`;
  const { sql: text, parameters } = sql`
    with ${pages}
    select matching.total, ${sql.raw(createdAtMicrosSql)} as created_at_micros, ${sql.raw(jobColumns.join(', '))},
      ${sql.raw(queuePlaceSql)}
    from matching left join page on true left join jobs on jobs.id = page.id
    order by page.created_at desc, page.id desc`.compile(database.db);
  const rows = await database.query<JobRow & { total: number; created_at_micros: number }>({ text }, parameters);
  // Beyond the last page, the only row has the total and no job.
  const listed = rows.filter(({ id }) => id !== null);
  const last = listed[limit - 1];
  const hasNext = listed.length > limit && last !== undefined;
  return {
    total: rows[0]?.total ?? 0,
    jobs: listed.slice(0, limit).map(jobOfRow),
    ...(cursor !== undefined && {
      next: hasNext ? { createdAtMicros: last.created_at_micros, id: last.id } : null,
    }),
  };
}

/** Of a filter that has one. */
function exactTotal(filter: JobFilter): RawBuilder<unknown> {
  const conditions = where(conditionsOf(filter));
  return filter.client === undefined && filter.keyId === undefined
    ? sql`select coalesce(sum(total), 0)::bigint as total from job_totals ${conditions}`
    : sql`select count(*) as total from jobs ${conditions}`;
}

function where(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}
