import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/index.ts';

/** The timestamp of a completion report may differ by 5 minutes in either direction, so a report can be replayed for 10. */
const oldest = sql<Date>`clock_timestamp() - interval '15 minutes'`;

/** Records the nonce of a completion report. Returns false when it was recorded before. */
export async function recordNonce(db: Kysely<Schema>, nonce: string): Promise<boolean> {
  const inserted = await db
    .insertInto('nonces')
    .values({ digest: createHash('sha256').update(nonce).digest() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function deleteOldNonces(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('nonces').where('seen_at', '<', oldest).execute();
}
