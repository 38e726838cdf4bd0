import { type Mods, modsOf } from '../../game/mods/index.ts';
import { type RecordedGrade, recordedAccuracy, recordedGrade } from '../../game/play/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import { beatmapNameOf } from './beatmap-name.ts';
import type { ReplaySpan } from './clip.ts';

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
  /** From its first frame to its last one. */
  readonly span: ReplaySpan;
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
    span: spanOf(replay.frames.times),
  };
}

function spanOf(times: Float64Array): ReplaySpan {
  const [first, last] = times.reduce(([min, max], time) => [Math.min(min, time), Math.max(max, time)], [0, 0]);
  return { startSeconds: first / 1000, endSeconds: last / 1000 };
}
