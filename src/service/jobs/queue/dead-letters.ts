import { type Kysely, sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Schema } from '../../database/index.ts';
import { deadLetterQueue, entriesTable, renderQueue } from './names.ts';

/** An entry that the queue has given up after its last retry. */
export interface DeadLetter {
  readonly id: string;
  readonly jobId: string;
  readonly at: Date;
  readonly reason: string | null;
}

export interface DeadLetters {
  list(): Promise<DeadLetter[]>;
  /** Moves them back into the render queue, with all their retries. */
  retry(letters: readonly DeadLetter[]): Promise<void>;
  /** Deletes them. Their jobs do not change. */
  drop(letters: readonly DeadLetter[]): Promise<void>;
}

export function createDeadLetters(boss: PgBoss): DeadLetters {
  return {
    async list() {
      const entries = await boss.findJobs<{ job_id: string }>(deadLetterQueue, { queued: true });
      return entries.map(({ id, data, createdOn, sourceOutput }) => ({
        id,
        jobId: data.job_id,
        at: createdOn,
        reason: sourceOutput && 'message' in sourceOutput ? String(sourceOutput.message) : null,
      }));
    },
    async retry(letters) {
      if (letters.length === 0) return;
      const ids = letters.map(({ id }) => id);
      await boss.redrive(deadLetterQueue, { destination: renderQueue, ids, limit: ids.length });
    },
    async drop(letters) {
      if (letters.length === 0) return;
      const ids = letters.map(({ id }) => id);
      await boss.deleteJob(deadLetterQueue, ids);
    },
  };
}

/** Counts the dead letters without starting the queue; 0 when no queue was ever started on this database. */
export async function countDeadLetters(db: Kysely<Schema>): Promise<number> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass(${entriesTable}) is not null as exists`.execute(db);
  if (found[0]?.exists !== true) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(entriesTable)}
    where name = ${deadLetterQueue} and state < 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}
