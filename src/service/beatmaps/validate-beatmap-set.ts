import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Failure } from '../../failure.ts';
import { archiveEntries, archiveFailure, type Digest, digest, withTimeLimit } from '../archives/index.ts';

export interface BeatmapUpload {
  readonly path: string;
  /** The MD5 of the played map. */
  readonly beatmapMd5: string;
  readonly signal?: AbortSignal;
  /** The time limit of the validation. */
  readonly checkMs?: number;
}

/** Validates an uploaded set by unpacking every file, and checks that it contains the played map; throws otherwise. */
export function validateBeatmapSet({ path, beatmapMd5, signal, checkMs = 60_000 }: BeatmapUpload): Promise<Digest> {
  return withTimeLimit({ ms: checkMs, late: () => new Failure('beatmap/too-slow'), signal }, async (ends) => {
    if (!(await holdsBeatmap(path, beatmapMd5.toLowerCase(), ends))) {
      throw new Failure(
        'beatmap/mismatch',
        `No difficulty in it has the MD5 ${JSON.stringify(beatmapMd5.slice(0, 64))}.`,
      );
    }
    return digest(createReadStream(path));
  });
}

async function holdsBeatmap(path: string, wanted: string, signal: AbortSignal): Promise<boolean> {
  let isFound = false;
  try {
    for await (const entry of archiveEntries(path, { signal })) {
      if (!/\.osu$/i.test(entry.path)) {
        await entry.read();
        continue;
      }
      const hash = createHash('md5');
      await entry.read((chunk) => void hash.update(chunk));
      isFound ||= hash.digest('hex') === wanted;
    }
  } catch (error) {
    throw archiveFailure(error);
  }
  return isFound;
}
