import { type Kysely, sql, type Transaction } from 'kysely';
import { type Schema, withoutFlush } from '../../database/index.ts';
import { noTurn, placeJob, segmentTurns } from './turn.ts';

/** The place of a job that enters the queue. */
export interface GivenTurn {
  readonly turn: number;
  /** The queue is paused: no worker may take the job. */
  readonly isHeld: boolean;
}

/**
 * Gives a job that enters the queue its turn, in the caller's transaction. The lock on the row of `queue_clock` makes all
 * processes do so one after another. A job of a restored backup keeps its turn. A job that is no longer queued gets none; its
 * entry is due at once.
 */
export async function giveTurn(trx: Transaction<Schema>, jobId: string): Promise<GivenTurn> {
  const {
    turn: reachedTurn,
    overtakings,
    paused_at: pausedAt,
  } = await trx
    .selectFrom('queue_clock')
    .select(['turn', 'overtakings', 'paused_at'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isHeld = pausedAt !== null;
  // A statement of its own: it must see what the last holder of the lock has committed.
  const { rows } = await sql<{
    priority: 'low' | 'normal' | 'high' | null;
    cost: number;
    givenTurn: number;
    clientLastTurn: number | null;
    clientWaitingJobs: number;
    minTurn: number | null;
    lastTurn: number | null;
  }>`
    select keys.priority, jobs.cost, jobs.turn as "givenTurn",
      own.last_turn as "clientLastTurn", own.waiting_jobs as "clientWaitingJobs",
      (select max(turn) from jobs where status = 'queued' and overtakable_until <= ${overtakings}) as "minTurn",
      (select max(turn) from jobs where status = 'queued' and turn < ${sql.lit(noTurn)}) as "lastTurn"
    from jobs left join keys on keys.id = jobs.key_id
      cross join lateral (
        select max(turn) as last_turn, count(*) as waiting_jobs from jobs as waiting
        where waiting.client = jobs.client and status = 'queued' and turn < ${sql.lit(noTurn)} and waiting.id <> jobs.id
      ) as own
    where jobs.id = ${jobId} and jobs.status = 'queued'`.execute(trx);
  const [found] = rows;
  if (found === undefined) return { turn: reachedTurn, isHeld };
  const { priority, cost, givenTurn, ...queue } = found;
  if (givenTurn < noTurn) return { turn: givenTurn, isHeld };
  const { turn, overtakableUntil, isOvertaking } = placeJob(
    { reachedTurn, overtakings, ...queue },
    { priority: priority ?? 'normal', cost },
  );
  await trx
    .updateTable('jobs')
    // The entry of the queue, which is added in the same transaction, has the same time.
    .set({ turn, turn_given_at: sql`now()`, overtakable_until: overtakableUntil })
    .where('id', '=', jobId)
    .where('status', '=', 'queued')
    .execute();
  if (isOvertaking) {
    await trx
      .updateTable('queue_clock')
      .set({ overtakings: overtakings + 1 })
      .execute();
  }
  return { turn, isHeld };
}

/** Returns the turns of the segments of a job, in order. */
export async function giveSegmentTurns(db: Kysely<Schema>, jobId: string, segments: number): Promise<number[]> {
  const { reachedTurn, jobTurn, priority } = await db
    .selectFrom('queue_clock')
    .innerJoin('jobs', (join) => join.on('jobs.id', '=', jobId))
    .leftJoin('keys', 'keys.id', 'jobs.key_id')
    .select(['queue_clock.turn as reachedTurn', 'jobs.turn as jobTurn', 'keys.priority'])
    .executeTakeFirstOrThrow();
  return segmentTurns({ reachedTurn, jobTurn }, { priority: priority ?? 'normal', segments });
}

/**
 * Records that a worker has taken an entry, and thereby which turn the queue has reached. It does not wait for the disk: if a
 * crash loses the record, the next entry makes up for it.
 */
export async function advanceReachedTurn(
  db: Kysely<Schema>,
  { turn, startsJob }: { turn: number; startsJob: boolean },
): Promise<void> {
  await db
    .updateTable('queue_clock')
    .set({ turn: sql`greatest(turn, ${turn})` })
    .$if(startsJob, (query) => query.set({ seconds_per_start: sql`coalesce((${secondsPerStart}), seconds_per_start)` }))
    .where(withoutFlush)
    .execute();
}

/**
 * The average time that the last jobs took, divided by the number of jobs that run at a time: while all workers are busy, one
 * starts whenever one ends. The job of the entry that was just taken is not counted yet. Looks at a limited number of
 * changes, so that it stays fast.
 */
const secondsPerStart = sql`
  select round((avg(extract(epoch from ended.at - started.at)) / (
    select 1 + sum(total) from job_totals where status in ('downloading', 'rendering')
  ))::numeric, 1)
  from (
    select id, job_id, at from job_events
    where status = 'completed' and id > (select max(id) from job_events) - 1000 order by id desc limit 20
  ) as ended
  cross join lateral (
    select at from job_events as start
    where start.job_id = ended.job_id and start.id < ended.id and start.status = 'downloading' order by start.id desc limit 1
  ) as started`;
