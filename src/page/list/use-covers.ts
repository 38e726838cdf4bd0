import { useEffect, useState } from 'preact/hooks';
import type { BeatmapCovers, Job } from '../../contract/index.ts';
import { getJson } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { stateOf } from './job-state.ts';

/** Links to the pictures of maps, by their MD5. */
export type Covers = BeatmapCovers['covers'];

/** The pictures of the maps of jobs without a video. One request says which of them exist. */
export function useCovers(jobs: readonly Job[]): Covers {
  const [covers, setCovers] = useState<Covers>({});
  const wanted = jobs.filter(needsCover);
  const md5s = [...new Set(wanted.map(({ beatmap_md5 }) => beatmap_md5.toLowerCase()))].sort().join();
  // A worker may have downloaded the map since.
  const states = wanted.map(({ status }) => status).join();
  useEffect(() => {
    if (md5s === '') return;
    const unmounted = new AbortController();
    // Cards without a picture are complete, so a failure is no message.
    getJson<BeatmapCovers>(linkTo(`/v1/beatmaps/covers?md5=${md5s}`), unmounted).then(
      (found) => setCovers(found.covers),
      () => {},
    );
    return () => unmounted.abort();
  }, [md5s, states]);
  return covers;
}

function needsCover(job: Job): boolean {
  return stateOf(job) !== 'completed' && /^[0-9a-f]{32}$/i.test(job.beatmap_md5);
}
