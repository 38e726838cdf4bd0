import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { artifactKeys, defaultSkin } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import type { BeatmapSet, Beatmaps } from '../beatmaps/index.ts';
import type { Job } from '../jobs/index.ts';
import type { Storage } from '../storage/index.ts';
import type { SkinCache } from './skin-cache.ts';

/** What a render needs, on this machine. */
export interface Assets {
  readonly replay: string;
  readonly beatmap: BeatmapSet;
  /** The folder of a skin; null for our own. */
  readonly skin: string | null;
}

/** Assets that are there until they are let go. */
export interface HeldAssets extends Assets {
  release(): void;
}

export interface Gathering {
  readonly storage: Storage;
  readonly beatmaps: Beatmaps;
  readonly skins: SkinCache;
  /** The job's own. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

export async function gatherAssets(job: Job, gathering: Gathering): Promise<HeldAssets> {
  const { storage, beatmaps, skins, folder, signal, onLine } = gathering;
  const { id, options } = job;

  async function fetchObject(key: string, name: string): Promise<string> {
    const object = await storage.get(key, { signal });
    if (object === null) throw new Failure('artifact/not-found', `The object ${key} is no longer stored.`);
    const path = join(folder, name);
    await pipeline(object.stream, createWriteStream(path), { signal });
    return path;
  }

  async function findBeatmap(): Promise<BeatmapSet> {
    const { beatmapMd5 } = job.replay;
    if (job.beatmapSha256 !== null) {
      onLine(`The beatmap ${beatmapMd5} came with the replay.`);
      return { kind: 'archive', path: await fetchObject(artifactKeys.beatmap(id), 'beatmap.osz') };
    }
    onLine(`Looking for the beatmap ${beatmapMd5}.`);
    const { from, ...beatmap } = await beatmaps.find(beatmapMd5, { folder, signal });
    onLine(foundLines[from]);
    return beatmap;
  }

  const replay = await fetchObject(artifactKeys.replay(id), 'replay.osr');
  const beatmap = await findBeatmap();
  if (options.skin === defaultSkin) return { replay, beatmap, skin: null, release() {} };
  onLine(`Fetching the skin "${options.skin}".`);
  const skin = await skins.open(options.skin, { signal });
  return { replay, beatmap, skin: skin.folder, release: skin.release };
}

const foundLines = {
  library: 'It is in the library.',
  storage: 'It is in storage.',
  mirror: 'A mirror had it.',
} as const;
