import { type HabitSums, type Habits, habitsOf, mergeHabitSums } from '../habits/index.ts';
import type { Cause } from '../mistakes/index.ts';
import { byCostliest, type Example, type ListedPlay, listedPlay, sortPlays } from './listed-play.ts';
import { createProgressSums, type Progress, type ProgressSums } from './progress.ts';
import type { CauseCount, StudiedPlay } from './study-play.ts';

/** The habits of players over many replays; the keys are those of `study --json`. */
export interface StudyReport {
  /** In descending order of their plays. */
  readonly players: readonly PlayerReport[];
  /** Of all players, that with the most costly mistake first. */
  readonly plays: readonly ListedPlay[];
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
  /** What each of them cost alone, added up; null if no play has costs. */
  readonly pp_lost: number | null;
  /** The most costly ones, each of another play; none that cost nothing. */
  readonly examples: readonly Example[];
}

/** A file that is not in the report. */
export interface SkippedFile {
  readonly file: string;
  /** One sentence. */
  readonly reason: string;
}

/** Collects plays, of which it keeps sums and a few numbers. */
export interface Study {
  /** Adds the play of a file. */
  add(play: StudiedPlay, file: string): void;
  skip(file: SkippedFile): void;
  readonly playCount: number;
  report(): StudyReport;
}

export function createStudy(): Study {
  const players = new Map<string, PlayerSums>();
  const plays: ListedPlay[] = [];
  const skipped: SkippedFile[] = [];
  return {
    add(play, file) {
      plays.push(listedPlay(play, file));
      const player = players.get(play.player) ?? createPlayerSums();
      players.set(play.player, player);
      player.add(play);
    },
    skip: (file) => void skipped.push(file),
    get playCount() {
      return plays.length;
    },
    report: () => ({
      players: [...players]
        .map(([name, sums]) => sums.report(name))
        .sort((a, b) => b.plays - a.plays || (a.name < b.name ? -1 : 1)),
      plays: sortPlays(plays, 'cost'),
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
  const causes = new Map<Cause, CauseSums>();
  let withoutAim = 0;
  let withoutTiming = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    add(play) {
      all.add(play);
      habits = mergeHabitSums(habits, play.habits);
      for (const [cause, count] of Object.entries(play.causes) as [Cause, CauseCount][]) {
        causes.set(cause, addCause(causes.get(cause) ?? noCause, count, exampleOf(play, cause)));
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

interface CauseSums extends CauseCount {
  readonly examples: readonly Example[];
}

const noCause: CauseSums = { mistakes: 0, comboBreaks: 0, ppLost: null, examples: [] };
const maxExamples = 3;

function addCause(sums: CauseSums, count: CauseCount, example: Example | null): CauseSums {
  const examples = example === null ? sums.examples : [...sums.examples, example].sort(byExample);
  return {
    mistakes: sums.mistakes + count.mistakes,
    comboBreaks: sums.comboBreaks + count.comboBreaks,
    ppLost: count.ppLost === null ? sums.ppLost : (sums.ppLost ?? 0) + count.ppLost,
    examples: examples.slice(0, maxExamples),
  };
}

/** Plays come in any order; without a second criterion, the same plays could have different examples. */
function byExample(a: Example, b: Example): number {
  return byCostliest(a, b) || (a.replay_md5 < b.replay_md5 ? -1 : 1);
}

/** The most costly mistake of a play with this cause; null if none cost anything. */
function exampleOf({ costliest, replayMd5 }: StudiedPlay, cause: Cause): Example | null {
  const mistake = costliest.find((each) => each.cause === cause);
  return mistake === undefined ? null : { replay_md5: replayMd5, ...mistake };
}

function sharesOf(causes: ReadonlyMap<Cause, CauseSums>): CauseShare[] {
  const all = [...causes.values()].reduce((sum, { mistakes }) => sum + mistakes, 0);
  return [...causes]
    .map(([cause, { mistakes, comboBreaks, ppLost, examples }]) => ({
      cause,
      mistakes,
      combo_breaks: comboBreaks,
      share: Number((mistakes / all).toFixed(4)),
      pp_lost: ppLost === null ? null : Number(ppLost.toFixed(2)),
      examples,
    }))
    .sort((a, b) => b.mistakes - a.mistakes || (a.cause < b.cause ? -1 : 1));
}

/** YYYY-MM-DD in UTC. */
function dateOf(unixMs: number): string {
  const [date = ''] = new Date(unixMs).toISOString().split('T');
  return date;
}
