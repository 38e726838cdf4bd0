import { type Kysely, sql } from 'kysely';
import { artifactKeys, renderOptionsOf, type SubmittedSettings } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { Schema } from '../database/index.ts';
import { findActiveEntries, type SegmentRef } from '../jobs/index.ts';
import type { LentWorker } from './lent-worker.ts';

/** A segment that is lent to a worker. */
export interface LentClaim extends SegmentRef {
  readonly first: number;
  readonly frames: number;
  /** What it is rendered from. */
  readonly fingerprint: Buffer;
  /** How many segments the job has. */
  readonly segmentCount: number;
  readonly isDone: boolean;
  /** Where it is stored. */
  readonly key: string;
  readonly video: { readonly width: number; readonly height: number; readonly fps: number };
  readonly beatmapMd5: string;
}

/** The claims of a worker among these entries, or all. Whatever a worker says about entries, only these are its own. */
export async function findLentClaims(
  db: Kysely<Schema>,
  worker: Pick<LentWorker, 'id'>,
  entries?: readonly string[],
): Promise<LentClaim[]> {
  const rows = await db
    .selectFrom('segments')
    .innerJoin('jobs', 'jobs.id', 'segments.job_id')
    .select([
      'segments.job_id',
      'segments.number',
      'segments.queue_entry',
      'segments.claims',
      'segments.first_frame',
      'segments.frames',
      'segments.done',
      'jobs.fingerprint',
      'jobs.options',
      'jobs.beatmap_md5',
    ])
    .select((eb) =>
      eb
        .selectFrom('segments as all')
        .whereRef('all.job_id', '=', 'segments.job_id')
        .select((count) => count.fn.countAll<number>().as('total'))
        .as('total'),
    )
    .where('segments.lent_to', '=', worker.id)
    .where('jobs.status', '=', 'rendering')
    .where('jobs.shared_out', '=', true)
    .where('jobs.fingerprint', 'is not', null)
    .$if(entries !== undefined, (query) =>
      query.where(sql<boolean>`segments.queue_entry = any(${[...(entries ?? [])]}::uuid[])`),
    )
    .$narrowType<{ fingerprint: Buffer }>()
    .execute();
  return rows.map((row) => {
    const options: SubmittedSettings = { ...row.options, settings: row.options.settings ?? {} };
    const { width, height, fps } = renderOptionsOf(options);
    return {
      job: { id: row.job_id },
      number: row.number,
      queueEntry: row.queue_entry,
      claim: row.claims,
      first: row.first_frame,
      frames: row.frames,
      fingerprint: row.fingerprint,
      segmentCount: row.total ?? 0,
      isDone: row.done,
      key: artifactKeys.segment(row.job_id, row.queue_entry, row.claims),
      video: { width, height, fps },
      beatmapMd5: row.beatmap_md5,
    };
  });
}

/** Throws `worker/not-lent`. */
export async function requireLentClaim(
  db: Kysely<Schema>,
  worker: Pick<LentWorker, 'id'>,
  entry: string,
): Promise<LentClaim> {
  const [claim] = await findLentClaims(db, worker, [entry]);
  if (claim === undefined) throw new Failure('worker/not-lent');
  return claim;
}

/** Counts the segments that a worker renders at the moment. */
export async function countRunning(db: Kysely<Schema>, worker: Pick<LentWorker, 'id'>): Promise<number> {
  const claims = await findLentClaims(db, worker);
  const entries = claims.filter(({ isDone }) => !isDone).map(({ queueEntry }) => queueEntry);
  return entries.length === 0 ? 0 : (await findActiveEntries(db, entries)).size;
}
