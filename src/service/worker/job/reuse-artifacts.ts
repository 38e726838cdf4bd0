import { artifactKeys } from '../../../contract/index.ts';
import type { Attempts, Claim, Job } from '../../jobs/index.ts';
import type { Storage } from '../../storage/index.ts';

export interface ReuseOptions {
  readonly attempts: Pick<Attempts, 'findSameRender' | 'describeMap'>;
  readonly storage: Storage;
  readonly claim: Claim;
  readonly fingerprint: Buffer;
  readonly signal: AbortSignal;
}

/**
 * Copies the artifacts of an earlier job with the same fingerprint, so that they outlive that job. Null when there is no
 * such job, or its artifacts have been deleted.
 */
export async function reuseArtifacts({
  attempts,
  storage,
  claim,
  fingerprint,
  signal,
}: ReuseOptions): Promise<Job | null> {
  const earlier = await attempts.findSameRender(fingerprint);
  if (earlier === null) return null;
  const { id, options } = claim.job;
  const { preview = null } = options.settings;
  const copy = (key: (jobId: string) => string) => storage.copy(key(earlier.id), key(id), { signal });
  const keys = [artifactKeys.video, artifactKeys.thumbnail, artifactKeys.analytics];
  if (preview !== null) keys.push((jobId) => artifactKeys.preview(jobId, preview));
  for (const key of keys) if (!(await copy(key))) return null;
  const { mapTitle: title, mapTitleUnicode: titleUnicode, beatmapId, lengthSeconds, stars, pp } = earlier;
  await attempts.describeMap(claim, { title, titleUnicode, beatmapId, lengthSeconds, stars, pp });
  return earlier;
}
