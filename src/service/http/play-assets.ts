import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { artifactKeys, isSkinName } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { type Beatmaps, type KnownBeatmap, packFolder } from '../beatmaps/index.ts';
import type { Job } from '../jobs/index.ts';
import { skinKey } from '../skins/index.ts';
import type { Storage } from '../storage/index.ts';
import type { BeatmapFetches } from './beatmap-fetches.ts';
import type { Version } from './unchanged.ts';

/** A file that a play is shown with, wherever it lies. */
export interface PlayAsset extends Version {
  readonly fileName: string;
  /** Null: known when all of it is sent. */
  readonly sizeBytes: number | null;
  read(): Promise<Readable> | Readable;
}

export interface PlayAssets {
  replay(job: Job): Promise<PlayAsset>;
  /** The set a job is rendered with, fetched where it is not at hand yet. */
  beatmap(job: Job): Promise<PlayAsset>;
  /** A set that is at hand; nothing is fetched for whoever has made no job. */
  knownBeatmap(beatmapMd5: string): Promise<PlayAsset>;
  skin(name: string): Promise<PlayAsset>;
}

export interface PlayAssetsOptions {
  readonly beatmaps: Pick<Beatmaps, 'known'>;
  readonly fetches: BeatmapFetches;
  readonly storage: Storage;
  /** Of a set. */
  readonly maxBytes: number;
}

export function createPlayAssets({ beatmaps, fetches, storage, maxBytes }: PlayAssetsOptions): PlayAssets {
  async function stored(key: string, missing: () => Failure): Promise<PlayAsset> {
    const object = await storage.stat(key);
    if (object === null) throw missing();
    const { etag, lastModified, sizeBytes } = object;
    return {
      ...{ etag, lastModified, sizeBytes, fileName: key.slice(key.lastIndexOf('/') + 1) },
      async read() {
        const opened = await storage.get(key);
        // Replaced by something of another size since it was looked at, it would break the answer's promise.
        if (opened?.etag === etag) return opened.stream;
        opened?.stream.destroy();
        throw missing();
      },
    };
  }

  async function assetOf(known: KnownBeatmap, md5: string): Promise<PlayAsset> {
    if (known.from === 'storage') return stored(known.key, noBeatmap);
    const fileName = `${md5}.osz`;
    if (known.kind === 'folder') {
      return { fileName, sizeBytes: null, ...(await packFolder(known.path, maxBytes)) };
    }
    const { size, mtime, mtimeMs } = await stat(known.path);
    const etag = `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`;
    return { fileName, etag, lastModified: mtime, sizeBytes: size, read: () => createReadStream(known.path) };
  }

  async function knownBeatmap(md5: string): Promise<PlayAsset> {
    const known = await beatmaps.known(md5);
    if (known === null) throw noBeatmap();
    return assetOf(known, md5);
  }

  return {
    replay: ({ id }) => stored(artifactKeys.replay(id), () => new Failure('replay/not-stored')),
    async beatmap({ id, beatmapSha256, replay, status }) {
      if (beatmapSha256 !== null) return stored(artifactKeys.beatmap(id), noBeatmap);
      const known = await beatmaps.known(replay.beatmapMd5);
      if (known !== null) return assetOf(known, replay.beatmapMd5);
      // A worker is at it, and puts what it finds into storage.
      if (status === 'downloading') throw new Failure('beatmap/not-yet');
      await fetches.fetch(replay.beatmapMd5);
      return knownBeatmap(replay.beatmapMd5);
    },
    knownBeatmap,
    async skin(name) {
      const missing = () => new Failure('skin/not-found', `There is no skin ${JSON.stringify(name.slice(0, 128))}.`);
      if (!isSkinName(name)) throw missing();
      return stored(skinKey(name), missing);
    },
  };
}

function noBeatmap(): Failure {
  return new Failure('beatmap/not-found');
}
