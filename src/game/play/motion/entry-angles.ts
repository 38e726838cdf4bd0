import type { PlayableObject } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';

/** The directions from which Transform brings the objects in; the indices are those of the map's objects. */
export interface EntryAngles {
  /** In radians, until the object is judged; NaN if it never appears. */
  readonly entering: Float32Array;
  /** The direction after it is judged, and when that is; NaN and Infinity if it never is. */
  readonly judged: Float32Array;
  readonly judgedAt: Float64Array;
}

/** Determines the directions while a play is judged. */
export interface EntryAngleRecorder {
  readonly angles: EntryAngles;
  /** Records the direction of each object that appears by this time. */
  appear(time: Millis): void;
  judge(object: PlayableObject, time: Millis): void;
  judgeTurn(spinner: PlayableObject): void;
}

/** The turns of a spinner that have their own results. */
export interface SpinnerTurns {
  readonly normal: number;
  readonly bonus: number;
}

/** How long the game keeps a spinner's turns after its end, before the next spinner can use them again. */
const keptAfterEndMs = 240;
/** The game keeps at most this many of each kind. */
const maxKept = 200;
/** More steps, which only hostile maps need, do not change the direction any further. */
const maxSteps = 2_000_000;

/**
 * The direction advances by one step whenever an object appears or is judged. The step in radians is the fade-in time in
 * seconds, as a 32-bit float. A spinner's turn counts twice each time, because the game notifies the mod of the turn itself
 * and again through its spinner; a turn object that the game reuses from an earlier spinner counts once when it appears
 * (rule LZ21).
 */
export function createEntryAngles(
  objects: readonly PlayableObject[],
  fadeIn: Millis,
  turnsOf: (index: number) => SpinnerTurns | null,
): EntryAngleRecorder {
  const step = Math.fround(Math.fround(fadeIn) / 1000);
  const entering = new Float32Array(objects.length).fill(Number.NaN);
  const judged = new Float32Array(objects.length).fill(Number.NaN);
  const judgedAt = new Float64Array(objects.length).fill(Number.POSITIVE_INFINITY);
  const pool = createTurnPool();
  const turnsJudged = new Map<number, number>();
  let angle = 0;
  let steps = 0;
  let upcoming = 0;

  function advance(count: number): void {
    for (let i = 0; i < count && steps < maxSteps; i++, steps++) angle = Math.fround(angle + step);
  }

  return {
    angles: { entering, judged, judgedAt },
    appear(time) {
      for (let next = objects[upcoming]; next !== undefined && next.appears <= time; next = objects[++upcoming]) {
        const turns = turnsOf(next.index);
        if (turns) advance(turns.normal + turns.bonus + pool.take(next, turns));
        entering[next.index] = angle;
        advance(1);
      }
    },
    judgeTurn({ index }) {
      turnsJudged.set(index, (turnsJudged.get(index) ?? 0) + 1);
      advance(2);
    },
    judge({ index }, time) {
      const turns = turnsOf(index);
      // Turns that were not made are judged just before their spinner.
      if (turns) advance(2 * Math.max(0, turns.normal + turns.bonus - (turnsJudged.get(index) ?? 0)));
      judged[index] = angle;
      judgedAt[index] = time;
      advance(1);
    },
  };
}

/** Counts the turn objects that the game has to create for a spinner, because no earlier spinner has left them. */
function createTurnPool(): { take(spinner: PlayableObject, turns: SpinnerTurns): number } {
  const kept = { normal: 0, bonus: 0 };
  let used: { readonly until: Millis; readonly turns: SpinnerTurns }[] = [];
  const takeKind = (kind: keyof SpinnerTurns, count: number): number => {
    const found = Math.min(kept[kind], count);
    kept[kind] -= found;
    return count - found;
  };
  return {
    take({ appears, endTime }, turns) {
      for (const { turns: free } of used.filter(({ until }) => until <= appears)) {
        kept.normal = Math.min(maxKept, kept.normal + free.normal);
        kept.bonus = Math.min(maxKept, kept.bonus + free.bonus);
      }
      used = used.filter(({ until }) => until > appears);
      used.push({ until: endTime + keptAfterEndMs, turns });
      return takeKind('normal', turns.normal) + takeKind('bonus', turns.bonus);
    },
  };
}
