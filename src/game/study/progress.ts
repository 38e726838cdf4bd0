import type { StudiedPlay } from './study-play.ts';

/** The results of several plays; the keys are those of the report. */
export interface Progress {
  readonly plays: number;
  readonly objects: number;
  readonly misses: number;
  /** Null without objects. */
  readonly misses_per_1000: number | null;
  /** The mean over the objects, 0 to 1; null without objects. */
  readonly accuracy: number | null;
  /** The mean of the plays, weighted by their hits, in real milliseconds; null without hits. */
  readonly unstable_rate: number | null;
  /** Of the plays; null if no map could be rated. */
  readonly pp: { readonly mean: number; readonly best: number } | null;
}

/** Collects the results of plays. */
export interface ProgressSums {
  add(play: StudiedPlay): void;
  readonly progress: Progress;
}

export function createProgressSums(): ProgressSums {
  let plays = 0;
  let objects = 0;
  let misses = 0;
  let accuracies = 0;
  const unstableRate = { hits: 0, sum: 0 };
  const pp = { plays: 0, sum: 0, best: 0 };
  return {
    add(play) {
      plays++;
      objects += play.objects;
      misses += play.misses;
      accuracies += play.accuracy * play.objects;
      if (play.unstableRate !== null) {
        const hits = play.habits.timing?.all.count ?? 0;
        unstableRate.hits += hits;
        unstableRate.sum += play.unstableRate * hits;
      }
      if (play.pp !== null) {
        pp.plays++;
        pp.sum += play.pp;
        pp.best = Math.max(pp.best, play.pp);
      }
    },
    get progress() {
      return {
        plays,
        objects,
        misses,
        misses_per_1000: objects === 0 ? null : round((misses / objects) * 1000, 2),
        accuracy: objects === 0 ? null : round(accuracies / objects, 6),
        unstable_rate: unstableRate.hits === 0 ? null : round(unstableRate.sum / unstableRate.hits, 2),
        pp: pp.plays === 0 ? null : { mean: round(pp.sum / pp.plays, 2), best: round(pp.best, 2) },
      };
    },
  };
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
