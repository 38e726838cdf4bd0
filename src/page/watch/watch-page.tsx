import { useEffect, useMemo } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { Analytics, Job, JobCreated } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { sendRequest } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { useJob } from '../api/use-job.ts';
import { useRequest } from '../api/use-request.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { LazyPart } from '../components/lazy-part.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { type KnownMaps, titleOf, useKnownMaps } from '../list/known-maps.ts';
import { createPlayhead } from '../player/playhead.ts';
import { positionOf } from '../player/position-link.ts';
import { navigate } from '../router.ts';
import { shownPartOf } from '../shown-part.ts';
import type { UploadQueue } from '../submit/upload-queue.ts';
import { words } from '../words/index.ts';
import { formatWholePercent } from '../words/numbers.ts';
import { useDoneNotice } from './done-notice.ts';
import { EmbedButton } from './embed-button.tsx';
import { shortFactsOf } from './job-header.tsx';
import { JobLog } from './job-log.tsx';
import { JobPlayerView } from './job-player-view.tsx';
import { MissingJob } from './missing-job.tsx';
import { mapFailureOf } from './missing-map.tsx';
import { renderAgain } from './render-again.ts';
import { ShareButton } from './share-button.tsx';

/** The page of a job: progress, then the video and the analysis of the replay. */
export function WatchPage({ id, queue }: { id: string; queue: UploadQueue }) {
  const request = useJob(id);
  if (request.state === 'loading') return <WatchSkeleton />;
  if (request.state === 'failed') {
    if (request.error instanceof RepriseError && request.error.status === 404) return <MissingJob />;
    return <ErrorNotice error={request.error} onRetry={request.reload} />;
  }
  return <JobDetails job={request.value} queue={queue} onChanged={request.reload} />;
}

interface JobDetailsProps {
  readonly job: Job;
  readonly queue: UploadQueue;
  readonly onChanged: () => void;
}

function JobDetails({ job, queue, onChanged }: JobDetailsProps) {
  const playhead = useMemo(() => createPlayhead(positionOf(location.search)), []);
  const { titles } = useKnownMaps(job.map_title === '' ? [job] : []);
  const title = titleOf(job, titles);
  // The progress comes first: a tab shows only the beginning.
  usePageTitle(isFinished(job.status) ? title : `${formatWholePercent(job.progress)} · ${title}`);
  const analytics = useAnalytics(job);
  const notice = useDoneNotice(job, title);
  const play = useMemo(() => ({ title, player: job.player, facts: shortFactsOf(job) }), [title, job.config]);
  const part = useMemo(() => shownPartOf(job.config), [job.job_id]);
  return (
    <article class="watch">
      <JobPlayerView job={job} title={title} analytics={analytics} playhead={playhead} notice={notice} />
      <Actions job={job} queue={queue} canRetry={mayRetry(job, titles)} onChanged={onChanged} />
      {!analytics && mayHaveAnalytics(job) && <AnalysisSkeleton />}
      {analytics && (
        <LazyPart
          load={async () => (await import('../replay-analysis/index.ts')).openReplayAnalysis()}
          fallback={<AnalysisSkeleton />}
        >
          {({ ReplayAnalysis }) => (
            <ReplayAnalysis job={job} analytics={analytics} part={part} playhead={playhead} play={play} />
          )}
        </LazyPart>
      )}
      <JobLog job={job} />
    </article>
  );
}

/** The header, the picture and its controls, in their usual sizes. */
function WatchSkeleton() {
  return (
    <div class="watch" aria-busy="true" aria-label={words.loading} role="status">
      <div class="job-header">
        <div class="job-heading skeleton-lines">
          <div class="skeleton title" />
          <div class="skeleton line half" />
          <div class="skeleton line" />
        </div>
      </div>
      <div class="player">
        <div class="screen" />
      </div>
    </div>
  );
}

/** The charts come a moment after the video, and nothing below them moves. */
function AnalysisSkeleton() {
  return <div class="replay-analysis analysis-skeleton skeleton" aria-busy="true" />;
}

function mayHaveAnalytics({ has_analytics, map_title, purged_at }: Job): boolean {
  return has_analytics && map_title !== '' && purged_at === null;
}

/** The analytics as soon as the play is judged: a worker stores them before the job gets its title. */
function useAnalytics({ has_analytics, map_title, status, artifacts }: Job): Analytics | null {
  const request = useRequest<Analytics>(has_analytics && map_title !== '' ? artifacts.analytics_url : null);
  const analytics = request.state === 'loaded' ? request.value : null;
  const isJudged = analytics?.hits !== undefined;
  useEffect(() => {
    // They could not be stored before the video.
    if (status === 'completed' && analytics && !isJudged) request.reload();
  }, [status]);
  return isJudged ? analytics : null;
}

/** Without the map, a retry would only fail again. The service knows its title if it has the map by now. */
function mayRetry(job: Job, titles: KnownMaps['titles']): boolean {
  if (!job.is_mine || job.status !== 'failed' || job.purged_at !== null) return false;
  if (job.error_code === 'video/empty-clip') return false;
  return mapFailureOf(job) !== 'beatmap/not-found' || job.job_id in titles;
}

function Actions({ job, queue, canRetry, onChanged }: JobDetailsProps & { readonly canRetry: boolean }) {
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
  const again = useAction(() => renderAgain(job, queue));
  const error = cancel.error ?? retry.error ?? again.error;
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
            {job.artifacts.preview_url && (
              <a class="button" href={job.artifacts.preview_url} target="_blank" rel="noreferrer">
                {watch.animation}
              </a>
            )}
            <EmbedButton job={job} />
          </>
        )}
        {job.status !== 'failed' && job.purged_at === null && <ShareButton job={job} />}
        {job.is_mine && !isFinished(job.status) && (
          <button type="button" disabled={cancel.isRunning} onClick={() => void cancel.run()}>
            {watch.cancel}
          </button>
        )}
        {canRetry && (
          <button type="button" disabled={retry.isRunning} onClick={() => void retry.run()}>
            {words.retry}
          </button>
        )}
        {isFinished(job.status) && job.purged_at === null && mapFailureOf(job) === null && (
          <button type="button" disabled={again.isRunning} onClick={() => void again.run()}>
            {watch.renderAgain}
          </button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
