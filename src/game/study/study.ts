import { type HabitSums, type Habits, habitsOf, mergeHabitSums } from '../habits/index.ts';
import type { Cause } from '../mistakes/index.ts';
import { createProgressSums, type Progress, type ProgressSums } from './progress.ts';
import type { CauseCount, StudiedPlay } from './study-play.ts';

/** The habits of players over many replays; the keys are those of `study --json`. */
export interface StudyReport {
  /** In descending order of their plays. */
  readonly players: readonly PlayerReport[];
  /** In the order in which they were found. */
  readonly skipped: readonly SkippedFile[];
}

/** The plays of one player together. */
export interface PlayerReport extends Progress {
  readonly name: string;
  /** Dates as YYYY-MM-DD; null if no replay has a valid one. */
  readonly first_played: string | null;
  readonly last_played: string | null;
  readonly habits: Habits;
  /** The most frequent first. */
  readonly causes: readonly CauseShare[];
  /** The plays that are missing in the habits, because a mod aimed or pressed for the player. */
  readonly plays_without_aim: number;
  readonly plays_without_timing: number;
  /** In the order of time, without plays that have no valid date. */
  readonly months: readonly (Progress & { readonly month: string })[];
}

/** How many of the mistakes have a cause. */
export interface CauseShare {
  readonly cause: Cause;
  readonly mistakes: number;
  /** How many of them broke the combo. */
  readonly combo_breaks: number;
  /** 0 to 1. */
  readonly share: number;
}

/** A file that is not in the report. */
export interface SkippedFile {
  readonly file: string;
  /** One sentence. */
  readonly reason: string;
}

/** Collects plays, of which it keeps only sums. */
export interface Study {
  add(play: StudiedPlay): void;
  skip(file: SkippedFile): void;
  readonly playCount: number;
  report(): StudyReport;
}

export function createStudy(): Study {
  const players = new Map<string, PlayerSums>();
  const skipped: SkippedFile[] = [];
  let playCount = 0;
  return {
    add(play) {
      playCount++;
      const player = players.get(play.player) ?? createPlayerSums();
      players.set(play.player, player);
      player.add(play);
    },
    skip: (file) => void skipped.push(file),
    get playCount() {
      return playCount;
    },
    report: () => ({
      players: [...players]
        .map(([name, sums]) => sums.report(name))
        .sort((a, b) => b.plays - a.plays || (a.name < b.name ? -1 : 1)),
      skipped: [...skipped],
    }),
  };
}

interface PlayerSums {
  add(play: StudiedPlay): void;
  report(name: string): PlayerReport;
}

function createPlayerSums(): PlayerSums {
  const all = createProgressSums();
  const months = new Map<string, ProgressSums>();
  let habits: HabitSums = { aim: null, timing: null, keys: null };
  const causes = new Map<Cause, CauseCount>();
  let withoutAim = 0;
  let withoutTiming = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    add(play) {
      all.add(play);
      habits = mergeHabitSums(habits, play.habits);
      for (const [cause, count] of Object.entries(play.causes) as [Cause, CauseCount][]) {
        const { mistakes, comboBreaks } = causes.get(cause) ?? { mistakes: 0, comboBreaks: 0 };
        causes.set(cause, {
          mistakes: mistakes + count.mistakes,
          comboBreaks: comboBreaks + count.comboBreaks,
        });
      }
      if (play.habits.aim === null) withoutAim++;
      if (play.habits.timing === null) withoutTiming++;
      if (play.playedAtUnixMs === null) return;
      first = Math.min(first, play.playedAtUnixMs);
      last = Math.max(last, play.playedAtUnixMs);
      const month = dateOf(play.playedAtUnixMs).slice(0, -'-01'.length);
      const sums = months.get(month) ?? createProgressSums();
      months.set(month, sums);
      sums.add(play);
    },
    report: (name) => ({
      name,
      ...all.progress,
      first_played: first > last ? null : dateOf(first),
      last_played: first > last ? null : dateOf(last),
      habits: habitsOf(habits),
      causes: sharesOf(causes),
      plays_without_aim: withoutAim,
      plays_without_timing: withoutTiming,
      months: [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, sums]) => ({ month, ...sums.progress })),
    }),
  };
}

function sharesOf(causes: ReadonlyMap<Cause, CauseCount>): CauseShare[] {
  const all = [...causes.values()].reduce((sum, { mistakes }) => sum + mistakes, 0);
  return [...causes]
    .map(([cause, { mistakes, comboBreaks }]) => ({
      cause,
      mistakes,
      combo_breaks: comboBreaks,
      share: Number((mistakes / all).toFixed(4)),
    }))
    .sort((a, b) => b.mistakes - a.mistakes || (a.cause < b.cause ? -1 : 1));
}

/** YYYY-MM-DD in UTC. */
function dateOf(unixMs: number): string {
  const [date = ''] = new Date(unixMs).toISOString().split('T');
  return date;
}
