import { type Kysely, sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Schema } from '../../database/index.ts';
import { advanceReachedTurn } from '../turns/give-turn.ts';
import { queueEntriesSql } from './entries-sql.ts';
import { heldUntil } from './held-entries.ts';
import { entriesTable, renderQueue } from './names.ts';

/** What an entry of the queue is about: a job, one segment of it, the check of a segment, or a video that is made again. */
export interface QueuePayload {
  readonly job_id: string;
  readonly segment?: number;
  /** The id of the check. */
  readonly check?: string;
  readonly remake?: true;
}

/** An entry as one worker took it. Another `retryCount` means that another worker took it since. */
export interface QueueEntry {
  readonly id: string;
  readonly retryCount: number;
}

/** An entry that a worker has taken, with what it is about. */
export interface TakenEntry extends QueueEntry {
  readonly payload: QueuePayload;
}

/** How an entry stands. Entries that have ended are kept for a while. */
export interface EntryState {
  readonly id: string;
  readonly jobId: string;
  readonly segment: number | null;
  readonly state: 'waiting' | 'active' | 'ended';
  /** It waits for the entries of the job's segments. */
  readonly isBlocked: boolean;
  /** No worker may take it before. */
  readonly startsAt: Date;
}

/** Single operations on the entries of the render queue. */
export interface QueueEntries {
  /**
   * Adds an entry in the caller's transaction. Entries are taken in the order of their turns, by default at once. One that is
   * held waits until the pause of the queue ends.
   */
  add(
    db: Kysely<Schema>,
    payload: QueuePayload,
    options?: { id?: string; maxRetries?: number; turn?: number; isHeld?: boolean },
  ): Promise<void>;
  /** Takes the next entry; null when there is none. The taker does not send heartbeats: see `Queue.work`. */
  take(): Promise<TakenEntry | null>;
  /**
   * Takes the next segment that was not lent before; null when there is none. It returns to the queue when `touch` is not
   * called for `heartbeatSeconds`.
   */
  takeLendable(options: { readonly heartbeatSeconds: number }): Promise<TakenEntry | null>;
  /** Counts the segments that `takeLendable` could take, up to `max`. */
  countLendable(max: number): Promise<number>;
  /** Records a heartbeat of each entry that was not taken too long ago; returns the ids of those that are still taken. */
  touch(entries: readonly (QueueEntry & { readonly maxSeconds: number })[]): Promise<ReadonlySet<string>>;
  finish(entry: QueueEntry): Promise<void>;
  /** Ends the worker's right to an entry as if its heartbeats had stopped: the queue gives it to the next worker. */
  fail(entry: QueueEntry): Promise<void>;
  /** Ends the worker's right to an entry, and lets no worker take it before `afterSeconds` have passed. */
  putBack(entry: QueueEntry, afterSeconds: number): Promise<void>;
  list(): Promise<EntryState[]>;
  clear(): Promise<void>;
}

export function createEntries(boss: PgBoss, db: Kysely<Schema>): QueueEntries {
  return {
    async add(trx, payload, { id: entryId, maxRetries, turn = 0, isHeld = false } = {}) {
      const options = {
        db: fromKysely(trx),
        ...(entryId !== undefined && { id: entryId }),
        priority: priorityOfTurn(turn),
        ...(maxRetries !== undefined && { retryLimit: maxRetries }),
        ...(isHeld && { startAfter: heldUntil }),
      };
      const id = await boss.send(renderQueue, payload, options);
      if (id === null) throw new Error('The queue refused an entry.');
    },
    async take() {
      const [entry] = await boss.fetch<QueuePayload>(renderQueue, { includeMetadata: true });
      if (entry === undefined) return null;
      await recordTaken(db, { priority: entry.priority, payload: entry.data });
      return { id: entry.id, retryCount: entry.retryCount, payload: entry.data };
    },
    async takeLendable(options) {
      const taken = await takeLendable(db, options);
      if (taken !== null) await recordTaken(db, taken);
      return taken;
    },
    async countLendable(max) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (
          select from ${lendable} limit ${max}
        ) as found`.execute(db);
      return rows[0]!.count;
    },
    async touch(entries) {
      const ids = entries.map(({ id }) => id);
      const retryCounts = entries.map(({ retryCount }) => retryCount);
      const limits = entries.map(({ maxSeconds }) => maxSeconds);
      const { rows } = await sql<{ id: string }>`
        update ${sql.table(entriesTable)} as entry set heartbeat_on = clock_timestamp()
        from unnest(${ids}::uuid[], ${retryCounts}::int[], ${limits}::float8[]) as taken (id, retry_count, max_seconds)
        where entry.name = ${renderQueue} and entry.state = 'active' and entry.id = taken.id
          and entry.retry_count = taken.retry_count
          and entry.started_on > clock_timestamp() - make_interval(secs => taken.max_seconds)
        returning entry.id`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },
    async finish({ id }) {
      await boss.complete(renderQueue, id);
    },
    async fail({ id }) {
      await boss.fail(renderQueue, id);
    },
    putBack: ({ id, retryCount }, afterSeconds) =>
      db.transaction().execute(async (trx) => {
        const within = fromKysely(trx);
        await boss.fail(renderQueue, { id, retryCount }, null, { db: within });
        await boss.update(renderQueue, undefined, { id, startAfter: afterSeconds, db: within });
      }),
    async list() {
      const { rows } = await sql<EntryState>`
        select id, job_id as "jobId", segment, state, is_blocked as "isBlocked", starts_at as "startsAt"
        from ${sql.raw(queueEntriesSql)} as entries where not is_dead_letter`.execute(db);
      return rows;
    },
    clear: () => boss.deleteAllJobs(renderQueue),
  };
}

/** The entries of segments that were not lent before. */
const lendable = sql`
  ${sql.table(entriesTable)} as entry join segments on segments.queue_entry = entry.id
  where entry.name = ${renderQueue} and entry.state < 'active' and not entry.blocked
    and entry.start_after <= clock_timestamp() and entry.data->>'segment' is not null
    and not segments.was_lent and not segments.done`;

/** As pg-boss takes an entry, with one more condition and another interval of heartbeats. */
async function takeLendable(
  db: Kysely<Schema>,
  { heartbeatSeconds }: { readonly heartbeatSeconds: number },
): Promise<(TakenEntry & { priority: number }) | null> {
  const { rows } = await sql<{ id: string; retry_count: number; data: QueuePayload; priority: number }>`
    with next as (
      select entry.id from ${lendable}
      order by entry.priority desc, entry.created_on limit 1 for update of entry skip locked
    )
    update ${sql.table(entriesTable)} as entry set
      state = 'active', started_on = clock_timestamp(), heartbeat_on = clock_timestamp(),
      heartbeat_seconds = ${heartbeatSeconds},
      retry_count = case when started_on is not null then retry_count + 1 else retry_count end
    from next where entry.name = ${renderQueue} and entry.id = next.id
    returning entry.id, entry.retry_count, entry.data, entry.priority`.execute(db);
  const [row] = rows;
  return row ? { id: row.id, retryCount: row.retry_count, payload: row.data, priority: row.priority } : null;
}

/** pg-boss takes the highest priority first. */
export function priorityOfTurn(turn: number): number {
  return -turn;
}

/** Entries with a higher priority than that of a turn are taken before all others. */
export const urgentPriority = 1;

const isJob = ({ segment, check, remake }: QueuePayload) => (segment ?? check ?? remake) === undefined;

/** Records how far the queue has come. */
export async function recordTaken(
  db: Kysely<Schema>,
  { priority, payload }: { priority: number; payload: QueuePayload },
): Promise<void> {
  if (priority >= urgentPriority) return;
  await advanceReachedTurn(db, { turn: -priority, startsJob: isJob(payload) });
}

/** The entries among these that a worker has. One query for all: a fleet may have a thousand. */
export async function findActiveEntries(db: Kysely<Schema>, entryIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.raw(queueEntriesSql)} as entries
    where id = any(${[...entryIds]}::uuid[]) and state = 'active' and not is_dead_letter`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
