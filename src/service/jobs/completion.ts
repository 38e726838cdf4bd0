import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../database/index.ts';
import { printable } from './printable.ts';

/** How a render ended, as its worker reports it. */
export type Completion =
  | {
      readonly success: true;
      readonly videoKey: string | null;
      readonly thumbKey: string | null;
      readonly logKey: string | null;
      readonly pp: number | null;
    }
  | {
      readonly success: false;
      readonly error: string;
      readonly logKey?: string | null;
      /** A word of the failure table, perhaps of a newer one; `render/failed` when the worker names none. */
      readonly code?: string | null;
    };

/** `ignored`: the job was finished before, or a newer attempt has it; nothing has changed. */
export type CompletionResult = 'ok' | 'ignored' | 'unknown';

/** The one place where a job ends. With an attempt, only if no newer one has begun. */
export async function completeJob(
  db: Kysely<Schema>,
  { jobId, completion, attempt }: { jobId: string; completion: Completion; attempt?: number | undefined },
): Promise<CompletionResult> {
  const ended = await db
    .updateTable('jobs')
    .set(completion.success ? completed(completion) : failed(completion))
    .set({ updated_at: sql`clock_timestamp()` })
    .where('id', '=', jobId)
    .where('status', 'in', ['queued', 'downloading', 'rendering'])
    .$if(attempt !== undefined, (query) => query.where('attempts', '=', attempt!))
    .executeTakeFirst();
  if (ended.numUpdatedRows > 0n) return 'ok';
  const job = await db.selectFrom('jobs').select('id').where('id', '=', jobId).executeTakeFirst();
  return job === undefined ? 'unknown' : 'ignored';
}

function completed({ videoKey, thumbKey, logKey, pp }: Extract<Completion, { success: true }>) {
  return {
    status: 'completed' as const,
    progress: 100,
    video_key: printable(videoKey),
    thumb_key: printable(thumbKey),
    log_key: printable(logKey),
    ...(pp === null ? {} : { pp }),
  };
}

function failed({ error, code, logKey = null }: Extract<Completion, { success: false }>) {
  return {
    status: 'failed' as const,
    error_code: code ?? 'render/failed',
    error_message: printable(error),
    log_key: printable(logKey),
  };
}
