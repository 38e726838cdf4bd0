import { join } from 'node:path';
import { type Beatmaps, createOsuApi, type OsuApi, openBeatmaps } from '../../service/beatmaps/index.ts';
import { installDemo } from './install-demo.ts';
import type { Installation } from './open-installation.ts';

/** Opens the sources of beatmaps that the renders and the live player of this process share. */
export async function openBeatmapSources(
  installation: Installation,
  osuApi: OsuApi | null = openOsuApi(installation),
): Promise<Beatmaps> {
  const { config, storage, log } = installation;
  // On every machine that renders, not only beside the API. A library may be read-only.
  await installDemo(config.dataDir).catch((err) =>
    log.warn({ err }, 'the demo could not be copied to the data folder'),
  );
  const beatmaps = await openBeatmaps({
    folder: join(config.dataDir, 'beatmaps'),
    storage,
    mirrors: config.beatmapMirrors,
    osuApi,
    maxBytes: config.limits.maxBeatmapBytes,
    onMirrorError: (host, err) => log.info({ host, err }, 'a request to a beatmap mirror failed'),
    onLibraryError: (what, err) => log.warn({ what, err }, 'the beatmap library has a problem'),
  });
  installation.onClose('beatmaps', () => beatmaps.stop());
  return beatmaps;
}

/** The osu! API, if the operator has its credentials. A process has one, because its limits count all requests. */
export function openOsuApi({ config }: Pick<Installation, 'config'>): OsuApi | null {
  return config.osuApi && createOsuApi(config.osuApi);
}
