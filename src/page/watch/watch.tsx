import { useMemo, useState } from 'preact/hooks';
import type { Analytics, Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/plain/index.ts';
import { useLoaded } from '../loaded.ts';
import { send } from '../service/call.ts';
import { useAnswer } from '../service/use-answer.ts';
import { useJob } from '../service/use-job.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { JobFacts } from './job-facts.tsx';
import { JobLog } from './job-log.tsx';
import { createPlayhead } from './playhead.ts';
import { Screen } from './screen.tsx';
import { Share } from './share.tsx';

/** One replay's page: how its render goes, and then its video. */
export function Watch({ id }: { id: string }) {
  const answer = useJob(id);
  if (answer.state === 'loading') return <div class="screen" aria-busy="true" />;
  if (answer.state === 'failed') return <Trouble error={answer.error} onRetry={answer.reload} />;
  return <Followed job={answer.value} onChanged={answer.reload} />;
}

function Followed({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const playhead = useMemo(createPlayhead, []);
  // What the map tells of the play is there when the video is.
  const told = useAnswer<Analytics>(
    job.has_analytics && job.status === 'completed' ? job.artifacts.analytics_url : null,
  );
  const analytics = told.state === 'there' ? told.value : null;
  const Study = useLoaded(analytics !== null, () => import('../study/study.tsx').then((module) => module.Study));
  return (
    <article class="watch">
      <Screen job={job} analytics={analytics} playhead={playhead} />
      <h1>{job.map_title === '' ? words.untitled : job.map_title}</h1>
      <Actions job={job} onChanged={onChanged} />
      <JobFacts job={job} />
      {Study && analytics && <Study analytics={analytics} playhead={playhead} />}
      <JobLog job={job} />
    </article>
  );
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
          <>
            {/* A link into another origin is a download only if that says so. */}
            <a class="button primary" href={`${job.artifacts.video_url}?download`} download>
              {watch.download}
            </a>
            <a class="button" href={job.artifacts.thumbnail_url} target="_blank" rel="noreferrer">
              {watch.thumbnail}
            </a>
          </>
        )}
        <Share job={job} />
        {!isFinished(job.status) && (
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
