import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';

/**
 * Sets the status of jobs whose worker is lost to queued, and returns how many there were. This changes only what clients see:
 * the queue itself takes the entry of such a job back and gives it to the next free worker. Until then, the job would still be
 * shown as rendering.
 */
export async function showLostJobsAsQueued(
  db: Kysely<Schema>,
  findActive: (queueEntries: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const claimed = await db
    .selectFrom('jobs')
    .select(['id', 'attempts', 'queue_entry'])
    .where('status', 'in', ['downloading', 'rendering'])
    .where('queue_entry', 'is not', null)
    // A job that waits for its segments has no worker to lose.
    .where('shared_out', '=', false)
    .$narrowType<{ queue_entry: string }>()
    .execute();
  if (claimed.length === 0) return 0;
  const active = await findActive(claimed.map(({ queue_entry }) => queue_entry));
  let shown = 0;
  for (const { id, attempts, queue_entry: queueEntry } of claimed) {
    if (active.has(queueEntry)) continue;
    const { numUpdatedRows } = await db
      .updateTable('jobs')
      .set({ status: 'queued', progress: 0, updated_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      // Another attempt may have started, or this one may have ended, since the query.
      .where('attempts', '=', attempts)
      .where('status', 'in', ['downloading', 'rendering'])
      .executeTakeFirst();
    shown += Number(numUpdatedRows);
  }
  return shown;
}
