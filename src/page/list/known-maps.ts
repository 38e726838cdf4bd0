import { useEffect, useState } from 'preact/hooks';
import type { BeatmapCovers, Job } from '../../contract/index.ts';
import { getJson } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { stateOf } from './job-state.ts';

/** What is known of the maps of jobs that do not know it themselves, by the MD5 of the map. */
export interface KnownMaps {
  /** Links to pictures. */
  readonly covers: BeatmapCovers['covers'];
  readonly titles: BeatmapCovers['titles'];
}

/** The pictures of the maps of jobs without a video, and the titles of those that no worker has begun, with one request. */
export function useKnownMaps(jobs: readonly Job[]): KnownMaps {
  const [maps, setMaps] = useState<KnownMaps>({ covers: {}, titles: {} });
  const wanted = jobs.filter(needsMap);
  const md5s = [...new Set(wanted.map(({ beatmap_md5 }) => beatmap_md5.toLowerCase()))].sort().join();
  // A worker may have downloaded the map since.
  const states = wanted.map(({ status }) => status).join();
  useEffect(() => {
    if (md5s === '') return;
    const unmounted = new AbortController();
    // Cards without a picture are complete, so a failure is no message.
    getJson<BeatmapCovers>(linkTo(`/v1/beatmaps/covers?md5=${md5s}`), unmounted).then(setMaps, () => {});
    return () => unmounted.abort();
  }, [md5s, states]);
  return maps;
}

function needsMap(job: Job): boolean {
  return (stateOf(job) !== 'completed' || job.map_title === '') && /^[0-9a-f]{32}$/i.test(job.beatmap_md5);
}

/** The title of a job: a worker writes it when it has the map; until then, that of the map if the service has it. */
export function titleOf({ map_title, beatmap_md5 }: Job, titles: KnownMaps['titles'] = {}): string {
  return map_title || titles[beatmap_md5.toLowerCase()] || words.untitled;
}
