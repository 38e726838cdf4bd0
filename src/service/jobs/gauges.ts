import { type Kysely, sql } from 'kysely';
import type { JobStatus, Schema } from '../database/index.ts';
import { readTotals } from './admission.ts';

/** What /metrics shows of the jobs at one moment. */
export interface Gauges {
  readonly jobsByStatus: Readonly<Record<JobStatus, number>>;
  /** The age of the oldest released event that no relay has moved yet; 0 when there is none. */
  readonly outboxAgeSeconds: number;
  /** Released events that no relay has moved yet. */
  readonly outboxWaiting: number;
}

export async function readGauges(db: Kysely<Schema>): Promise<Gauges> {
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
