import type { Millis } from '../units.ts';

/** The uncompressed fields of an .osr file, and the positions of its compressed parts. */
export interface ReplayHeader {
  /** 0 osu!standard, 1 taiko, 2 catch, 3 mania. */
  readonly mode: number;
  /** YYYYMMDD of the stable client, or 30000000 and above for lazer. */
  readonly version: number;
  readonly beatmapMd5: string;
  readonly player: string;
  readonly replayMd5: string;
  readonly counts: HitCounts;
  readonly score: number;
  readonly maxCombo: number;
  readonly perfect: boolean;
  /** Stable's bitmask; in lazer replays it is only a lossy copy of `ScoreInfo.mods`. */
  readonly modBits: number;
  readonly lifeGraph: readonly LifePoint[];
  /** Null if the date in the file is invalid. */
  readonly playedAtUnixMs: number | null;
  /** As in the file: 0 or −1 for scores that were never submitted, null if the file has no id. */
  readonly onlineId: bigint | null;
  /** Position of the LZMA stream of frames; length 0 for a replay without frames. */
  readonly frames: ByteSpan;
  /** Position of lazer's LZMA stream of JSON. */
  readonly scoreInfo: ByteSpan | null;
}

/** The hit counts of a score. */
export interface HitCounts {
  readonly n300: number;
  readonly n100: number;
  readonly n50: number;
  readonly geki: number;
  readonly katu: number;
  readonly miss: number;
}

/** A point of the life graph. */
export interface LifePoint {
  readonly time: Millis;
  /** 0 to 1. */
  readonly health: number;
}

/** A range of bytes in the file. */
export interface ByteSpan {
  readonly offset: number;
  readonly length: number;
}

/** One entry per frame, in file order, without the seed frame. `times` is the running sum of the deltas. */
export interface ReplayFrames {
  readonly count: number;
  readonly times: Float64Array;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  /** M1 1, M2 2, K1 4, K2 8, smoke 16. */
  readonly keys: Uint8Array;
}

/** A mod as lazer writes it; settings that are missing have the mod's defaults. */
export interface LazerMod {
  readonly acronym: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The JSON that lazer appends to its replays. */
export interface ScoreInfo {
  readonly mods: readonly LazerMod[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly maximumStatistics: Readonly<Record<string, number>>;
  readonly clientVersion: string;
  readonly rank: string | null;
  readonly totalScoreWithoutMods: number | null;
}

/** A decoded replay. */
export interface Replay {
  readonly header: ReplayHeader;
  readonly frames: ReplayFrames;
  readonly seed: number | null;
  readonly scoreInfo: ScoreInfo | null;
}
