import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Log } from '../../../log.ts';
import { type Schema, withoutFlush } from '../../database/index.ts';
import { createDrainState, type DrainState } from './drain-state.ts';
import { entriesTable, renderQueue } from './names.ts';

/** What a worker reports about itself. */
export interface WorkerDescription {
  /** Renders at a time. */
  readonly slots: number;
  /** The host and the process id. */
  readonly name: string;
  readonly version: string;
}

export interface LiveWorker extends WorkerDescription {
  readonly id: string;
  /** The jobs of its current renders; a job is listed once for each of its segments. */
  readonly jobIds: readonly string[];
  /** An operator wants it to take no more entries. */
  readonly isDraining: boolean;
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** The id of the lent worker that it is; null: it has access to the database. */
  readonly lentWorker: string | null;
}

/** A worker's entry in the table of live workers. */
export interface WorkerRegistration extends Pick<DrainState, 'untilDrained' | 'untilResumed'> {
  /** Changes the number of concurrent renders that the worker offers. */
  setSlots(slots: number): void;
  end(): Promise<void>;
}

const heartbeatEveryMs = 3_000;
const deadAfterSeconds = 10;
const deletedAfterSeconds = 60;
/** Every worker deletes the dead ones, but not with each heartbeat: a thousand would look at each other all the time. */
const heartbeatsPerCleanup = 20;

/** Registers a worker, and reports the jobs of its renders with every heartbeat until the registration ends. */
export async function registerWorker(
  { db, log }: { db: Kysely<Schema>; log: Log },
  description: WorkerDescription,
  runningJobs: () => readonly string[],
): Promise<WorkerRegistration> {
  const worker = { id: randomUUID(), ...description };
  let beating: Promise<unknown> | null = null;
  let isEnded = false;
  let beats = 0;
  const drainState = createDrainState(log);
  async function record(): Promise<void> {
    if (beats++ % heartbeatsPerCleanup === 0) await deleteDeadWorkers(db);
    drainState.set(await recordHeartbeat(db, worker, runningJobs()));
  }
  function beat(): void {
    beating ??= record()
      .catch((err) => log.debug({ err }, 'the heartbeat of a worker could not be recorded'))
      .finally(() => {
        beating = null;
      });
  }
  await record();
  const timer = setInterval(beat, heartbeatEveryMs);
  return {
    untilDrained: drainState.untilDrained,
    untilResumed: drainState.untilResumed,
    setSlots(changed) {
      if (isEnded || worker.slots === changed) return;
      worker.slots = changed;
      beat();
    },
    async end() {
      isEnded = true;
      clearInterval(timer);
      await beating;
      await db
        .deleteFrom('workers')
        .where('id', '=', worker.id)
        .execute()
        // Without a heartbeat, the registration soon counts no more.
        .catch(() => {});
    },
  };
}

/** Returns whether an operator wants the worker to drain. */
async function recordHeartbeat(
  db: Kysely<Schema>,
  worker: WorkerDescription & { readonly id: string },
  runningJobs: readonly string[],
): Promise<boolean> {
  const { slots } = worker;
  const job_ids = [...runningJobs];
  const recorded = await db
    .insertInto('workers')
    .values({ ...worker, job_ids })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ slots, job_ids, seen_at: sql`clock_timestamp()` }).where(withoutFlush),
    )
    .returning('is_draining')
    .executeTakeFirst();
  return recorded?.is_draining ?? false;
}

/** Lets a live worker take no more entries, or take them again. It notices with its next heartbeat. */
export async function drainWorker(db: Kysely<Schema>, workerId: string, isDraining: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workers')
    .set({ is_draining: isDraining })
    .where('id', '=', workerId)
    .where('seen_at', '>', secondsAgo(deadAfterSeconds))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function deleteDeadWorkers(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('workers').where('seen_at', '<', secondsAgo(deletedAfterSeconds)).execute();
}

/** Counts the concurrent renders of all live workers together. */
export async function countSlots(db: Kysely<Schema>): Promise<number> {
  const { slots } = await db
    .selectFrom('workers')
    .select((eb) => eb.fn.sum<string | null>('slots').as('slots'))
    .where('seen_at', '>', secondsAgo(deadAfterSeconds))
    .executeTakeFirstOrThrow();
  return Number(slots ?? 0);
}

/** Lists the workers whose heartbeats arrive, longest running first. */
export async function listWorkers(db: Kysely<Schema>): Promise<LiveWorker[]> {
  const rows = await db
    .selectFrom('workers')
    .selectAll()
    .where('seen_at', '>', secondsAgo(deadAfterSeconds))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, slots, name, version, job_ids, is_draining, started_at, seen_at, lent_worker }) => ({
    id,
    slots,
    name,
    version,
    jobIds: job_ids,
    isDraining: is_draining,
    startedAt: started_at,
    seenAt: seen_at,
    lentWorker: lent_worker,
  }));
}

/** Counts the renders that all live workers together could start now. */
export async function countFreeSlots(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select coalesce(sum(slots), 0) - (
      select count(*) from ${sql.table(entriesTable)} where name = ${renderQueue} and state = 'active'
    ) as free from workers where seen_at > ${secondsAgo(deadAfterSeconds)}`.execute(db);
  return Math.max(0, Number(rows[0]?.free ?? 0));
}

const secondsAgo = (seconds: number) => sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(seconds)})`;
