import type { PgBoss } from 'pg-boss';
import { deadLetterQueue, renderQueue } from './queue.ts';

/** An entry the queue has given up, and with it its job. */
export interface DeadLetter {
  readonly id: string;
  readonly jobId: string;
  readonly at: Date;
  readonly reason: string | null;
}

export async function listDeadLetters(boss: PgBoss): Promise<DeadLetter[]> {
  const entries = await boss.findJobs<{ job_id: string }>(deadLetterQueue, { queued: true });
  return entries.map(({ id, data, createdOn, sourceOutput }) => ({
    id,
    jobId: data.job_id,
    at: createdOn,
    reason: sourceOutput && 'message' in sourceOutput ? String(sourceOutput.message) : null,
  }));
}

/** Back into the queue of renders, as if they were new. */
export async function reviveDeadLetters(boss: PgBoss, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  await boss.redrive(deadLetterQueue, {
    destination: renderQueue,
    ids: letters.map(({ id }) => id),
    limit: letters.length,
  });
}

export async function dropDeadLetters(boss: PgBoss, letters: readonly DeadLetter[]): Promise<void> {
  if (letters.length > 0)
    await boss.deleteJob(
      deadLetterQueue,
      letters.map(({ id }) => id),
    );
}
