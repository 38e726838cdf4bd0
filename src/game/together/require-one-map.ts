import { Failure } from '../../failure.ts';
import { md5Hex } from '../beatmap/index.ts';
import { readReplayHeader } from '../replay/index.ts';
import { type Layout, maxReplaysOf } from './layout.ts';

/** A replay with the name by which messages refer to it. */
export interface NamedReplay {
  readonly name: string;
  /** The bytes of the .osr. */
  readonly bytes: Uint8Array;
}

/** Refuses too many replays, replays of several maps and repeated replays, by their headers alone. */
export function requireOneMap(replays: readonly NamedReplay[], layout: Layout): void {
  requireCount(replays.length, layout);
  const check = createMapCheck();
  for (const replay of replays) check(replay);
}

/** Refuses a number of replays that a layout cannot show. */
export function requireCount(count: number, layout: Layout): void {
  const max = maxReplaysOf(layout);
  if (count >= 2 && count <= max) return;
  throw new Failure('together/count', `The layout ${layout} shows 2 to ${max} replays, not ${count}.`);
}

/**
 * A check of replays one after another, for a caller that does not keep all of them in memory. Files with the same digest are the
 * same replay.
 */
export function createMapCheck(digestOf: (bytes: Uint8Array) => string = md5Hex): (replay: NamedReplay) => void {
  const seen = new Map<string, string>();
  let first: { readonly name: string; readonly beatmapMd5: string } | undefined;
  return ({ name, bytes }) => {
    const { beatmapMd5, replayMd5 } = namingFile(name, () => readReplayHeader(bytes));
    first ??= { name, beatmapMd5 };
    if (beatmapMd5 !== first.beatmapMd5) {
      const both = `${JSON.stringify(name)} and ${JSON.stringify(first.name)}`;
      throw new Failure('together/other-map', `${both} are replays of different maps.`);
    }
    // The game's own hash also recognises a replay that was downloaded twice.
    const hashes = [digestOf(bytes), replayMd5].filter((hash) => hash !== '');
    const earlier = hashes.map((hash) => seen.get(hash)).find((found) => found !== undefined);
    if (earlier !== undefined) {
      const both = `${JSON.stringify(name)} and ${JSON.stringify(earlier)}`;
      throw new Failure('together/repeated', `${both} are the same replay.`);
    }
    for (const hash of hashes) seen.set(hash, name);
  };
}

/** Names a file in every failure. */
export function namingFile<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, `${JSON.stringify(name)}: ${error.message}`, { cause: error });
  }
}
