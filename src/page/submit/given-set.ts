/** A set of maps that somebody gave along with replays. */
export interface GivenSet {
  readonly id: number;
  readonly file: File;
  /** MD5s of the maps in it; null while it is being read. */
  readonly maps: ReadonlySet<string> | null;
  /** Why it could not be read; null otherwise. */
  readonly error: unknown;
}

/** The set with the map of a replay, the newest if there are several; null: none of those that are read has it. */
export function setWith(beatmapMd5: string, sets: readonly GivenSet[]): GivenSet | null {
  return sets.findLast(({ maps }) => maps?.has(beatmapMd5.toLowerCase())) ?? null;
}

/** Throws a `Failure` for a file that is no archive. */
export async function mapsIn(file: File): Promise<ReadonlySet<string>> {
  const [bytes, { difficultiesIn }] = await Promise.all([file.arrayBuffer(), import('./difficulties-in.ts')]);
  return difficultiesIn(new Uint8Array(bytes));
}
