import { useEffect, useState } from 'preact/hooks';
import type { Job, JobCovers } from '../../contract/index.ts';
import { getJson } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { stateOf } from './job-state.ts';

/** What is known of the maps of jobs that do not know it themselves, by the id of the job. */
export type KnownMaps = JobCovers;

/** The pictures of the maps of jobs without a video, and the titles of those that no worker has begun, with one request. */
export function useKnownMaps(jobs: readonly Job[]): KnownMaps {
  const [maps, setMaps] = useState<KnownMaps>({ covers: {}, titles: {} });
  const wanted = jobs.filter(needsMap);
  const ids = wanted
    .map(({ job_id }) => job_id)
    .sort()
    .join();
  // A worker may have downloaded the map since.
  const states = wanted.map(({ status }) => status).join();
  useEffect(() => {
    if (ids === '') return;
    const unmounted = new AbortController();
    // Cards without a picture are complete, so a failure is no message.
    getJson<JobCovers>(linkTo(`/v1/jobs/covers?ids=${ids}`), unmounted).then(setMaps, () => {});
    return () => unmounted.abort();
  }, [ids, states]);
  return maps;
}

function needsMap(job: Job): boolean {
  return stateOf(job) !== 'completed' || job.map_title === '';
}

/** The title of a job: a worker writes it when it has the map; until then, that of the map if the service has it. */
export function titleOf({ map_title, job_id }: Job, titles: KnownMaps['titles'] = {}): string {
  return map_title || titles[job_id] || words.untitled;
}
