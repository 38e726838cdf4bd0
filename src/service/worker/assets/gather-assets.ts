import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { artifactKeys, defaultSkin } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { BeatmapSet, Beatmaps } from '../../beatmaps/index.ts';
import { replayKeys } from '../../jobs/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { RenderedJob } from '../segment/segment-claims.ts';
import type { SkinCache } from './skin-cache.ts';

/** The files that a render needs, on this machine. */
export interface Assets {
  readonly replay: string;
  /** The further replays of a video of several plays, in their order. */
  readonly others: readonly string[];
  readonly beatmap: BeatmapSet;
  /** The folder of the skin; null for the built-in skin. */
  readonly skin: string | null;
}

/** Assets that exist until they are released. */
export interface GatheredAssets extends Assets {
  release(): void;
}

export interface GatherOptions {
  readonly storage: Pick<Storage, 'get'>;
  readonly beatmaps: Pick<Beatmaps, 'find'>;
  readonly skins: SkinCache;
  /** The folder of this attempt. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/** Downloads the replays, the beatmap and the skin of a job. */
export async function gatherAssets(job: RenderedJob, gatherOptions: GatherOptions): Promise<GatheredAssets> {
  const { storage, beatmaps, skins, folder, signal, onLine } = gatherOptions;
  const { options } = job;

  async function downloadObject(key: string, name: string): Promise<string> {
    const object = await storage.get(key, { signal });
    if (object === null) throw new Failure('artifact/not-found', `The object ${key} is no longer stored.`);
    const path = join(folder, name);
    await pipeline(object.stream, createWriteStream(path), { signal });
    return path;
  }

  async function findBeatmap(): Promise<BeatmapSet> {
    const { beatmapMd5 } = job.replay;
    if (job.beatmapSetId !== null) {
      onLine(`The beatmap ${beatmapMd5} was uploaded with the replay.`);
      return { kind: 'archive', path: await downloadObject(artifactKeys.beatmap(job.beatmapSetId), 'beatmap.osz') };
    }
    onLine(`Looking for the beatmap ${beatmapMd5}.`);
    const { from, ...beatmap } = await beatmaps.find(beatmapMd5, { folder, signal });
    onLine(foundLines[from]);
    return beatmap;
  }

  // One after another: after a failure, no other download may still write to the folder, which is then removed.
  const replays: string[] = [];
  for (const [i, key] of replayKeys(job).entries()) replays.push(await downloadObject(key, `replay-${i + 1}.osr`));
  const [replay = '', ...others] = replays;
  const beatmap = await findBeatmap();
  if (options.skin === defaultSkin) return { replay, others, beatmap, skin: null, release() {} };
  onLine(`Downloading the skin "${options.skin}".`);
  const skin = await skins.open(options.skin, { signal });
  return { replay, others, beatmap, skin: skin.folder, release: skin.release };
}

const foundLines = {
  library: 'Found it in the library.',
  storage: 'Found it in storage.',
  mirror: 'Downloaded it from a mirror.',
} as const;
