import { Failure } from '../../../failure.ts';
import { findBeatmapByMd5, openArchive } from '../../../game/archive/index.ts';
import { type Beatmap, mapLengthMs, parseBeatmap, prepareMap } from '../../../game/beatmap/index.ts';
import type { Mods } from '../../../game/mods/index.ts';
import { createRosuPp } from '../../../game/pp/index.ts';

// Loaded when the first replay is added: the rating of maps is WebAssembly.

/** What the page shows of a map. */
export interface MapDescription {
  /** Artist, title and difficulty; null if the map does not name them. */
  readonly name: string | null;
  readonly mapper: string;
  /** With the mods of the play; null for a map that cannot be rated. */
  readonly stars: number | null;
  /** From the first object to the end of the last one, at the speed of the play; null for a map that cannot be played. */
  readonly seconds: number | null;
  /** The song time of the object in the middle, where a picture shows more than at the beginning. */
  readonly middleMs: number;
}

export function describeMap(osu: Uint8Array, mods: Mods): MapDescription {
  const { beatmap } = parseBeatmap(osu);
  const { artist, title, version, creator } = beatmap.metadata;
  return {
    name: title === '' ? null : `${artist === '' ? '' : `${artist} - `}${title} [${version}]`,
    mapper: creator,
    stars: createRosuPp().stars({ osu, mods }),
    seconds: secondsOf(beatmap, mods),
    middleMs: beatmap.objects[beatmap.objects.length >> 1]?.time ?? 0,
  };
}

function secondsOf(beatmap: Beatmap, mods: Mods): number | null {
  try {
    return mapLengthMs(prepareMap(beatmap, mods)) / 1000;
  } catch (error) {
    // Of another game mode, or too large to be rendered: the submission says so.
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The files of a map in a set that describe it; null if the set does not contain the map. */
export function readFromSet(set: Uint8Array, md5: string): { osu: Uint8Array; background: Uint8Array | null } | null {
  const archive = openArchive(set);
  const file = findBeatmapByMd5(archive, md5);
  if (file === null) return null;
  const { background } = parseBeatmap(file.bytes).beatmap;
  return { osu: file.bytes, background: background === null ? null : archive.read(background) };
}
