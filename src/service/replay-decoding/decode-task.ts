import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../failure.ts';
import { analyticsJson } from '../../game/analytics/index.ts';
import { type Mods, modsOf, requireSupportedMods } from '../../game/mods/index.ts';
import { accuracyPercent, type RecordedGrade, recordedAccuracy, recordedGrade } from '../../game/play/index.ts';
import { type HitCounts, type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import { type ComparedMods, comparedMods } from '../../game/together/index.ts';

/** The paths of a stored .osr and of the analytics file to write, if one is wanted. */
export interface DecodeTask {
  readonly replayPath: string;
  readonly analyticsPath?: string;
}

/** The summary of a decoded replay, without its frames. */
export interface DecodedReplay {
  readonly player: string;
  readonly beatmapMd5: string;
  readonly counts: HitCounts;
  readonly score: number;
  readonly maxCombo: number;
  readonly perfect: boolean;
  readonly mods: readonly string[];
  readonly rules: 'stable' | 'lazer';
  /** Song milliseconds per real millisecond. */
  readonly speed: number;
  /** Null for a replay without hit counts. */
  readonly grade: RecordedGrade | null;
  /** In percent, as the client that recorded the play shows it; null for a replay without hit counts. */
  readonly accuracyPercent: number | null;
  readonly playedAtUnixMs: number | null;
  readonly frames: number;
  /** The song time of the latest frame. */
  readonly durationMs: number;
  /** SHA-256 of the file, in hex digits. */
  readonly sha256: string;
  /** The MD5 that the replay carries, in hex digits in lower case; null if it has no valid one. */
  readonly md5: string | null;
  /** What decides with which other plays it can be shown. */
  readonly comparedMods: ComparedMods;
  /** Why a video cannot show what its mods do; null if it can. */
  readonly unsupportedMods: string | null;
}

/** Decodes and validates a replay, and writes its analytics if they are wanted. */
export async function decodeReplay({ replayPath, analyticsPath }: DecodeTask): Promise<DecodedReplay> {
  const bytes = await readFile(replayPath);
  const replay = readReplay(bytes);
  requireRenderable(replay);
  if (analyticsPath !== undefined)
    await pipeline(Readable.from(analyticsJson(replay)), createWriteStream(analyticsPath));
  return { ...summaryOf(replay), sha256: createHash('sha256').update(bytes).digest('hex') };
}

function summaryOf(replay: Replay): Omit<DecodedReplay, 'sha256'> {
  const { header, frames } = replay;
  const mods = modsOf(replay);
  const accuracy = recordedAccuracy(replay);
  return {
    player: header.player,
    beatmapMd5: header.beatmapMd5,
    counts: header.counts,
    score: header.score,
    maxCombo: header.maxCombo,
    perfect: header.perfect,
    mods: mods.acronyms,
    rules: mods.rules,
    speed: mods.clockRate,
    grade: recordedGrade(replay, mods),
    accuracyPercent: accuracy === null ? null : accuracyPercent(accuracy, mods.rules),
    playedAtUnixMs: header.playedAtUnixMs,
    frames: frames.count,
    md5: /^[0-9a-f]{32}$/i.test(header.replayMd5) ? header.replayMd5.toLowerCase() : null,
    comparedMods: comparedMods(mods),
    unsupportedMods: problemOf(mods),
    durationMs: frames.times.reduce((latest, time) => Math.max(latest, time), 0),
  };
}

function problemOf(mods: Mods): string | null {
  try {
    requireSupportedMods(mods);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
