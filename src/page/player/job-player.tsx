import { useCallback, useMemo } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { renderOptionsOf } from '../../contract/settings/index.ts';
import { linkTo } from '../link-to.ts';
import { fetchJobFiles } from './job-files.ts';
import { liveOptionsOf } from './live-options.ts';
import type { Playhead } from './playhead.ts';
import { ReplayLoader } from './replay-loader.tsx';

export interface JobPlayerProps {
  readonly job: Job;
  readonly playhead: Playhead;
  readonly onPlaying?: (isPlaying: boolean) => void;
  readonly onLoadError?: (error: unknown) => boolean;
}

/** Plays the replay of a job with the settings of its video. */
export function JobPlayer({ job, ...player }: JobPlayerProps) {
  const { job_id, config } = job;
  const load = useCallback((options: { signal: AbortSignal }) => fetchJobFiles(job_id, options), [job_id]);
  const options = useMemo(() => liveOptionsOf(config), [job_id]);
  const page = useMemo(() => {
    const { start = null, speed } = renderOptionsOf(config);
    return { url: location.origin + linkTo(`/view/${job_id}`), start, speed };
  }, [job_id]);
  return <ReplayLoader load={load} options={options} skin={config.skin} page={page} {...player} />;
}
