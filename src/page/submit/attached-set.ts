/** A beatmap set that was added together with replays. */
export interface AttachedSet {
  readonly id: number;
  readonly file: File;
  /** MD5s of its beatmaps; null while it is being read. */
  readonly beatmapMd5s: ReadonlySet<string> | null;
  /** Why it could not be read, or null. */
  readonly error: unknown;
}

/** The set that contains the beatmap, the newest if there are several; null if no set that has been read contains it. */
export function findSetFor(beatmapMd5: string, sets: readonly AttachedSet[]): AttachedSet | null {
  return sets.findLast(({ beatmapMd5s }) => beatmapMd5s?.has(beatmapMd5.toLowerCase())) ?? null;
}

/** Reads the MD5s of the beatmaps in a set; throws a `Failure` for a file that is not an archive. */
export async function readBeatmapChecksums(file: File): Promise<ReadonlySet<string>> {
  const [bytes, { beatmapChecksumsOf }] = await Promise.all([file.arrayBuffer(), import('./beatmap-checksums.ts')]);
  return beatmapChecksumsOf(new Uint8Array(bytes));
}
