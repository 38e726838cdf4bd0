import { useCallback, useReducer, useRef, useState } from 'preact/hooks';
import { type GivenSet, mapsIn, setWith } from './given-set.ts';
import type { Options } from './options.ts';
import { type ReplayCard, readReplayFile } from './read-replay-file.ts';
import { type SendState, sendUntilTaken } from './send.ts';

/** A file somebody gave us, from being read to being sent. */
export interface Entry {
  readonly id: number;
  readonly file: File;
  readonly card: ReplayCard | null;
  readonly state: { readonly is: 'reading' | 'ready' } | SendState;
}

type News = Partial<Pick<Entry, 'card' | 'state'>>;
type Change =
  | { readonly add: readonly Entry[] }
  | { readonly remove: number }
  | { readonly change: number; readonly to: News };

export interface Queue {
  /** In the order they came. */
  readonly entries: readonly Entry[];
  /** Each goes along with the replays of its maps. */
  readonly sets: readonly GivenSet[];
  /** Takes replays and sets of maps, and answers the replays. */
  add(files: readonly File[]): readonly Entry[];
  /** Also stops one that is on its way. */
  remove(id: number): void;
  removeSet(id: number): void;
  /** Answers the id of its job; null when it was refused or taken back. */
  send(entry: Entry, along: { readonly options: Options; readonly beatmap?: File }): Promise<string | null>;
}

/** More than anybody plays in an evening. */
const mostFiles = 50;

let ids = 0;

/** The replays on their way. It lives as long as the page: who looks at something else meanwhile finds them again. */
export function useQueue(): Queue {
  const [entries, dispatch] = useReducer(reduce, []);
  const [sets, setSets] = useState<readonly GivenSet[]>([]);
  const leaving = useRef(new Map<number, AbortController>()).current;

  const addSet = (file: File) => {
    const id = ++ids;
    const tell = (news: Partial<GivenSet>) =>
      setSets((known) => known.map((set) => (set.id === id ? { ...set, ...news } : set)));
    setSets((known) => [...known, { id, file, maps: null, error: null }].slice(-mostFiles));
    mapsIn(file).then(
      (maps) => tell({ maps }),
      (error) => tell({ maps: new Set(), error }),
    );
  };

  const add = useCallback((files: readonly File[]) => {
    const isSet = ({ name }: File) => /\.osz$/i.test(name);
    files.filter(isSet).forEach(addSet);
    const added = files
      // A skin is for the player, which takes it itself.
      .filter((file) => !isSet(file) && !/\.osk$/i.test(file.name))
      .map((file): Entry => ({ id: ++ids, file, card: null, state: { is: 'reading' } }));
    dispatch({ add: added });
    for (const { id, file } of added) {
      const tell = (to: News) => dispatch({ change: id, to });
      readReplayFile(file).then(
        (card) => tell({ card, state: { is: 'ready' } }),
        (error) => tell({ state: { is: 'refused', error, canRetry: false } }),
      );
    }
    return added;
  }, []);

  const remove = useCallback((id: number) => {
    leaving.get(id)?.abort();
    dispatch({ remove: id });
  }, []);

  const send: Queue['send'] = async ({ id, file, card }, along) => {
    const leave = new AbortController();
    leaving.set(id, leave);
    const set = card && setWith(card.beatmapMd5, sets);
    return sendUntilTaken(
      { replay: file, beatmap: set?.file ?? null, ...along },
      { signal: leave.signal, onState: (state) => dispatch({ change: id, to: { state } }) },
    );
  };

  const removeSet = (id: number) => setSets((known) => known.filter((set) => set.id !== id));

  return { entries, sets, add, remove, removeSet, send };
}

function reduce(entries: readonly Entry[], change: Change): readonly Entry[] {
  if ('add' in change) return [...entries, ...change.add].slice(0, mostFiles);
  if ('remove' in change) return entries.filter(({ id }) => id !== change.remove);
  return entries.map((entry) => (entry.id === change.change ? { ...entry, ...change.to } : entry));
}
