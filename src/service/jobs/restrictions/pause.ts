import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { holdEntries, releaseEntries } from '../queue/held-entries.ts';

/** Workers start no job until the pause ends. Submissions are accepted, and jobs that have been started go on. */
export interface Pause {
  /** The operator's text. */
  readonly reason: string;
  readonly since: Date;
}

export interface QueuePause {
  /** Null: jobs are started. */
  get(): Promise<Pause | null>;
  /** Starts the pause, or changes its reason. */
  start(reason: string): Promise<void>;
  end(): Promise<void>;
}

export function createQueuePause(db: Kysely<Schema>): QueuePause {
  return {
    get: () => readPause(db),
    start: (reason) =>
      db.transaction().execute(async (trx) => {
        // The relay reads the pause under a lock on the same row: from here on, it holds the entries that it adds.
        await trx
          .updateTable('queue_clock')
          .set({ paused_at: sql`coalesce(paused_at, clock_timestamp())`, pause_reason: reason })
          .execute();
        await holdEntries(trx);
      }),
    end: () =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable('queue_clock').set({ paused_at: null, pause_reason: null }).execute();
        await releaseEntries(trx);
      }),
  };
}

export async function readPause(db: Kysely<Schema>): Promise<Pause | null> {
  const row = await db.selectFrom('queue_clock').select(['paused_at', 'pause_reason']).executeTakeFirst();
  if (row === undefined || row.paused_at === null) return null;
  return { reason: row.pause_reason ?? '', since: row.paused_at };
}
