import { useCallback, useMemo } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { renderOptionsOf } from '../../contract/settings/index.ts';
import { linkTo } from '../link-to.ts';
import { shownPartOf } from '../shown-part.ts';
import { fetchJobFiles } from './job-files.ts';
import { liveOptionsOf } from './live-options.ts';
import type { Playhead } from './playhead.ts';
import { ReplayLoader } from './replay-loader.tsx';

interface JobPlayerProps {
  readonly job: Job;
  readonly playhead: Playhead;
  readonly autoPlay?: boolean;
  readonly onPlaying?: (isPlaying: boolean) => void;
  readonly onLoadError?: (error: unknown) => boolean;
}

/** Plays what the video of a job shows, with its settings and its times. */
export function JobPlayer({ job, ...player }: JobPlayerProps) {
  const { job_id, config } = job;
  const load = useCallback((options: { signal: AbortSignal }) => fetchJobFiles(job, options), [job_id]);
  const options = useMemo(() => ({ ...liveOptionsOf(config), part: shownPartOf(config) }), [job_id]);
  const page = useMemo(() => {
    const { speed } = renderOptionsOf(config);
    return { url: location.origin + linkTo(`/view/${job_id}`), speed };
  }, [job_id]);
  return <ReplayLoader load={load} options={options} skin={config.skin} page={page} {...player} />;
}
