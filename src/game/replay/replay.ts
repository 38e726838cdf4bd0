import type { Millis } from '../units.ts';

/** Everything an .osr says before its compressed frames; where the compressed parts lie, but not what is in them. */
export interface ReplayHeader {
  /** 0 osu!standard, 1 taiko, 2 catch, 3 mania. */
  readonly mode: number;
  /** YYYYMMDD of the stable client; 30000000 and above: written by lazer. */
  readonly version: number;
  readonly beatmapMd5: string;
  readonly player: string;
  readonly replayMd5: string;
  readonly counts: HitCounts;
  readonly score: number;
  readonly maxCombo: number;
  readonly perfect: boolean;
  /** The stable bitmask. In lazer replays only a lossy copy of `ScoreInfo.mods`. */
  readonly modBits: number;
  readonly lifeGraph: readonly LifePoint[];
  /** Milliseconds since 1970; null when the file's date cannot be one. */
  readonly playedAtUnixMs: number | null;
  /** As written, 0 or −1 for scores that were never sent; null: the file has none. */
  readonly onlineId: bigint | null;
  /** Where the LZMA stream of frames lies in the file. Length 0: the replay has none. */
  readonly frames: ByteSpan;
  /** Where lazer's LZMA stream of JSON lies, if there is one. */
  readonly scoreInfo: ByteSpan | null;
}

export interface HitCounts {
  readonly n300: number;
  readonly n100: number;
  readonly n50: number;
  readonly geki: number;
  readonly katu: number;
  readonly miss: number;
}

export interface LifePoint {
  readonly time: Millis;
  /** 0 to 1. */
  readonly health: number;
}

export interface ByteSpan {
  readonly offset: number;
  readonly length: number;
}

/** One entry a frame, in file order; the seed frame is left out. `times` is the running sum of the deltas. */
export interface ReplayFrames {
  readonly count: number;
  readonly times: Float64Array;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  /** M1 1, M2 2, K1 4, K2 8, smoke 16. */
  readonly keys: Uint8Array;
}

/** A mod as lazer writes it; settings that are not listed have the mod's defaults. */
export interface LazerMod {
  readonly acronym: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The JSON lazer appends to its replays. */
export interface ScoreInfo {
  readonly mods: readonly LazerMod[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly maximumStatistics: Readonly<Record<string, number>>;
  readonly clientVersion: string;
  readonly rank: string | null;
  readonly totalScoreWithoutMods: number | null;
}

export interface Replay {
  readonly header: ReplayHeader;
  readonly frames: ReplayFrames;
  readonly seed: number | null;
  readonly scoreInfo: ScoreInfo | null;
}
