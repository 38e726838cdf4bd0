import { type Kysely, sql } from 'kysely';
import { Failure } from '../../../failure.ts';
import type { Schema } from '../../database/index.ts';
import { moveEntry } from '../queue/held-entries.ts';
import { noTurn } from './turn.ts';

/** Where an operator can put a waiting job. */
export const places = ['first', 'last'] as const;
export type Place = (typeof places)[number];

/**
 * Moves a waiting job before or after all others. This is the operator's decision, so it does not count as an overtaking.
 * Throws `admin/not-queued` if the job does not wait.
 */
export function moveJob(db: Kysely<Schema>, jobId: string, place: Place): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // No job gets its turn meanwhile.
    await trx.selectFrom('queue_clock').select('turn').forUpdate().execute();
    const { rows } = await sql<{ turn: number; at: Date }>`
      update jobs set turn = place.turn, turn_given_at = place.at, overtakable_until = ${place === 'first' ? 0 : null}
      from (${placeSql[place]}) as place
      where id = ${jobId} and status = 'queued' returning place.turn, place.at`.execute(trx);
    const [moved] = rows;
    if (moved === undefined) throw new Failure('admin/not-queued');
    await moveEntry(trx, jobId, moved);
  });
}

/** Milliseconds, because a Date, which is written into the queue, has no more digits. */
const nowSql = sql`date_trunc('milliseconds', clock_timestamp())`;

const placeSql = {
  // No turn is lower than 0. Among jobs that were moved, the last one comes first.
  first: sql`select 0 as turn, date_trunc('milliseconds', coalesce(min(turn_given_at), clock_timestamp())) - interval '1 ms' as at
    from jobs where status = 'queued' and turn = 0`,
  last: sql`select coalesce(max(turn), 0) as turn, ${nowSql} as at
    from jobs where status = 'queued' and turn < ${sql.lit(noTurn)}`,
} as const;
