import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Jobs } from '../../service/jobs/index.ts';
import type { Metrics } from '../../service/metrics/index.ts';
import type { Storage } from '../../service/storage/index.ts';
import { repeat } from './repeat.ts';

const everyMs = 5 * 60_000;

export interface RetentionParts {
  readonly jobs: Pick<Jobs, 'retention'>;
  readonly storage: Storage;
  readonly metrics: Pick<Metrics, 'retentionRan'>;
  readonly log: Log;
}

/** Purges artifacts that are too old or take too much space, now and then periodically. Returns the function that stops it. */
export function startRetention(
  policy: Config['retention'],
  { jobs, storage, metrics, log }: RetentionParts,
): () => Promise<void> {
  if (policy.days === null && policy.maxStorageBytes === null) return async () => {};
  const stopping = new AbortController();
  const purge = async () => {
    const report = await jobs.retention.enforce({ storage, policy, signal: stopping.signal });
    if (report === null) return;
    metrics.retentionRan(report);
    const { age, size } = report;
    if (age.jobs + size.jobs > 0) log.info({ age, size }, 'purged the artifacts of old jobs');
  };
  const stop = repeat(purge, { everyMs, log });
  return () => {
    stopping.abort();
    return stop();
  };
}
