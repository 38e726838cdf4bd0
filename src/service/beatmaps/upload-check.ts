import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Failure } from '../../failure.ts';
import { archiveFailure, archiveMembers, type Digest, digest, withinTime } from '../archives/index.ts';

export interface BeatmapUpload {
  readonly path: string;
  /** Of the map that was played. */
  readonly beatmapMd5: string;
  readonly signal?: AbortSignal;
  /** How long the check may take. */
  readonly checkMs?: number;
}

/** Throws unless a set is sound, every file of it unpacked once and thrown away, and has the map that was played. */
export function checkBeatmapUpload({ path, beatmapMd5, signal, checkMs = 60_000 }: BeatmapUpload): Promise<Digest> {
  return withinTime({ ms: checkMs, late: () => new Failure('beatmap/too-slow'), signal }, async (ends) => {
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
    for await (const member of archiveMembers(path, { signal })) {
      if (!/\.osu$/i.test(member.path)) {
        await member.read();
        continue;
      }
      const hash = createHash('md5');
      await member.read((chunk) => void hash.update(chunk));
      isFound ||= hash.digest('hex') === wanted;
    }
  } catch (error) {
    throw archiveFailure(error);
  }
  return isFound;
}
