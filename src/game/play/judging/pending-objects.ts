import type { PlayableObject } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';

interface ObjectState {
  readonly object: PlayableObject;
}

/** An entry of a linked list of object states. */
export interface PendingObject<State> {
  readonly state: State;
  readonly previous: PendingObject<State> | null;
  readonly next: PendingObject<State> | null;
}

/** The visible unfinished objects in the order of their start. */
export interface PendingObjects<State extends ObjectState> {
  /** Adds objects that have become visible, and removes those that `remove` named in the last frame. */
  advance(time: Millis): void;
  first(): PendingObject<State> | null;
  last(): PendingObject<State> | null;
  /** When the next object becomes visible; Infinity if none is left. */
  nextAppearance(): Millis;
  /** The object stays in the list until the next frame, as in the client. */
  remove(state: State): void;
}

interface Entry<State> extends PendingObject<State> {
  previous: Entry<State> | null;
  next: Entry<State> | null;
}

/** A linked list: adding, removing and stepping take constant time. Takes the states of all objects of the map. */
export function createPendingObjects<State extends ObjectState>(states: readonly State[]): PendingObjects<State> {
  const entries = states.map((state): Entry<State> => ({ state, previous: null, next: null }));
  let head: Entry<State> | null = null;
  let tail: Entry<State> | null = null;
  let upcoming = 0;
  const leaving: Entry<State>[] = [];

  function append(entry: Entry<State>): void {
    entry.previous = tail;
    if (tail === null) head = entry;
    else tail.next = entry;
    tail = entry;
  }

  /** The removed entry keeps its links, so a loop that stands on it can go on. */
  function unlink({ previous, next }: Entry<State>): void {
    if (previous === null) head = next;
    else previous.next = next;
    if (next === null) tail = previous;
    else next.previous = previous;
  }

  return {
    advance(time) {
      for (let entry = leaving.pop(); entry !== undefined; entry = leaving.pop()) unlink(entry);
      for (
        let entry = entries[upcoming];
        entry !== undefined && entry.state.object.appears <= time;
        entry = entries[++upcoming]
      ) {
        append(entry);
      }
    },
    first: () => head,
    last: () => tail,
    nextAppearance: () => entries[upcoming]?.state.object.appears ?? Number.POSITIVE_INFINITY,
    remove(state) {
      const entry = entries[state.object.index];
      if (entry !== undefined) leaving.push(entry);
    },
  };
}
