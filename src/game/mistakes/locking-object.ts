import type { PlayableObject } from '../beatmap/index.ts';
import type { Play, Press } from '../play/index.ts';
import type { Millis } from '../units.ts';

/** Only objects this close before another one can still be unfinished when it is pressed, outside of made-up maps. */
const maxObjectsBefore = 64;

/** The unfinished object that locked another one when it was pressed: the one that ends first; null if none is found. */
export function lockingObject(play: Play, object: PlayableObject, press: Press): number | null {
  let locking: PlayableObject | null = null;
  for (let i = object.index - 1; i >= Math.max(0, object.index - maxObjectsBefore); i--) {
    const before = play.map.objects[i]!;
    if (before.appears > press.time || isFinished(play, before, press.time)) continue;
    // A stacked object blocks the next one, and no other.
    if (press.outcome === 'blocked') return i;
    if (locking === null || before.endTime <= locking.endTime) locking = before;
  }
  return locking?.index ?? null;
}

/** Lazer's lock waits for the press of a slider, stable's for its end. */
function isFinished({ map, objects }: Play, { index }: PlayableObject, time: Millis): boolean {
  const object = objects[index]!;
  const judgedAt = object.kind === 'slider' && map.rules === 'lazer' ? object.headJudgedAt : object.judgedAt;
  return judgedAt !== null && judgedAt <= time;
}

/** The slider that stable follows instead of a later one that overlaps it (rule SJ1); null if there is none. */
export function followedInstead({ map, objects }: Play, { index }: PlayableObject, time: Millis): number | null {
  if (map.rules === 'lazer') return null;
  for (let i = index - 1; i >= Math.max(0, index - maxObjectsBefore); i--) {
    const before = objects[i]!;
    if (before.kind === 'slider' && (before.judgedAt === null || before.judgedAt > time)) return i;
  }
  return null;
}
