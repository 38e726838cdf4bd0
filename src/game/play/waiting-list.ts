import type { PlayableMap } from '../beatmap/index.ts';
import type { Millis } from '../units.ts';

/** The objects in sight that are not finished, in the order they start. −1 stands for none. */
export interface WaitingList {
  /** Lets in what has come into sight, and out what `remove` named in the frame before. */
  advance(time: Millis): void;
  first(): number;
  after(object: number): number;
  last(): number;
  before(object: number): number;
  /** When the next object comes into sight; Infinity: none is left. */
  nextAppearance(): Millis;
  /** Stays visible to the rules until the next frame, as in the client. */
  remove(object: number): void;
}

/** A linked list over the map's indices: coming, going and walking cost the same however long the map is. */
export function createWaitingList(map: PlayableMap): WaitingList {
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
