import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Log } from '../../log.ts';
import type { Schema } from '../database/index.ts';

/** A worker that the others know of until it leaves or is not heard of any more. */
export interface Presence {
  leave(): Promise<void>;
}

const seenEveryMs = 3_000;
const goneAfterSeconds = 10;
const forgottenAfterSeconds = 60;

export async function attend(
  { db, log }: { db: Kysely<Schema>; log: Log },
  slots: number,
  { id = randomUUID() } = {},
): Promise<Presence> {
  let seeing: Promise<unknown> | null = null;
  function see(): void {
    seeing ??= sayPresent(db, { id, slots })
      .catch((err) => log.debug({ err }, 'a worker could not say that it is there'))
      .finally(() => {
        seeing = null;
      });
  }
  await sayPresent(db, { id, slots });
  const timer = setInterval(see, seenEveryMs);
  return {
    async leave() {
      clearInterval(timer);
      await seeing;
      await db
        .deleteFrom('workers')
        .where('id', '=', id)
        .execute()
        // The others notice by themselves.
        .catch(() => {});
    },
  };
}

async function sayPresent(db: Kysely<Schema>, { id, slots }: { id: string; slots: number }): Promise<void> {
  await db.deleteFrom('workers').where('seen_at', '<', secondsAgo(forgottenAfterSeconds)).execute();
  await db
    .insertInto('workers')
    .values({ id, slots })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ slots, seen_at: sql`clock_timestamp()` }))
    .execute();
}

/** Renders that all workers together could begin now. */
export async function freeSlots(db: Kysely<Schema>, queue: string): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select coalesce(sum(slots), 0) - (
      select count(*) from pgboss.job where name = ${queue} and state = 'active'
    ) as free from workers where seen_at > ${secondsAgo(goneAfterSeconds)}`.execute(db);
  return Math.max(0, Number(rows[0]!.free));
}

const secondsAgo = (seconds: number) => sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(seconds)})`;
