import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { withoutNul } from '../storable-text.ts';

/** How a render ended, as its worker reports it. */
export type Completion = CompletedRender | FailedRender;

interface CompletedRender {
  readonly success: true;
  readonly videoKey: string | null;
  readonly thumbKey: string | null;
  readonly logKey: string | null;
  readonly pp: number | null;
}

interface FailedRender {
  readonly success: false;
  readonly error: string;
  readonly logKey?: string | null;
  /** A code of the failure table, or one that only a newer worker has; without one, `render/failed`. */
  readonly code?: string | null;
}

/** `ignored`: the job was finished already, or a newer attempt has started; nothing has changed. */
export type CompletionResult = 'ok' | 'ignored' | 'unknown';

/** Ends a job. No other function does. If an attempt is named, the job ends only if no newer attempt has started. */
export async function completeJob(
  db: Kysely<Schema>,
  { jobId, completion, attempt }: { jobId: string; completion: Completion; attempt?: number | undefined },
): Promise<CompletionResult> {
  let update = db
    .updateTable('jobs')
    .set(completion.success ? completedColumns(completion) : failedColumns(completion))
    .set({ updated_at: sql`clock_timestamp()` })
    .where('id', '=', jobId)
    .where('status', 'in', ['queued', 'downloading', 'rendering']);
  if (attempt !== undefined) update = update.where('attempts', '=', attempt);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows > 0n) return 'ok';
  const job = await db.selectFrom('jobs').select('id').where('id', '=', jobId).executeTakeFirst();
  return job === undefined ? 'unknown' : 'ignored';
}

function completedColumns({ videoKey, thumbKey, logKey, pp }: CompletedRender) {
  return {
    status: 'completed' as const,
    progress: 100,
    video_key: withoutNul(videoKey),
    thumb_key: withoutNul(thumbKey),
    log_key: withoutNul(logKey),
    ...(pp === null ? {} : { pp }),
  };
}

function failedColumns({ error, code, logKey = null }: FailedRender) {
  return {
    status: 'failed' as const,
    error_code: code ?? 'render/failed',
    error_message: withoutNul(error),
    log_key: withoutNul(logKey),
  };
}
