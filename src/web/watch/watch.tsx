import { useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { send } from '../service/call.ts';
import { FailedCall } from '../service/failed-call.ts';
import { isFinished } from '../service/follow-job.ts';
import { useJob } from '../service/use-job.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { JobFacts } from './job-facts.tsx';
import { JobLog } from './job-log.tsx';
import { JobProgress } from './job-progress.tsx';
import { Share } from './share.tsx';

/** One replay's page: how its render goes, and then its video. */
export function Watch({ id }: { id: string }) {
  const answer = useJob(id);
  if (answer.state === 'loading') return <div class="screen" aria-busy="true" />;
  if (answer.state === 'failed') return <Trouble error={answer.error} onRetry={answer.reload} />;
  const job = answer.value;
  return (
    <article class="watch">
      <Screen job={job} />
      <h1>{job.map_title === '' ? words.untitled : job.map_title}</h1>
      <Actions job={job} onChanged={answer.reload} />
      <JobFacts job={job} />
      <JobLog job={job} />
    </article>
  );
}

function Screen({ job }: { job: Job }) {
  const { artifacts, status, purged_at } = job;
  if (status === 'failed') return <Trouble error={failureOf(job)} />;
  if (purged_at !== null) return <p class="notice">{words.watch.purged}</p>;
  if (status !== 'completed') return <JobProgress job={job} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: nothing is spoken in it.
    <video
      class="screen"
      controls
      playsInline
      preload="metadata"
      poster={artifacts.thumbnail_url}
      src={artifacts.video_url}
    />
  );
}

/** A failed job says what a refused request would have said. */
function failureOf({ error_code, error_hint }: Job): FailedCall {
  return new FailedCall(500, { code: error_code ?? 'render/failed', detail: error_hint ?? '' }, null);
}

function Actions({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const { watch } = words;
  const [error, setError] = useState<unknown>(null);
  const act = (method: 'DELETE' | 'POST', path: string) => async () => {
    setError(null);
    try {
      await send(method, path);
      onChanged();
    } catch (cause) {
      setError(cause);
    }
  };
  const path = `/v1/jobs/${job.job_id}`;
  return (
    <>
      <div class="row actions">
        {job.status === 'completed' && job.purged_at === null && (
          <a class="button primary" href={job.artifacts.video_url} download>
            {watch.download}
          </a>
        )}
        <Share job={job} />
        {!isFinished(job) && (
          <button type="button" onClick={act('DELETE', path)}>
            {watch.cancel}
          </button>
        )}
        {job.status === 'failed' && (
          <button type="button" onClick={act('POST', `${path}/retry`)}>
            {words.retry}
          </button>
        )}
      </div>
      {error !== null && <Trouble error={error} />}
    </>
  );
}
