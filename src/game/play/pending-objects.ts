import type { PlayableMap } from '../beatmap/index.ts';
import type { Millis } from '../units.ts';

/** The visible unfinished objects in the order of their start. −1 means none. */
export interface PendingObjects {
  /** Adds objects that have become visible, and removes those that `remove` named in the last frame. */
  advance(time: Millis): void;
  first(): number;
  after(object: number): number;
  last(): number;
  before(object: number): number;
  /** When the next object becomes visible; Infinity if none is left. */
  nextAppearance(): Millis;
  /** The object stays in the list until the next frame, as in the client. */
  remove(object: number): void;
}

/** A linked list over object indices: adding, removing and stepping take constant time. */
export function createPendingObjects(map: PlayableMap): PendingObjects {
  const count = map.objects.length;
  const next = new Int32Array(count).fill(-1);
  const previous = new Int32Array(count).fill(-1);
  let head = -1;
  let tail = -1;
  let upcoming = 0;
  const leaving: number[] = [];

  function append(object: number): void {
    previous[object] = tail;
    if (tail === -1) head = object;
    else next[tail] = object;
    tail = object;
  }

  function unlink(object: number): void {
    const before = previous[object]!;
    const after = next[object]!;
    if (before === -1) head = after;
    else next[before] = after;
    if (after === -1) tail = before;
    else previous[after] = before;
  }

  return {
    advance(time) {
      for (let object = leaving.pop(); object !== undefined; object = leaving.pop()) unlink(object);
      while (upcoming < count && map.objects[upcoming]!.appears <= time) append(upcoming++);
    },
    first: () => head,
    after: (object) => next[object]!,
    last: () => tail,
    before: (object) => previous[object]!,
    nextAppearance: () => (upcoming < count ? map.objects[upcoming]!.appears : Number.POSITIVE_INFINITY),
    remove: (object) => leaving.push(object),
  };
}
