import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Jobs } from '../../service/jobs/index.ts';
import type { Metrics } from '../../service/metrics/index.ts';
import type { UploadedSkins } from '../../service/skins/index.ts';
import type { Storage } from '../../service/storage/index.ts';
import { runPeriodically } from './run-periodically.ts';

const everyMs = 5 * 60_000;

export interface RetentionParts {
  readonly jobs: Pick<Jobs, 'retention'>;
  readonly skins: UploadedSkins;
  readonly storage: Storage;
  readonly metrics: Pick<Metrics, 'retentionRan'>;
  readonly log: Log;
}

/** Removes what is too old or takes too much space, now and then periodically. Returns the function that stops it. */
export function startRetention(
  policy: Config['retention'],
  { jobs, skins, storage, metrics, log }: RetentionParts,
): () => Promise<void> {
  const stopping = new AbortController();
  const purge = async () => {
    const report = await jobs.retention.enforce({ storage, skins, policy, signal: stopping.signal });
    if (report === null) return;
    metrics.retentionRan(report);
    const { age, size } = report;
    if (age.jobs + age.skins + size.jobs + size.skins > 0) log.info({ age, size }, 'removed old files');
  };
  const stop = runPeriodically(purge, { name: 'retention', everyMs, log });
  return () => {
    stopping.abort();
    return stop();
  };
}
