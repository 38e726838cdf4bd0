import { useMemo } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { useJob } from '../api/use-job.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { titleOf } from '../list/known-maps.ts';
import { createPlayhead } from '../player/playhead.ts';
import { positionOf } from '../player/position-link.ts';
import { VideoPlayer } from '../player/video-player.tsx';
import { words } from '../words/index.ts';
import { formatWholePercent } from '../words/numbers.ts';

/** A small player that other sites show in a frame. */
export function EmbedPage({ id }: { id: string }) {
  const request = useJob(id);
  return (
    <main class="embed" id="content">
      {request.state === 'failed' && <ErrorNotice error={request.error} onRetry={request.reload} />}
      {request.state === 'loaded' && <EmbeddedJob job={request.value} />}
    </main>
  );
}

function EmbeddedJob({ job }: { job: Job }) {
  const playhead = useMemo(() => createPlayhead(positionOf(location.search)), []);
  const title = titleOf(job);
  usePageTitle(title);
  const hasVideo = job.status === 'completed' && job.purged_at === null;
  return (
    <>
      {hasVideo ? (
        // The analytics would be most of the download, and the site around the frame has no charts.
        <VideoPlayer job={job} analytics={null} playhead={playhead} />
      ) : (
        <p class="embed-status">{statusOf(job)}</p>
      )}
      <h1 class="embed-title">
        <a href={linkTo(`/view/${job.job_id}`)} target="_blank" rel="noopener">
          {title}
          {job.player !== '' && <span> · {job.player}</span>}
          {job.players && <span> {words.together.others(job.players.length - 1)}</span>}
        </a>
      </h1>
    </>
  );
}

function statusOf({ status, stage, progress }: Job): string {
  if (isFinished(status)) return words.embed.noVideo;
  return `${words.watch.stages[stage ?? 'storing']} · ${formatWholePercent(progress)}`;
}
