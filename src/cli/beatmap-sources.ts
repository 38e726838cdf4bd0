import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Beatmaps, openBeatmaps } from '../service/beatmaps/index.ts';
import type { Storage } from '../service/storage/index.ts';
import type { StopList } from './stop.ts';

export interface BeatmapParts {
  readonly storage: Storage;
  readonly log: Log;
  readonly running: StopList;
}

/** The places beatmaps come from, for the renders and the live player of a process alike. */
export async function openBeatmapSources(config: Config, { storage, log, running }: BeatmapParts): Promise<Beatmaps> {
  const beatmaps = await openBeatmaps({
    folder: join(config.dataDir, 'beatmaps'),
    storage,
    mirrors: config.beatmapMirrors,
    osuApi: config.osuApi,
    maxBytes: config.limits.maxBeatmapBytes,
    onTrouble: (host, err) => log.info({ host, err }, 'a beatmap mirror could not be asked'),
    onLibraryTrouble: (what, err) => log.warn({ what, err }, 'the beatmap library has a problem'),
  });
  running.add('beatmaps', () => beatmaps.stop());
  return beatmaps;
}
