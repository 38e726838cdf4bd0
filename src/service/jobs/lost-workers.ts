import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

/**
 * Shows the jobs of lost workers as queued again; says how many. The queue has noticed by then, and will hand them to
 * the next worker that is free, but until one is, they would seem to be rendered by nobody.
 */
export async function requeueLost(
  db: Kysely<Schema>,
  isWorkedOn: (queueEntry: string) => Promise<boolean>,
): Promise<number> {
  const held = await db
    .selectFrom('jobs')
    .select(['id', 'attempts', 'queue_entry'])
    .where('status', 'in', ['downloading', 'rendering'])
    .where('queue_entry', 'is not', null)
    // Nobody has a job that waits for its parts.
    .where('shared_out', '=', false)
    .execute();
  let requeued = 0;
  for (const { id, attempts, queue_entry } of held) {
    if (await isWorkedOn(queue_entry!)) continue;
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ status: 'queued', progress: 0, updated_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      // Another worker may have begun, or this one ended, since we looked.
      .where('attempts', '=', attempts)
      .where('status', 'in', ['downloading', 'rendering'])
      .executeTakeFirst();
    requeued += Number(numUpdatedRows);
  }
  return requeued;
}
