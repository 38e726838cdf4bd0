import { useEffect, useRef, useState } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { Analytics, Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { EmptyScreen } from '../components/empty-screen.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { LazyPart } from '../components/lazy-part.tsx';
import { NextSteps } from '../components/next-steps.tsx';
import type { Playhead } from '../player/playhead.ts';
import { VideoPlayer } from '../player/video-player.tsx';
import { words } from '../words/index.ts';
import type { useDoneNotice } from './done-notice.ts';
import { JobHeader } from './job-header.tsx';
import { JobProgress } from './job-progress.tsx';
import { type MapFailure, MissingMap, mapFailureOf } from './missing-map.tsx';

interface JobPlayerViewProps {
  readonly job: Job;
  readonly title: string;
  readonly analytics: Analytics | null;
  readonly playhead: Playhead;
  readonly notice: ReturnType<typeof useDoneNotice>;
}

type View = 'video' | 'live' | null;

/** What was played, and its video; the live preview while there is no video or when the viewer prefers it. */
export function JobPlayerView({ job, title, analytics, playhead, notice }: JobPlayerViewProps) {
  const [preferred, setPreferred] = useState<View>(null);
  const [wasPlayed, setPlayed] = useState(false);
  const isPlaying = useRef(false);
  /** Whether the view that was selected last goes on playing where the other one was. */
  const [continues, setContinues] = useState(false);
  const [loadFailure, setLoadFailure] = useState<MapFailure | null>(null);
  const hasVideo = job.status === 'completed' && job.purged_at === null;
  const view = preferred ?? viewOf(job, { hasVideo, wasPlayed });
  // Without a player, a moment that is selected below opens the live preview.
  useEffect(() => playhead.onWatch(() => setPreferred((shown) => (hasVideo ? shown : 'live'))), [playhead, hasVideo]);
  const onPlaying = (playing: boolean) => {
    isPlaying.current = playing;
  };
  const mapFailure = missingMapOf(job, loadFailure);
  /** Above the player: what visitors look for first is in the first screen. */
  const progress = !isFinished(job.status) && <JobProgress job={job} notice={notice} />;
  const select = (next: 'video' | 'live') => {
    setContinues(isPlaying.current);
    setPreferred(next);
  };
  /** The switch is above the players, which have different heights, so that it stays where it is clicked. */
  const header = (
    <JobHeader job={job} title={title}>
      {hasVideo && <ViewSwitch view={view} onChange={select} />}
    </JobHeader>
  );
  if (mapFailure !== null)
    return (
      <>
        {header}
        {progress}
        <MissingMap job={job} failure={mapFailure} />
      </>
    );
  return (
    <>
      {header}
      {progress}
      {job.status === 'failed' && job.purged_at === null && <ErrorNotice error={failureOf(job)} />}
      {job.purged_at !== null && (
        <>
          <p class="notice">{words.watch.purged}</p>
          <NextSteps />
        </>
      )}
      {view === 'video' && (
        <VideoPlayer job={job} analytics={analytics} playhead={playhead} autoPlay={continues} onPlaying={onPlaying} />
      )}
      {view === 'live' && (
        <LazyPart load={() => import('../player/job-player.tsx')} fallback={<EmptyScreen />}>
          {({ JobPlayer }) => (
            <JobPlayer
              job={job}
              playhead={playhead}
              autoPlay={continues}
              onPlaying={(playing) => {
                onPlaying(playing);
                if (playing) setPlayed(true);
              }}
              onLoadError={(error) => {
                const failure = error instanceof RepriseError ? mapFailureOf({ error_code: error.code }) : null;
                setLoadFailure(failure);
                return failure !== null && missingMapOf(job, failure) !== null;
              }}
            />
          )}
        </LazyPart>
      )}
      {view === null && job.purged_at === null && (
        <p class="watch-live">
          <button type="button" onClick={() => select('live')}>
            {words.watch.watchLive}
          </button>
        </p>
      )}
    </>
  );
}

/**
 * Why the job needs a beatmap set from the viewer; null if it does not. The live preview of a job that no worker has begun
 * may find out before the job fails.
 */
function missingMapOf(job: Job, loadFailure: MapFailure | null): MapFailure | null {
  // Only the client that submitted a job may go on with it.
  if (!job.is_mine || job.purged_at !== null) return null;
  if (job.status === 'rendering' || job.status === 'completed') return null;
  return mapFailureOf(job) ?? loadFailure;
}

/** The default view. A finished video does not interrupt a live preview that has been played. */
function viewOf(job: Job, { hasVideo, wasPlayed }: { hasVideo: boolean; wasPlayed: boolean }): View {
  if (!isFinished(job.status) || wasPlayed) return 'live';
  return hasVideo ? 'video' : null;
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: 'video' | 'live') => void }) {
  const { views } = words.watch;
  return (
    <fieldset class="row choices views" aria-label={views.label}>
      {(['video', 'live'] as const).map((name) => (
        <button key={name} type="button" aria-pressed={view === name} onClick={() => onChange(name)}>
          {views[name]}
        </button>
      ))}
    </fieldset>
  );
}

/** Shows the failure of a job like a rejected request. */
function failureOf({ error_code, error_hint }: Job): RepriseError {
  return new RepriseError(500, { code: error_code ?? 'render/failed', detail: error_hint ?? '' }, null);
}
