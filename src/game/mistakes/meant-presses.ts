import type { PlayableObject } from '../beatmap/index.ts';
import { firstIndexWhere } from '../binary-search.ts';
import {
  type HitWindows,
  judgeLazerPress,
  judgeStablePress,
  type Play,
  type Press,
  type Result,
} from '../play/index.ts';
import type { Millis } from '../units.ts';

/** An object that was missed without a press, or hit late. */
export interface BadlyPressed {
  readonly object: PlayableObject;
  readonly judgedAt: Millis;
  readonly result: Result;
}

/** The presses of a play in order of time, and the windows that they are measured with. */
export interface TimedPresses {
  readonly play: Play;
  readonly presses: readonly Press[];
  readonly windows: HitWindows;
}

/**
 * Finds the press that was meant for each object that was missed without one or hit late: objects and presses keep their
 * order, and a press belongs to the object nearest in time, except if the next object has a later press for itself (rule
 * MC6). The objects are in order of their start; the result has their indices as keys.
 */
export function assignPresses(timed: TimedPresses, objects: readonly BadlyPressed[]): ReadonlyMap<number, Press> {
  const meant = new Map<number, Press>();
  let lastTaken = Number.NEGATIVE_INFINITY;
  for (const [i, missed] of objects.entries()) {
    const candidates = missedPresses(timed, missed).filter(({ time }) => time > lastTaken);
    const press = ownPress(timed, candidates, { missed, next: objects[i + 1] });
    if (press === null) continue;
    meant.set(missed.object.index, press);
    lastTaken = press.time;
  }
  return meant;
}

interface Neighbours {
  readonly missed: BadlyPressed;
  readonly next: BadlyPressed | undefined;
}

function ownPress(timed: TimedPresses, candidates: readonly Press[], { missed, next }: Neighbours): Press | null {
  const press = nearestPress(candidates, missed.object.startTime);
  if (press === null || next === undefined) return press;
  const belongsToNext = distance(press, next.object) < distance(press, missed.object);
  if (!belongsToNext || missedPresses(timed, next).some(({ time }) => time > press.time)) return press;
  return nearestPress(
    candidates.filter(({ time }) => time < press.time),
    missed.object.startTime,
  );
}

/** The presses before the judgement that would have given a better result but hit nothing, or a later object too early. */
function missedPresses(timed: TimedPresses, { object, judgedAt, result }: BadlyPressed): Press[] {
  const { objects } = timed.play.map;
  const { startTime, index } = object;
  const { meh } = timed.windows;
  return pressesBetween(timed, startTime - meh, Math.min(judgedAt, startTime + meh)).filter((press) => {
    if (rankOf(resultOf(timed, press.time - startTime)) >= rankOf(result)) return false;
    if (press.outcome !== 'hit') return true;
    const taker = objects[press.object!]!;
    return taker.index > index && distance(press, taker) > distance(press, object);
  });
}

/** The press that is nearest to a time, the earlier of two equally near ones; null without presses. */
export function nearestPress(presses: readonly Press[], t: Millis): Press | null {
  let nearest: Press | null = null;
  for (const press of presses) {
    if (nearest === null || Math.abs(press.time - t) < Math.abs(nearest.time - t)) nearest = press;
  }
  return nearest;
}

/** More presses around one object occur only in replays that were made to take long. */
const maxPressesAtOnce = 500;

/** The presses from one time to another, both included. */
export function pressesBetween({ presses }: Pick<TimedPresses, 'presses'>, from: Millis, to: Millis): readonly Press[] {
  const first = firstIndexWhere(0, presses.length, (i) => presses[i]!.time >= from);
  const end = firstIndexWhere(0, presses.length, (i) => presses[i]!.time > to);
  return presses.slice(first, Math.min(end, first + maxPressesAtOnce));
}

/** The result that a press would give by its time alone. */
export function resultOf({ play, windows }: Pick<TimedPresses, 'play' | 'windows'>, error: Millis): Result {
  return play.map.rules === 'lazer' ? (judgeLazerPress(windows, error) ?? 'miss') : judgeStablePress(windows, error);
}

const ranks: readonly Result[] = ['great', 'ok', 'meh', 'miss'];

/** 0 is the best result. */
export function rankOf(result: Result): number {
  return ranks.indexOf(result);
}

/** How far a press is from an object in time. */
export function distance({ time }: Press, { startTime }: PlayableObject): Millis {
  return Math.abs(time - startTime);
}
