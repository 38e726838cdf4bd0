import type { MistakeAnalytics } from '../analytics/index.ts';
import type { StudiedPlay } from './study-play.ts';

/** A play in the list of the report; the keys are those of `study --json`. */
export interface ListedPlay {
  /** Of the bytes of the replay: the examples name their play by it. */
  readonly replay_md5: string;
  readonly file: string;
  readonly player: string;
  readonly artist: string;
  readonly title: string;
  readonly difficulty: string;
  readonly mods: readonly string[];
  /** In UTC; null if the replay has no valid date. */
  readonly played_at: string | null;
  /** Whether the play ended before the map did, because its health was empty or a mod ended it. */
  readonly failed: boolean;
  /** Null without judged objects. */
  readonly accuracy: number | null;
  readonly pp: number | null;
  readonly misses: number;
  readonly max_combo: number;
  readonly unstable_rate: number | null;
  /** Song milliseconds per real millisecond. */
  readonly clock_rate: number;
  /** In osu! pixels. */
  readonly circle_radius: number;
  /** The mistakes that cost most, the most costly first; none that cost nothing. */
  readonly costliest: readonly MistakeAnalytics[];
}

/** A mistake of one of the plays. */
export interface Example extends MistakeAnalytics {
  readonly replay_md5: string;
}

const maxCostliest = 3;

/** What the report keeps of one play. */
export function listedPlay(play: StudiedPlay, file: string): ListedPlay {
  const { artist, title, difficulty } = play.map;
  return {
    replay_md5: play.replayMd5,
    file,
    player: play.player,
    artist,
    title,
    difficulty,
    mods: play.mods,
    played_at: play.playedAtUnixMs === null ? null : new Date(play.playedAtUnixMs).toISOString(),
    failed: play.failed,
    accuracy: play.objects === 0 ? null : round(play.accuracy, 6),
    pp: play.pp === null ? null : round(play.pp, 2),
    misses: play.misses,
    max_combo: play.maxCombo,
    unstable_rate: play.unstableRate === null ? null : round(play.unstableRate, 2),
    clock_rate: play.clockRate,
    circle_radius: round(play.circleRadius, 2),
    costliest: play.costliest.slice(0, maxCostliest),
  };
}

type Costs = Pick<MistakeAnalytics, 'pp_lost' | 'combo_lost'>;

/** Compares costs, the highest first: by pp, then by combo. */
export function byCostliest(a: Costs, b: Costs): number {
  return (b.pp_lost ?? 0) - (a.pp_lost ?? 0) || b.combo_lost - a.combo_lost;
}

/** The orders of the list of plays; those that compare equal are in the order of their dates and files. */
export const playOrders = ['cost', 'date', 'pp'] as const;
export type PlayOrder = (typeof playOrders)[number];

const none: Costs = { pp_lost: null, combo_lost: 0 };

const comparisons: Readonly<Record<PlayOrder, (a: ListedPlay, b: ListedPlay) => number>> = {
  cost: (a, b) => byCostliest(a.costliest[0] ?? none, b.costliest[0] ?? none),
  date: byDate,
  pp: (a, b) => (b.pp ?? 0) - (a.pp ?? 0),
};

/** Sorts plays: by their most costly mistake, the newest first, or by pp. */
export function sortPlays(plays: readonly ListedPlay[], order: PlayOrder): ListedPlay[] {
  const compare = comparisons[order];
  return [...plays].sort((a, b) => compare(a, b) || byDate(a, b) || (a.file < b.file ? -1 : 1));
}

function byDate(a: ListedPlay, b: ListedPlay): number {
  const [first, second] = [a.played_at ?? '', b.played_at ?? ''];
  return first === second ? 0 : first > second ? -1 : 1;
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
