import { modsOf } from '../../game/mods/index.ts';
import { type Grade, gradeOf, recordedAccuracy } from '../../game/play/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import { mapNameOf } from './map-name.ts';

/** What a replay says of itself, before anything is sent anywhere. */
export interface ReplayCard {
  readonly player: string;
  readonly map: string | null;
  readonly beatmapMd5: string;
  readonly mods: readonly string[];
  readonly score: number;
  readonly maxCombo: number;
  readonly perfect: boolean;
  readonly counts: Replay['header']['counts'];
  /** 0 to 1; null for a file that counted nothing. */
  readonly accuracy: number | null;
  readonly grade: Grade | null;
  readonly playedAtUnixMs: number | null;
}

/** Reads a file with the service's own reader; throws its `Failure` for one that cannot be rendered. */
export async function readReplayFile(file: File): Promise<ReplayCard> {
  const replay = readReplay(new Uint8Array(await file.arrayBuffer()));
  requireRenderable(replay);
  const { player, beatmapMd5, score, maxCombo, perfect, counts, playedAtUnixMs } = replay.header;
  const mods = modsOf(replay);
  const accuracy = recordedAccuracy(replay);
  return {
    ...{ player, beatmapMd5, score, maxCombo, perfect, counts, playedAtUnixMs, accuracy },
    map: mapNameOf(file.name, player),
    mods: mods.acronyms,
    grade: accuracy === null ? null : gradeOf({ ...counts, misses: counts.miss, accuracy }, mods),
  };
}
