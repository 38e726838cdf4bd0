import { modsOf } from '../mods/index.ts';
import type { Replay, ReplayFrames } from '../replay/index.ts';
import type { PlayAnalytics } from './play-analytics.ts';

/** What a replay tells without its map, in the words of the service's interface. */
export interface ReplayAnalytics {
  readonly identity: { readonly username: string; readonly beatmap_hash: string; readonly game_mode: 'osu!standard' };
  readonly performance: {
    readonly score: number;
    readonly max_combo: number;
    readonly perfect: boolean;
    readonly mods: readonly string[];
    /** 0 until the map is known. */
    readonly pp_earned: number;
  };
  readonly hit_counts: {
    readonly '300s': number;
    readonly '100s': number;
    readonly '50s': number;
    readonly misses: number;
    readonly geki: number;
    readonly katu: number;
  };
  readonly life_bar: readonly { readonly time: number; readonly health: number }[];
  readonly frames: readonly AnalyticsFrame[];
}

/** Whole milliseconds and whole osu! pixels. */
export interface AnalyticsFrame {
  readonly t: number;
  readonly x: number;
  readonly y: number;
  readonly keys: number;
}

export function analyticsOf(replay: Replay): ReplayAnalytics {
  const { frames } = replay;
  return { ...summaryOf(replay, 0), frames: Array.from({ length: frames.count }, (_, i) => frameAt(frames, i)) };
}

const framesPerChunk = 4096;

/** What is known once the map is there. */
export interface JudgedAnalytics {
  readonly play: PlayAnalytics;
  /** Null for a map that cannot be rated. */
  readonly pp: number | null;
}

/**
 * The same as JSON, in pieces of bounded size: a long replay's would be a string of ten megabytes. The first
 * character is the opening brace of the record, so that keys can be put before the others.
 */
export function* analyticsJson(replay: Replay, judged?: JudgedAnalytics): Generator<string, void, undefined> {
  const { frames } = replay;
  const record = { ...summaryOf(replay, judged?.pp ?? 0), ...judged?.play };
  yield `${JSON.stringify(record).slice(0, -1)},"frames":[`;
  for (let start = 0; start < frames.count; start += framesPerChunk) {
    const entries: string[] = [];
    for (let i = start; i < Math.min(start + framesPerChunk, frames.count); i++) {
      const { t, x, y, keys } = frameAt(frames, i);
      entries.push(`{"t":${t},"x":${x},"y":${y},"keys":${keys}}`);
    }
    yield `${start === 0 ? '' : ','}${entries.join(',')}`;
  }
  yield ']}';
}

function summaryOf(replay: Replay, pp: number): Omit<ReplayAnalytics, 'frames'> {
  const { header } = replay;
  const { counts } = header;
  return {
    identity: { username: header.player, beatmap_hash: header.beatmapMd5, game_mode: 'osu!standard' },
    performance: {
      score: header.score,
      max_combo: header.maxCombo,
      perfect: header.perfect,
      mods: modsOf(replay).acronyms,
      pp_earned: pp,
    },
    hit_counts: {
      '300s': counts.n300,
      '100s': counts.n100,
      '50s': counts.n50,
      misses: counts.miss,
      geki: counts.geki,
      katu: counts.katu,
    },
    life_bar: header.lifeGraph.map(({ time, health }) => ({ time: roundToInteger(time), health })),
  };
}

function frameAt(frames: ReplayFrames, i: number): AnalyticsFrame {
  return {
    t: roundToInteger(frames.times[i]!),
    x: roundToInteger(frames.xs[i]!),
    y: roundToInteger(frames.ys[i]!),
    keys: frames.keys[i]!,
  };
}

/** Rounded, and never the −0 that rounding can leave. */
function roundToInteger(value: number): number {
  return Math.round(value) + 0;
}
