import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BeatmapSet, Beatmaps } from '../beatmaps/index.ts';
import { artifactKeys, defaultSkin } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { Job } from '../jobs/index.ts';
import { skinKey } from '../skins/index.ts';
import type { Storage } from '../storage/index.ts';

/** What a render needs, on this machine. */
export interface Assets {
  readonly replay: string;
  readonly beatmap: BeatmapSet;
  readonly skin: string | null;
}

export interface Gathering {
  readonly storage: Storage;
  readonly beatmaps: Beatmaps;
  /** The job's own. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

export async function gatherAssets({ id, replay, options }: Job, gathering: Gathering): Promise<Assets> {
  const { storage, beatmaps, folder, signal, onLine } = gathering;

  async function fetchObject(key: string, name: string): Promise<string | null> {
    const object = await storage.get(key, { signal });
    if (object === null) return null;
    const path = join(folder, name);
    await pipeline(object.stream, createWriteStream(path), { signal });
    return path;
  }

  const replayPath = await fetchObject(artifactKeys.replay(id), 'replay.osr');
  if (replayPath === null) throw new Failure('artifact/not-found', 'The replay is no longer stored.');

  onLine(`Looking for the beatmap ${replay.beatmapMd5}.`);
  const beatmap = await beatmaps.find(replay.beatmapMd5, { folder, signal });
  onLine(foundLines[beatmap.from]);

  let skin: string | null = null;
  if (options.skin !== defaultSkin) {
    onLine(`Fetching the skin "${options.skin}".`);
    skin = await fetchObject(skinKey(options.skin), 'skin.osk');
    if (skin === null) throw new Failure('skin/not-found', `There is no skin "${options.skin}".`);
  }
  return { replay: replayPath, beatmap, skin };
}

const foundLines = {
  library: 'It is in the library.',
  storage: 'It is in storage.',
  mirror: 'A mirror had it.',
} as const;
