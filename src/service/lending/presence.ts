import { type Kysely, sql } from 'kysely';
import type { HeartbeatBody } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { type Schema, withoutFlush } from '../database/index.ts';
import { goneAfterSeconds, type LentWorker } from './lent-worker.ts';

export interface Presence {
  readonly isDraining: boolean;
  /** The first heartbeat of a process. */
  readonly isNew: boolean;
}

/**
 * Records the heartbeat of a lent worker, which makes it a live worker like all others. A token belongs to one process at a
 * time, so that the number of segments that one token can take is known: throws `worker/token-in-use`.
 */
export function recordPresence(
  db: Kysely<Schema>,
  worker: LentWorker,
  { heartbeat, jobIds }: { readonly heartbeat: HeartbeatBody; readonly jobIds: readonly string[] },
): Promise<Presence> {
  const { instance, version, cores, slots } = heartbeat;
  const isNew = worker.process?.instance !== instance;
  return db.transaction().execute(async (trx) => {
    const recorded = await trx
      .updateTable('lent_workers')
      .set({ instance, version, cores, slots, seen_at: sql`clock_timestamp()` })
      .where('id', '=', worker.id)
      .where('revoked_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('instance', 'is', null),
          eb('instance', '=', instance),
          eb('seen_at', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${goneAfterSeconds})`),
        ]),
      )
      .where(withoutFlush)
      .returning('is_draining')
      .executeTakeFirst();
    if (recorded === undefined) throw new Failure('worker/token-in-use');
    if (isNew) await trx.deleteFrom('workers').where('lent_worker', '=', worker.id).execute();
    const offered = recorded.is_draining ? 0 : slots;
    const live = await trx
      .insertInto('workers')
      .values({
        id: instance,
        name: worker.name,
        version,
        slots: offered,
        job_ids: [...jobIds],
        lent_worker: worker.id,
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ slots: offered, job_ids: [...jobIds], seen_at: sql`clock_timestamp()` })
          .where('workers.lent_worker', '=', worker.id),
      )
      .returning('is_draining')
      .executeTakeFirst();
    // The id belongs to another worker.
    if (live === undefined) throw new Failure('worker/token-in-use');
    return { isDraining: recorded.is_draining || live.is_draining, isNew };
  });
}

/** The process has ended. */
export async function endPresence(db: Kysely<Schema>, worker: LentWorker, instance: string): Promise<boolean> {
  await db.deleteFrom('workers').where('lent_worker', '=', worker.id).where('id', '=', instance).execute();
  const { numUpdatedRows } = await db
    .updateTable('lent_workers')
    .set({ instance: null })
    .where('id', '=', worker.id)
    .where('instance', '=', instance)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
