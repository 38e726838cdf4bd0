import { useCallback, useMemo } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import type { Playhead } from '../watch/playhead.ts';
import { fetchJobFiles } from './job-files.ts';
import { PlayLoader } from './play-loader.tsx';
import { stageOptionsOf } from './stage-options.ts';

export interface JobPlayerProps {
  readonly job: Job;
  readonly playhead: Playhead;
  readonly onPlaying?: (isPlaying: boolean) => void;
}

/** The replay of a job, live, as its video is or will be. */
export function JobPlayer({ job, ...player }: JobPlayerProps) {
  const { job_id, config } = job;
  const load = useCallback((options: { signal: AbortSignal }) => fetchJobFiles(job_id, options), [job_id]);
  const options = useMemo(() => stageOptionsOf(config), [job_id]);
  return <PlayLoader load={load} options={options} skin={config.skin} {...player} />;
}
