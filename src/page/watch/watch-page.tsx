import { useMemo } from 'preact/hooks';
import type { Analytics, Job, JobCreated } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { sendRequest } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { useJob } from '../api/use-job.ts';
import { useRequest } from '../api/use-request.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { LazyPart } from '../lazy-part.tsx';
import { linkTo } from '../link-to.ts';
import { createPlayhead } from '../player/playhead.ts';
import { navigate } from '../router.ts';
import { usePageTitle } from '../use-page-title.ts';
import { words } from '../words/index.ts';
import { JobLog } from './job-log.tsx';
import { JobPlayerView } from './job-player-view.tsx';
import { JobStats } from './job-stats.tsx';
import { ShareButton } from './share-button.tsx';

/** The page of a job: progress, then the video and the analysis of the replay. */
export function WatchPage({ id }: { id: string }) {
  const request = useJob(id);
  if (request.state === 'loading') return <div class="screen" aria-busy="true" />;
  if (request.state === 'failed') return <ErrorNotice error={request.error} onRetry={request.reload} />;
  return <JobDetails job={request.value} onChanged={request.reload} />;
}

function JobDetails({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const playhead = useMemo(createPlayhead, []);
  const title = job.map_title === '' ? words.untitled : job.map_title;
  // The progress comes first: a tab shows only the beginning.
  usePageTitle(isFinished(job.status) ? title : `${Math.floor(job.progress)} % · ${title}`);
  // The analytics are complete once the video is.
  const analyticsRequest = useRequest<Analytics>(
    job.has_analytics && job.status === 'completed' ? job.artifacts.analytics_url : null,
  );
  const analytics = analyticsRequest.state === 'loaded' ? analyticsRequest.value : null;
  return (
    <article class="watch">
      <JobPlayerView job={job} analytics={analytics} playhead={playhead} />
      <h1>{title}</h1>
      <Actions job={job} onChanged={onChanged} />
      <JobStats job={job} />
      {analytics && (
        <LazyPart load={() => import('../study/study.tsx')} fallback={null}>
          {({ Study }) => <Study analytics={analytics} playhead={playhead} />}
        </LazyPart>
      )}
      <JobLog job={job} />
    </article>
  );
}

function Actions({ job, onChanged }: { job: Job; onChanged: () => void }) {
  const { watch } = words;
  const path = linkTo(`/v1/jobs/${job.job_id}`);
  const cancel = useAction(async () => {
    await sendRequest('DELETE', path);
    onChanged();
  });
  const retry = useAction(async () => {
    // A retry is a new job with a page of its own.
    const { job_id } = await sendRequest<JobCreated>('POST', `${path}/retry`);
    navigate(linkTo(`/view/${job_id}`));
  });
  const error = cancel.error ?? retry.error;
  return (
    <>
      <div class="row actions">
        {job.status === 'completed' && job.purged_at === null && (
          <>
            {/* Browsers ignore the download attribute for another origin; `?download` sets the response header. */}
            <a class="button primary" href={`${job.artifacts.video_url}?download`} download>
              {watch.download}
            </a>
            <a class="button" href={job.artifacts.thumbnail_url} target="_blank" rel="noreferrer">
              {watch.thumbnail}
            </a>
          </>
        )}
        <ShareButton job={job} />
        {!isFinished(job.status) && (
          <button type="button" disabled={cancel.isRunning} onClick={() => void cancel.run()}>
            {watch.cancel}
          </button>
        )}
        {job.status === 'failed' && job.purged_at === null && (
          <button type="button" disabled={retry.isRunning} onClick={() => void retry.run()}>
            {words.retry}
          </button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
