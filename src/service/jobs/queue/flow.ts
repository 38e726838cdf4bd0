import type { Kysely } from 'kysely';
import { type FlowJob, fromKysely, type PgBoss } from 'pg-boss';
import type { Schema } from '../../database/index.ts';
import { renderQueue } from './names.ts';

/** The entries of a job that was split: one for each segment, and one that is blocked until all of those have ended. */
export interface SegmentFlow {
  readonly jobId: string;
  readonly segments: readonly { readonly number: number; readonly entryId: string }[];
  readonly joinEntryId: string;
}

/** Adds the entries of a flow in the caller's transaction. */
export type AddFlow = (db: Kysely<Schema>, flow: SegmentFlow) => Promise<void>;

/** Jobs that have been started come before jobs that have not. */
const startedPriority = 1;

export function createAddFlow(boss: PgBoss): AddFlow {
  return async (db, { jobId, segments, joinEntryId }) => {
    const entries: FlowJob[] = segments.map(({ number, entryId }) => ({
      ref: entryId,
      name: renderQueue,
      data: { job_id: jobId, segment: number },
      options: { id: entryId, priority: startedPriority },
    }));
    entries.push({
      ref: joinEntryId,
      name: renderQueue,
      data: { job_id: jobId },
      options: { id: joinEntryId, priority: startedPriority },
      dependsOn: segments.map(({ entryId }) => entryId),
    });
    await boss.flow(entries, { db: fromKysely(db) });
  };
}
