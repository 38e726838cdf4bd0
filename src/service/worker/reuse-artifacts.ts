import { artifactKeys } from '../../contract/index.ts';
import type { Claim, Job, Jobs } from '../jobs/index.ts';
import type { Storage } from '../storage/index.ts';

export interface Reuse {
  readonly jobs: Pick<Jobs, 'findSameRender' | 'describeMap'>;
  readonly storage: Storage;
  readonly claim: Claim;
  readonly fingerprint: Buffer;
  readonly signal: AbortSignal;
}

/**
 * Gives a job the artifacts of one that was rendered from the same, under keys of its own: what becomes of the other is
 * then no matter. Null when there is none, or when it has been purged in the meantime.
 */
export async function reuseArtifacts({ jobs, storage, claim, fingerprint, signal }: Reuse): Promise<Job | null> {
  const same = await jobs.findSameRender(fingerprint);
  if (same === null) return null;
  const { id, options } = claim.job;
  const { preview = null } = options.settings;
  const copy = (key: (jobId: string) => string) => storage.copy(key(same.id), key(id), { signal });
  const keys = [artifactKeys.video, artifactKeys.thumbnail, artifactKeys.analytics];
  if (preview !== null) keys.push((jobId) => artifactKeys.preview(jobId, preview));
  for (const key of keys) if (!(await copy(key))) return null;
  await jobs.describeMap(claim, { title: same.mapTitle, stars: same.stars, pp: same.pp });
  return same;
}
