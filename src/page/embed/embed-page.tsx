import { useMemo } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { useJob } from '../api/use-job.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { titleOf, useKnownMaps } from '../list/known-maps.ts';
import { createPlayhead } from '../player/playhead.ts';
import { positionOf } from '../player/position-link.ts';
import { VideoPlayer } from '../player/video-player.tsx';
import { words } from '../words/index.ts';
import { formatWholePercent } from '../words/numbers.ts';

/** A small player that other sites show in a frame. */
export function EmbedPage({ id }: { id: string }) {
  const request = useJob(id);
  const isMissing = request.state === 'failed' && request.error instanceof RepriseError && request.error.status === 404;
  return (
    <main class="embed" id="content">
      {isMissing && <MissingVideo />}
      {request.state === 'failed' && !isMissing && (
        <div class="embed-status">
          <ErrorNotice error={request.error} onRetry={request.reload} />
        </div>
      )}
      {request.state === 'loaded' && <EmbeddedJob job={request.value} />}
    </main>
  );
}

/** Loading again cannot help a link that leads nowhere. */
function MissingVideo() {
  const { list, watch } = words;
  usePageTitle(watch.missingJob.title);
  return (
    <div class="embed-status">
      <p>{watch.missingJob.title}</p>
      <a class="button" href={linkTo('/renders')} target="_blank" rel="noopener">
        {list.showAll}
      </a>
    </div>
  );
}

function EmbeddedJob({ job }: { job: Job }) {
  const playhead = useMemo(() => createPlayhead(positionOf(location.search)), []);
  const { titles } = useKnownMaps(job.map_title === '' ? [job] : []);
  const title = titleOf(job, titles);
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
