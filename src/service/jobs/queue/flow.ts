import type { Kysely } from 'kysely';
import { type FlowJob, fromKysely, type PgBoss } from 'pg-boss';
import type { Schema } from '../../database/index.ts';
import { priorityOfTurn, urgentPriority } from './entries.ts';
import { renderQueue } from './names.ts';

/** The entries of a job that was split: one for each segment, and one that is blocked until all of those have ended. */
export interface SegmentFlow {
  readonly jobId: string;
  readonly segments: readonly { readonly number: number; readonly entryId: string; readonly turn: number }[];
  readonly joinEntryId: string;
}

/** Adds the entries of a flow in the caller's transaction. */
export type AddFlow = (db: Kysely<Schema>, flow: SegmentFlow) => Promise<void>;

export function createAddFlow(boss: PgBoss): AddFlow {
  return async (db, { jobId, segments, joinEntryId }) => {
    const entries: FlowJob[] = segments.map(({ number, entryId, turn }) => ({
      ref: entryId,
      name: renderQueue,
      data: { job_id: jobId, segment: number },
      options: { id: entryId, priority: priorityOfTurn(turn) },
    }));
    entries.push({
      ref: joinEntryId,
      name: renderQueue,
      data: { job_id: jobId },
      // Joining is short, and ends the job.
      options: { id: joinEntryId, priority: urgentPriority },
      dependsOn: segments.map(({ entryId }) => entryId),
    });
    await boss.flow(entries, { db: fromKysely(db) });
  };
}
