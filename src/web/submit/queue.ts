import { useCallback, useReducer } from 'preact/hooks';
import { type ReplayCard, readReplayFile } from './read-replay-file.ts';

/** A file somebody gave us, from being read to being sent. */
export interface Entry {
  readonly id: number;
  readonly file: File;
  readonly card: ReplayCard | null;
  readonly state:
    | { readonly is: 'reading' | 'ready' }
    | { readonly is: 'sending'; readonly sent: number }
    | { readonly is: 'sent'; readonly job: string }
    | { readonly is: 'refused'; readonly error: unknown; readonly canRetry: boolean };
}

type Change =
  | { readonly add: readonly Entry[] }
  | { readonly remove: number }
  | { readonly change: number; readonly to: Partial<Omit<Entry, 'id' | 'file'>> };

/** More than anybody plays in an evening. */
const mostFiles = 50;

let ids = 0;

/** The replays on the page, in the order they came. */
export function useQueue() {
  const [entries, dispatch] = useReducer(reduce, []);

  const add = useCallback((files: readonly File[]) => {
    const added = files.map((file): Entry => ({ id: ++ids, file, card: null, state: { is: 'reading' } }));
    dispatch({ add: added });
    for (const { id, file } of added) {
      readReplayFile(file).then(
        (card) => dispatch({ change: id, to: { card, state: { is: 'ready' } } }),
        (error) => dispatch({ change: id, to: { state: { is: 'refused', error, canRetry: false } } }),
      );
    }
  }, []);
  const change = useCallback((id: number, to: Partial<Omit<Entry, 'id' | 'file'>>) => dispatch({ change: id, to }), []);
  const remove = useCallback((id: number) => dispatch({ remove: id }), []);
  return { entries, add, change, remove };
}

function reduce(entries: readonly Entry[], change: Change): readonly Entry[] {
  if ('add' in change) return [...entries, ...change.add].slice(0, mostFiles);
  if ('remove' in change) return entries.filter(({ id }) => id !== change.remove);
  return entries.map((entry) => (entry.id === change.change ? { ...entry, ...change.to } : entry));
}
