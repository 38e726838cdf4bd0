import { sql } from 'kysely';
import { artifactKeys, type PreviewKind } from '../../../contract/index.ts';
import type { Storage } from '../../storage/index.ts';

/** What determines the keys of a job's files. */
export interface JobWithFiles {
  readonly id: string;
  /** The kind of its animated preview; null: it has none. */
  readonly preview: PreviewKind | null;
}

/** Selects the `preview` of a `JobWithFiles`. */
export const previewKind = sql<PreviewKind | null>`options -> 'settings' ->> 'preview'`.as('preview');

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

async function deleteObject(storage: Storage, key: string): Promise<number> {
  const object = await storage.stat(key);
  if (object === null) return 0;
  await storage.delete(key);
  return object.isShared ? 0 : object.sizeBytes;
}

/** All files of a job except its segments, which are deleted when the job ends. */
function fileKeys({ id, preview }: JobWithFiles): string[] {
  const { replay, beatmap, video, thumbnail, log, analytics } = artifactKeys;
  const keys = [replay, beatmap, video, thumbnail, log, analytics].map((key) => key(id));
  return preview === null ? keys : [...keys, artifactKeys.preview(id, preview)];
}
