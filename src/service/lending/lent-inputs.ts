import { stat } from 'node:fs/promises';
import { artifactKeys, defaultSkin, type LentSegment } from '../../contract/index.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Job } from '../jobs/index.ts';
import { skinKey } from '../skins/index.ts';
import type { Storage } from '../storage/index.ts';

export interface InputSources {
  readonly storage: Pick<Storage, 'stat' | 'signedUrl'>;
  readonly beatmaps: Pick<Beatmaps, 'findLocal'>;
}

type Inputs = LentSegment['inputs'];

/** Long enough to download the inputs over a slow connection, short enough that a leaked log does not matter. */
const linkSeconds = 15 * 60;

/**
 * Links to the files that a segment is rendered from. Null if the service cannot send all of them: a file is gone, the set is a
 * folder of the library (only an archive has the fingerprint that the worker compares), or the video shows several replays (a
 * segment is lent with one).
 */
export async function findLentInputs(
  { storage, beatmaps }: InputSources,
  { id, options, beatmapSetId, replay, otherPlayers }: Job,
  beatmapUrl: string,
): Promise<Inputs | null> {
  if (otherPlayers.length > 0) return null;
  async function stored(key: string): Promise<Inputs['replay'] | null> {
    const object = await storage.stat(key);
    if (object === null) return null;
    const url = await storage.signedUrl(key, { expiresInSeconds: linkSeconds });
    return { url, bytes: object.sizeBytes, etag: object.etag };
  }

  async function findBeatmap(): Promise<Inputs['beatmap'] | null> {
    if (beatmapSetId !== null) return stored(artifactKeys.beatmap(beatmapSetId));
    const local = await beatmaps.findLocal(replay.beatmapMd5);
    if (local === null) return null;
    if (local.from === 'storage') return stored(local.key);
    if (local.kind === 'folder') return null;
    const { size, mtimeMs } = await stat(local.path);
    return { url: beatmapUrl, bytes: size, etag: `"${size}-${mtimeMs}"` };
  }

  const [replayLink, beatmap, skin] = await Promise.all([
    stored(artifactKeys.replay(id)),
    findBeatmap(),
    options.skin === defaultSkin ? null : stored(skinKey(options.skin)),
  ]);
  if (replayLink === null || beatmap === null) return null;
  if (options.skin !== defaultSkin && skin === null) return null;
  return { replay: replayLink, beatmap, skin };
}
