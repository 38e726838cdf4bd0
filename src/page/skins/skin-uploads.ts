import { createContext } from 'preact';
import { useContext, useMemo, useReducer, useRef } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { reloadSkinLists } from './skin-list.ts';
import { isSameName, nextSkinName, proposeSkinName } from './skin-name.ts';
import type { SkinSummary } from './skin-summary.ts';
import { type SkinState, uploadSkin } from './upload-skin.ts';

/** A skin file that the viewer wants to upload. */
export interface SkinEntry {
  readonly id: number;
  readonly file: File;
  /** Proposed by the page; the viewer may change it before the upload. */
  readonly name: string;
  /** Null: not read yet, or not readable. */
  readonly summary: SkinSummary | null;
  readonly state: SkinState;
  /** Receives the name after the upload of a single file; null if the viewer is to decide what to do with it. */
  readonly onUploaded: ((name: string) => void) | null;
}

export interface SkinUploads {
  readonly entries: readonly SkinEntry[];
  add(files: readonly File[], onUploaded?: (name: string) => void): void;
  rename(id: number, name: string): void;
  /** Also cancels an upload in progress. */
  remove(id: number): void;
  /** Removes all files; those that were uploaded stay available. */
  clear(): void;
  uploadAll(): Promise<void>;
  /** Set by a live player, which shows a dropped skin at once. */
  readonly trial: { current: ((file: File) => void) | null };
}

const context = createContext<SkinUploads | null>(null);
export const SkinUploadsProvider = context.Provider;

/** The skin uploads of the app. */
export function useSkinUploads(): SkinUploads {
  const uploads = useContext(context);
  if (uploads === null) throw new Error('There is no SkinUploadsProvider.');
  return uploads;
}

export function isSkinFile({ name }: File): boolean {
  return /\.osk$/i.test(name);
}

export function canUpload({ state }: SkinEntry): boolean {
  return state.is === 'ready' || (state.is === 'rejected' && state.canRetry);
}

type Action =
  | { readonly add: readonly SkinEntry[] }
  | { readonly remove: readonly number[] }
  | { readonly update: number; readonly to: Partial<SkinEntry> };

let lastId = 0;

/** The skins to upload. They belong to the app, because skins can be dropped on every page. */
export function useNewSkinUploads(): SkinUploads {
  const [entries, dispatch] = useReducer(reduce, []);
  const current = useRef(entries);
  current.current = entries;
  const uploads = useRef(new Map<number, AbortController>()).current;
  const trial = useRef<((file: File) => void) | null>(null);

  const actions = useMemo(() => {
    const update = (id: number, to: Partial<SkinEntry>) => dispatch({ update: id, to });
    const remove = (ids: readonly number[]) => {
      for (const id of ids) uploads.get(id)?.abort();
      dispatch({ remove: ids });
    };
    async function upload({ id, file, name }: SkinEntry): Promise<boolean> {
      const cancelled = new AbortController();
      uploads.set(id, cancelled);
      const onState = (state: SkinState) => update(id, { state, name: isTaken(state) ? nextSkinName(name) : name });
      return uploadSkin(file, { name: name.trim(), signal: cancelled.signal, onState });
    }
    /** One at a time, because the service limits how many it accepts per minute. */
    async function uploadAll(): Promise<void> {
      const { length } = current.current;
      for (const { id } of current.current.filter(canUpload)) {
        const entry = current.current.find((candidate) => candidate.id === id);
        if (entry === undefined || !(await upload(entry))) continue;
        reloadSkinLists();
        if (length > 1 || entry.onUploaded === null) continue;
        entry.onUploaded(entry.name.trim());
        remove([id]);
      }
    }
    const actions: Omit<SkinUploads, 'entries' | 'trial'> = {
      add(files, onUploaded) {
        const added = files.map((file): SkinEntry => {
          const state = { is: 'reading' } as const;
          return { id: ++lastId, file, name: '', summary: null, state, onUploaded: onUploaded ?? null };
        });
        dispatch({ add: added });
        for (const { id, file } of added) {
          const proposed = (nameInIni: string) => proposeSkinName(file.name, nameInIni);
          summarize(file).then(
            (summary) => update(id, { summary, state: { is: 'ready' }, name: proposed(summary?.name ?? '') }),
            (error) => update(id, { state: { is: 'rejected', error, canRetry: false }, name: proposed('') }),
          );
        }
      },
      rename: (id, name) => update(id, { name, state: { is: 'ready' } }),
      remove: (id) => remove([id]),
      clear: () => remove(current.current.map(({ id }) => id)),
      uploadAll,
    };
    return actions;
  }, []);
  return { entries, trial, ...actions };
}

async function summarize(file: File): Promise<SkinSummary | null> {
  const [bytes, { summarizeSkin }] = await Promise.all([file.arrayBuffer(), import('./skin-summary.ts')]);
  return summarizeSkin(new Uint8Array(bytes));
}

function isTaken(state: SkinState): boolean {
  return state.is === 'rejected' && state.error instanceof RepriseError && state.error.code === 'skin/name-taken';
}

function reduce(entries: readonly SkinEntry[], action: Action): readonly SkinEntry[] {
  if ('add' in action) return [...entries, ...action.add];
  if ('remove' in action) return entries.filter(({ id }) => !action.remove.includes(id));
  return entries.map((entry) => {
    if (entry.id !== action.update) return entry;
    const updated = { ...entry, ...action.to };
    // Under one name, the second file would replace the first. A viewer who types a name sees the problem instead.
    const isProposal = entry.state.is === 'reading';
    return isProposal ? { ...updated, name: unusedName(updated, entries) } : updated;
  });
}

function unusedName({ id, name: proposed }: SkinEntry, entries: readonly SkinEntry[]): string {
  let name = proposed;
  while (entries.some((other) => other.id !== id && isSameName(other.name, name))) name = nextSkinName(name);
  return name;
}
