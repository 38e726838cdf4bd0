import { useState } from 'preact/hooks';
import type { Analytics, Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/plain/index.ts';
import { useLoaded } from '../loaded.ts';
import { FailedCall } from '../service/failed-call.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { JobProgress } from './job-progress.tsx';
import type { Playhead } from './playhead.ts';
import { VideoPlayer } from './video-player.tsx';

export interface ScreenProps {
  readonly job: Job;
  readonly analytics: Analytics | null;
  readonly playhead: Playhead;
}

type View = 'video' | 'live' | null;

/** The play: live as long as there is no video, and whenever somebody wants it so. */
export function Screen({ job, analytics, playhead }: ScreenProps) {
  const [wish, setWish] = useState<View>(null);
  const [wasPlayed, setPlayed] = useState(false);
  const hasVideo = job.status === 'completed' && job.purged_at === null;
  const view = wish ?? viewOf(job, { hasVideo, wasPlayed });
  const JobPlayer = useLoaded(view === 'live', () =>
    import('../player/job-player.tsx').then((module) => module.JobPlayer),
  );
  return (
    <>
      {job.status === 'failed' && <Trouble error={failureOf(job)} />}
      {job.purged_at !== null && <p class="notice">{words.watch.purged}</p>}
      {view === 'video' && <VideoPlayer job={job} clock={analytics?.video ?? null} playhead={playhead} />}
      {view === 'live' &&
        (JobPlayer ? (
          <JobPlayer job={job} playhead={playhead} onPlaying={(isPlaying) => isPlaying && setPlayed(true)} />
        ) : (
          <div class="screen in-work" aria-busy="true" />
        ))}
      {!isFinished(job.status) && <JobProgress job={job} />}
      {isFinished(job.status) && <ViewChoice view={view} hasVideo={hasVideo} onChange={setWish} />}
    </>
  );
}

/** What is shown by itself. Nobody who is watching live is interrupted by a video that has become ready. */
function viewOf(job: Job, { hasVideo, wasPlayed }: { hasVideo: boolean; wasPlayed: boolean }): View {
  if (!isFinished(job.status) || wasPlayed) return 'live';
  return hasVideo ? 'video' : null;
}

function ViewChoice({ view, hasVideo, onChange }: { view: View; hasVideo: boolean; onChange: (view: View) => void }) {
  const { watch } = words;
  if (!hasVideo) {
    return view === 'live' ? null : (
      <p>
        <button type="button" onClick={() => onChange('live')}>
          {watch.watchLive}
        </button>
      </p>
    );
  }
  return (
    <fieldset class="row views" aria-label={watch.views.label}>
      {(['video', 'live'] as const).map((name) => (
        <button key={name} type="button" aria-pressed={view === name} onClick={() => onChange(name)}>
          {watch.views[name]}
        </button>
      ))}
    </fieldset>
  );
}

/** A failed job says what a refused request would have said. */
function failureOf({ error_code, error_hint }: Job): FailedCall {
  return new FailedCall(500, { code: error_code ?? 'render/failed', detail: error_hint ?? '' }, null);
}
