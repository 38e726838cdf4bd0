import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';
import { type CheckStatistics, readCheckStatistics } from './checks/statistics.ts';
import { countDeadLetters } from './queue/dead-letters.ts';
import { listWorkers } from './queue/worker-registry.ts';
import { readMaintenance } from './restrictions/maintenance.ts';
import { readPause } from './restrictions/pause.ts';
import { type JobTotals, readTotals } from './totals.ts';

/** The numbers about jobs and workers that /metrics and `doctor` report. */
export interface JobStatistics {
  readonly jobsByStatus: JobTotals;
  /** How often jobs have ever failed, by error code. */
  readonly failuresByCode: Readonly<Record<string, number>>;
  /** How long ago the oldest queued job was submitted; 0 when there is none. */
  readonly oldestWaitSeconds: number;
  /** The age of the oldest released event that no relay has moved yet; 0 when there is none. */
  readonly outboxAgeSeconds: number;
  /** Released events that no relay has moved yet. */
  readonly outboxWaiting: number;
  /** Jobs that the queue gave up on. */
  readonly deadLetters: number;
  /** Messages to clients that could not be delivered and are not tried any more. */
  readonly undeliveredCallbacks: number;
  readonly workers: number;
  /** The renders that all live workers together can run at a time, and those that they run now. */
  readonly slots: number;
  readonly busySlots: number;
  readonly isInMaintenance: boolean;
  readonly isPaused: boolean;
  readonly checks: CheckStatistics;
}

/** Reads the statistics cheaply enough for every scrape. */
export async function readStatistics(db: Kysely<Schema>): Promise<JobStatistics> {
  const jobsByStatus = await readTotals(db);
  const failed = await db.selectFrom('job_failures').selectAll().execute();
  const oldest = await db
    .selectFrom('jobs')
    .select(ageOfOldest)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  const outbox = await db
    .selectFrom('outbox')
    .select([ageOfOldest, sql<number>`count(*)`.as('waiting')])
    .where('held_until', 'is', null)
    .executeTakeFirstOrThrow();
  const undelivered = await db
    .selectFrom('callbacks')
    .select(sql<number>`count(*)`.as('count'))
    .where('due_at', 'is', null)
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow();
  const workers = await listWorkers(db);
  const sum = (count: (worker: (typeof workers)[number]) => number) =>
    workers.reduce((total, worker) => total + count(worker), 0);
  return {
    jobsByStatus,
    failuresByCode: Object.fromEntries(failed.map(({ code, total }) => [code, total])),
    oldestWaitSeconds: Math.max(oldest.age, 0),
    outboxAgeSeconds: Math.max(outbox.age, 0),
    outboxWaiting: outbox.waiting,
    deadLetters: await countDeadLetters(db),
    undeliveredCallbacks: undelivered.count,
    workers: workers.length,
    slots: sum(({ slots }) => slots),
    busySlots: sum(({ jobIds }) => jobIds.length),
    isInMaintenance: (await readMaintenance(db)) !== null,
    isPaused: (await readPause(db)) !== null,
    checks: await readCheckStatistics(db),
  };
}

const ageOfOldest = sql<number>`coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8`.as('age');
