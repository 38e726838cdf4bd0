import { artifactKeys } from '../../../contract/index.ts';
import { limitConcurrency } from '../../../limit-concurrency.ts';
import type { StoreOptions } from '../../jobs/index.ts';
import type { Storage } from '../../storage/index.ts';

/** The paths of the files that are stored with a new job. */
export interface SubmittedFiles {
  /** In their order. */
  readonly replays: readonly string[];
  readonly analytics: string;
  readonly beatmap: string | null;
}

/** A job of fifty replays should not open fifty connections at once. */
const maxUploads = 4;

/** Stores all files of a job before any worker can see the job. Throws if one of them cannot be stored, and deletes the rest. */
export async function storeFiles(
  storage: Storage,
  { jobId, paths }: { readonly jobId: string; readonly paths: SubmittedFiles },
  { beatmapSetId, signal }: StoreOptions,
): Promise<void> {
  const limit = limitConcurrency(maxUploads);
  const files = new Map(paths.replays.map((path, i) => [artifactKeys.replayOf(jobId, i + 1), path]));
  files.set(artifactKeys.analytics(jobId), paths.analytics);
  const stored = await Promise.allSettled([
    ...Array.from(files, ([key, path]) => limit(() => storage.putFile(key, path, { signal }))),
    beatmapSetId !== null && paths.beatmap !== null && storeSet(beatmapSetId, paths.beatmap),
  ]);
  const failed = stored.find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  // The job fails, so files that were stored would stay forever. Other jobs may already use the beatmap set; if not, the
  // next run of retention deletes it.
  await Promise.allSettled(Array.from(files.keys(), (key) => storage.delete(key)));
  throw failed.reason;

  /** Stores an uploaded set, unless an earlier job has. */
  async function storeSet(setId: string, path: string): Promise<void> {
    const key = artifactKeys.beatmap(setId);
    if ((await storage.stat(key, { signal })) === null) await storage.putFile(key, path, { signal });
  }
}
