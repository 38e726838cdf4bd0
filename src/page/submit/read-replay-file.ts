import { type Mods, modsOf } from '../../game/mods/index.ts';
import { type RecordedGrade, recordedAccuracy, recordedGrade } from '../../game/play/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import { beatmapNameOf } from './beatmap-name.ts';

/** The header of a replay, as the page shows it before the upload. */
export interface ReplaySummary {
  readonly player: string;
  readonly beatmapName: string | null;
  readonly beatmapMd5: string;
  readonly mods: readonly string[];
  /** The effects of the mods. */
  readonly gameMods: Mods;
  readonly score: number;
  readonly maxCombo: number;
  readonly perfect: boolean;
  readonly counts: Replay['header']['counts'];
  /** 0 to 1; null if the replay has no hit counts. */
  readonly accuracy: number | null;
  readonly grade: RecordedGrade | null;
  readonly playedAtUnixMs: number | null;
  /** The time of the song at its last frame. */
  readonly endSeconds: number;
}

/** Reads a replay with the code of the service; throws its `Failure` if the replay cannot be rendered. */
export async function readReplayFile(file: File): Promise<ReplaySummary> {
  const replay = readReplay(new Uint8Array(await file.arrayBuffer()));
  requireRenderable(replay);
  const { player, beatmapMd5, score, maxCombo, perfect, counts, playedAtUnixMs } = replay.header;
  const mods = modsOf(replay);
  return {
    player,
    beatmapMd5,
    score,
    maxCombo,
    perfect,
    counts,
    playedAtUnixMs,
    accuracy: recordedAccuracy(replay),
    beatmapName: beatmapNameOf(file.name, player),
    mods: mods.acronyms,
    gameMods: mods,
    grade: recordedGrade(replay, mods),
    endSeconds: replay.frames.times.reduce((last, time) => Math.max(last, time), 0) / 1000,
  };
}
