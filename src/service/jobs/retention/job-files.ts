import { sql } from 'kysely';
import { artifactKeys, type PreviewKind } from '../../../contract/index.ts';
import type { Storage } from '../../storage/index.ts';
import { deleteObject } from '../uploads/delete-object.ts';

/** What determines the keys of a job's files. */
export interface JobWithFiles {
  readonly id: string;
  /** The kind of its animated preview; null: it has none. */
  readonly preview: PreviewKind | null;
  /** The number of its replays. */
  readonly replays: number;
}

/** Selects a `JobWithFiles`. */
export const fileColumns = [
  'id',
  sql<PreviewKind | null>`options -> 'settings' ->> 'preview'`.as('preview'),
  sql<number>`1 + coalesce(json_array_length(other_players), 0)`.as('replays'),
] as const;

/** Adds up the sizes of a job's files. It looks up each key: a listing would slow down with every job ever made. */
export async function measureFiles(storage: Storage, job: JobWithFiles): Promise<number> {
  const found = await Promise.all(fileKeys(job).map((key) => storage.stat(key)));
  return found.reduce((sum, object) => sum + (object?.sizeBytes ?? 0), 0);
}

/** Deletes the files of a job and returns how many bytes that freed: none for a file that another job shares. */
export async function deleteFiles(storage: Storage, job: JobWithFiles): Promise<number> {
  const freed = await Promise.all(fileKeys(job).map((key) => deleteObject(storage, key)));
  return freed.reduce((sum, bytes) => sum + bytes, 0);
}

/** All files of a job except its segments, which are deleted when it ends, and its beatmap set, which jobs may share. */
function fileKeys({ id, preview, replays }: JobWithFiles): string[] {
  const { replayOf, video, thumbnail, log, analytics } = artifactKeys;
  const replayKeys = Array.from({ length: replays }, (_, i) => replayOf(id, i + 1));
  const keys = [...replayKeys, ...[video, thumbnail, log, analytics].map((key) => key(id))];
  return preview === null ? keys : [...keys, artifactKeys.preview(id, preview)];
}
