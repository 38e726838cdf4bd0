import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { artifactKeys, isSkinName } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import { type Beatmaps, type LocalBeatmap, packFolder } from '../../beatmaps/index.ts';
import { type Job, replayKeys } from '../../jobs/index.ts';
import { skinKey } from '../../skins/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { ResourceVersion } from '../requests/conditional-request.ts';
import type { BeatmapFetcher } from './beatmap-fetcher.ts';
import { fileNameOf } from './file-name.ts';

/** A file for the live player, from storage or from the beatmap library. */
export interface PlayerFile extends ResourceVersion {
  readonly fileName: string;
  /** Null: not known before the whole file is sent. */
  readonly sizeBytes: number | null;
  read(): Promise<Readable> | Readable;
}

export interface PlayerFiles {
  /** One of the replays of a job, from 1. */
  replay(job: Job, number?: number): Promise<PlayerFile>;
  /** The beatmap set of a job; downloaded if the service does not have it yet. */
  beatmap(job: Job): Promise<PlayerFile>;
  /** A beatmap set that the service already has. Nothing is downloaded for clients without a job. */
  localBeatmap(beatmapMd5: string): Promise<PlayerFile>;
  skin(name: string): Promise<PlayerFile>;
}

export interface PlayerFilesOptions {
  readonly beatmaps: Pick<Beatmaps, 'findLocal'>;
  readonly fetcher: BeatmapFetcher;
  readonly storage: Storage;
  /** The maximum size of a beatmap set. */
  readonly maxBytes: number;
}

export function createPlayerFiles({ beatmaps, fetcher, storage, maxBytes }: PlayerFilesOptions): PlayerFiles {
  async function storedFile(key: string, missing: () => Failure): Promise<PlayerFile> {
    const object = await storage.stat(key);
    if (object === null) throw missing();
    const { etag, lastModified, sizeBytes } = object;
    return {
      etag,
      lastModified,
      sizeBytes,
      fileName: key.slice(key.lastIndexOf('/') + 1),
      async read() {
        const opened = await storage.get(key);
        // An object that was replaced since `stat` may have another size than the headers announce.
        if (opened?.etag === etag) return opened.stream;
        opened?.stream.destroy();
        throw missing();
      },
    };
  }

  async function beatmapFile(local: LocalBeatmap, md5: string): Promise<PlayerFile> {
    if (local.from === 'storage') return storedFile(local.key, noBeatmap);
    const fileName = `${md5}.osz`;
    if (local.kind === 'folder') {
      return { fileName, sizeBytes: null, ...(await packFolder(local.path, maxBytes)) };
    }
    const { size, mtime, mtimeMs } = await stat(local.path);
    const etag = `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`;
    return { fileName, etag, lastModified: mtime, sizeBytes: size, read: () => createReadStream(local.path) };
  }

  async function localBeatmap(md5: string): Promise<PlayerFile> {
    const local = await beatmaps.findLocal(md5);
    if (local === null) throw noBeatmap();
    return beatmapFile(local, md5);
  }

  return {
    async replay(job, number = 1) {
      const key = replayKeys(job)[number - 1];
      if (key === undefined) throw new Failure('artifact/not-found', `The job has no replay ${number}.`);
      const file = await storedFile(key, () => new Failure('replay/not-stored'));
      return number > 1 ? file : { ...file, fileName: fileNameOf(job, 'osr') ?? file.fileName };
    },
    async beatmap({ beatmapSha256, beatmapSetId, replay, status }) {
      if (beatmapSetId !== null) return storedFile(artifactKeys.beatmap(beatmapSetId), noBeatmap);
      if (beatmapSha256 !== null) throw noBeatmap();
      const local = await beatmaps.findLocal(replay.beatmapMd5);
      if (local !== null) return beatmapFile(local, replay.beatmapMd5);
      // A worker is downloading the beatmap set and will put it into storage.
      if (status === 'downloading') throw new Failure('beatmap/not-yet');
      await fetcher.fetch(replay.beatmapMd5);
      return localBeatmap(replay.beatmapMd5);
    },
    localBeatmap,
    async skin(name) {
      const missing = () => new Failure('skin/not-found', `There is no skin ${JSON.stringify(name.slice(0, 128))}.`);
      if (!isSkinName(name)) throw missing();
      return storedFile(skinKey(name), missing);
    },
  };
}

function noBeatmap(): Failure {
  return new Failure('beatmap/not-found');
}
