import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';
import { type JobTotals, readTotals } from './totals.ts';

/** The numbers about jobs that /metrics and `doctor` report. */
export interface JobStatistics {
  readonly jobsByStatus: JobTotals;
  /** The age of the oldest released event that no relay has moved yet; 0 when there is none. */
  readonly outboxAgeSeconds: number;
  /** Released events that no relay has moved yet. */
  readonly outboxWaiting: number;
}

/** Reads the statistics cheaply enough for every scrape. */
export async function readStatistics(db: Kysely<Schema>): Promise<JobStatistics> {
  const jobsByStatus = await readTotals(db);
  const outbox = await db
    .selectFrom('outbox')
    .select([
      sql<number>`coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8`.as('age'),
      sql<number>`count(*)`.as('waiting'),
    ])
    .where('held_until', 'is', null)
    .executeTakeFirstOrThrow();
  return { jobsByStatus, outboxAgeSeconds: Math.max(outbox.age, 0), outboxWaiting: outbox.waiting };
}
