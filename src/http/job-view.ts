import { artifactLinksOf, type Job as JobView } from '../contract/index.ts';
import { analyticsOf, type Job } from '../jobs/index.ts';

const maskedMessage = 'An internal rendering error occurred.';

/** A job as the interface shows it. Without DEBUG the free text of an error stays inside. */
export function jobView(job: Job, { debug }: { debug: boolean }): JobView {
  const { error, replay } = job;
  return {
    job_id: job.id,
    status: job.status,
    progress: job.progress,
    map_title: job.mapTitle,
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    error_message: error && (debug ? error.message : maskedMessage),
    error_code: error?.code ?? null,
    error_hint: error?.hint ?? null,
    config: {
      ...job.options,
      replay_stats: {
        '300s': replay.n300,
        '100s': replay.n100,
        '50s': replay.n50,
        misses: replay.misses,
        max_combo: replay.maxCombo,
        star_rating: job.stars.toFixed(2),
        pp: job.pp,
      },
    },
    has_analytics: analyticsOf(job) === 'ready',
    purged_at: job.purgedAt?.toISOString() ?? null,
    artifacts: artifactLinksOf(job.id),
  };
}
