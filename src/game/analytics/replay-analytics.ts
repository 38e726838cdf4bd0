import { modsOf } from '../mods/index.ts';
import type { Replay, ReplayFrames, ReplayHeader } from '../replay/index.ts';
import type { PlayAnalytics } from './play-analytics.ts';

/** Analytics of a replay without its map; the keys are those of the API. */
export interface ReplayAnalytics {
  readonly identity: { readonly username: string; readonly beatmap_hash: string; readonly game_mode: 'osu!standard' };
  readonly performance: {
    readonly score: number;
    readonly max_combo: number;
    readonly perfect: boolean;
    readonly mods: readonly string[];
    /** 0 without the map. */
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

type PlayerTotals = Pick<ReplayAnalytics, 'identity' | 'performance' | 'hit_counts'>;
type HeaderTotals = Pick<ReplayHeader, 'player' | 'beatmapMd5' | 'score' | 'maxCombo' | 'perfect' | 'counts'>;

/** A frame of the replay in whole milliseconds and whole osu! pixels. */
export interface AnalyticsFrame {
  readonly t: number;
  readonly x: number;
  readonly y: number;
  readonly keys: number;
}

/** Computes the analytics of a replay. */
export function analyticsOf(replay: Replay): ReplayAnalytics {
  const { frames } = replay;
  return { ...summaryOf(replay, 0), frames: Array.from({ length: frames.count }, (_, i) => frameAt(frames, i)) };
}

const framesPerChunk = 4096;

/** The part of the analytics that needs the map. */
export interface JudgedAnalytics {
  readonly play: PlayAnalytics;
  /** Of the whole play; null for a map that cannot be rated. */
  readonly pp: number | null;
}

/** One of several players in the analytics of a video: without the frames, which the replay has, and the life bar. */
export type PlayerAnalytics = PlayerTotals & Partial<PlayAnalytics> & Partial<PlayerPlace>;

/** Where a player ended; absent if the video does not compare its players. */
export interface PlayerPlace {
  /** From 1. */
  readonly place: number;
  /** The song time at which the player left a knockout; null for those who play to the end. Absent without a knockout. */
  readonly dropped_out_at?: number | null;
}

/**
 * Writes the analytics as JSON in chunks of limited size, because a long replay has ten megabytes of JSON. The first
 * character is the opening brace, so that a caller can insert keys after it. The players are computed as they are written.
 */
export function* analyticsJson(
  replay: Replay,
  judged?: JudgedAnalytics,
  players?: Iterable<PlayerAnalytics>,
): Generator<string, void, undefined> {
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
  yield ']';
  if (players !== undefined) yield* playersJson(players);
  yield '}';
}

/** The key `players`, to follow the other keys of the analytics. */
export function* playersJson(players: Iterable<PlayerAnalytics>): Generator<string, void, undefined> {
  yield ',"players":[';
  let separator = '';
  for (const player of players) {
    yield `${separator}${JSON.stringify(player)}`;
    separator = ',';
  }
  yield ']';
}

function summaryOf(replay: Replay, pp: number): Omit<ReplayAnalytics, 'frames'> {
  const { header } = replay;
  return {
    ...playerTotals(header, { mods: modsOf(replay).acronyms, pp }),
    life_bar: header.lifeGraph.map(({ time, health }) => ({ time: roundToInteger(time), health })),
  };
}

/** What the header of a replay says about its player. */
export function playerTotals(
  { player, beatmapMd5, score, maxCombo, perfect, counts }: HeaderTotals,
  { mods, pp }: { readonly mods: readonly string[]; readonly pp: number },
): PlayerTotals {
  return {
    identity: { username: player, beatmap_hash: beatmapMd5, game_mode: 'osu!standard' },
    performance: { score, max_combo: maxCombo, perfect, mods, pp_earned: pp },
    hit_counts: {
      '300s': counts.n300,
      '100s': counts.n100,
      '50s': counts.n50,
      misses: counts.miss,
      geki: counts.geki,
      katu: counts.katu,
    },
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

/** Rounds to an integer; never returns −0. */
function roundToInteger(value: number): number {
  return Math.round(value) + 0;
}
