import { useCallback, useReducer, useRef, useState } from 'preact/hooks';
import {
  defaultsOf,
  type LayoutSettings,
  type SubmittedSettings,
  settingsTable,
} from '../../contract/settings/index.ts';
import { type UploadState, uploadWithRetry } from '../api/upload-with-retry.ts';
import { type AttachedSet, findSetFor, readBeatmapChecksums } from './attached-set.ts';
import { type Clip, wholeReplay, withClip } from './clip.ts';
import type { ReplaySummary } from './read-replay-file.ts';
import { submitReplays } from './submit-replays.ts';

/** A replay file, from being read to being uploaded. */
export interface Entry {
  readonly id: number;
  readonly file: File;
  readonly summary: ReplaySummary | null;
  readonly clip: Clip;
  readonly state: { readonly is: 'reading' | 'ready' } | UploadState<SentVideo>;
}

export interface SentVideo {
  readonly jobId: string;
  /** What was sent, as `requestOf` describes it. */
  readonly request: string;
}

type EntryUpdate = Partial<Pick<Entry, 'summary' | 'clip' | 'state'>>;
type QueueAction =
  | { readonly add: readonly Entry[] }
  | { readonly remove: number }
  | { readonly moveFirst: number }
  | { readonly read: number; readonly to: Required<Pick<EntryUpdate, 'state'>> & EntryUpdate }
  | { readonly update: number; readonly to: EntryUpdate };

export interface UploadQueue {
  /** In the order in which they were added. */
  readonly entries: readonly Entry[];
  /** Replays beyond the limit of the list: they are not uploaded, but they can be studied. */
  readonly unlisted: readonly File[];
  /** Each is uploaded with the replays of its beatmaps. */
  readonly sets: readonly AttachedSet[];
  /** Adds replays and beatmap sets, and returns the entries of the replays. */
  add(files: readonly File[]): readonly Entry[];
  /** Also cancels an upload in progress. */
  remove(id: number): void;
  removeSet(id: number): void;
  /** Changes the order: the first replay is the one that a video of several replays shows. */
  moveFirst(id: number): void;
  setClip(id: number, clip: Clip): void;
  /** How one video shows several replays. */
  readonly layout: LayoutSettings;
  setLayout(layout: LayoutSettings): void;
  /**
   * Uploads the replays of one video, with the clip of the first one, and returns the id of its job; null if the upload
   * was rejected or cancelled.
   */
  send(replays: readonly Entry[], request: SendRequest): Promise<string | null>;
}

export interface SendRequest {
  readonly options: SubmittedSettings;
  /** The beatmap set; by default the attached set that has the beatmap. */
  readonly beatmap?: File;
}

/** Whether the replay would be lost if the visitor left the page now. */
export function isUnsent({ state }: Entry): boolean {
  return state.is === 'ready' || state.is === 'uploading' || state.is === 'waiting';
}

/** Whether the file was read, but is no replay that can be rendered. */
export function isUnusable({ summary, state }: Entry): boolean {
  return summary === null && state.is === 'rejected';
}

/** Describes a video by its replays, its clip and its settings: a description that has changed is that of another video. */
export function requestOf(replays: readonly Entry[], options: SubmittedSettings): string {
  return JSON.stringify([replays.map(({ id }) => id), withClip(options, replays[0]?.clip ?? wholeReplay)]);
}

const maxFiles = 50;
const ready = { is: 'ready' } as const;
const starting = { is: 'uploading', fraction: 0 } as const;

let lastId = 0;

/** The replays to upload. The queue belongs to the app, so that uploads continue while other pages are open. */
export function useUploadQueue(): UploadQueue {
  const [entries, dispatch] = useReducer(reduce, []);
  const [sets, setSets] = useState<readonly AttachedSet[]>([]);
  const [unlisted, setUnlisted] = useState<readonly File[]>([]);
  const [layout, setLayout] = useState<LayoutSettings>(defaultsOf(settingsTable.layout));
  const listed = useRef(0);
  listed.current = entries.length;
  const uploads = useRef(new Map<number, AbortController>()).current;
  const removed = useRef(new Set<number>()).current;

  const addSet = (file: File) => {
    const id = ++lastId;
    const update = (change: Partial<AttachedSet>) =>
      setSets((current) => current.map((set) => (set.id === id ? { ...set, ...change } : set)));
    setSets((current) => [...current, { id, file, beatmapMd5s: null, error: null }].slice(-maxFiles));
    readBeatmapChecksums(file).then(
      (beatmapMd5s) => update({ beatmapMd5s }),
      (error) => update({ beatmapMd5s: new Set(), error }),
    );
  };

  const add = useCallback((files: readonly File[]) => {
    const isSet = ({ name }: File) => /\.osz$/i.test(name);
    files.filter(isSet).forEach(addSet);
    // The app handles skins itself.
    const replays = files.filter((file) => !isSet(file) && !/\.osk$/i.test(file.name));
    const room = maxFiles - listed.current;
    setUnlisted((current) => [...current, ...replays.slice(room)]);
    const added = replays
      .slice(0, room)
      .map((file): Entry => ({ id: ++lastId, file, summary: null, clip: wholeReplay, state: { is: 'reading' } }));
    listed.current += added.length;
    dispatch({ add: added });
    for (const { id, file } of added) {
      readReplay(file).then(
        (summary) => dispatch({ read: id, to: { summary, state: { is: 'ready' } } }),
        (error) => dispatch({ read: id, to: { state: { is: 'rejected', error, canRetry: false } } }),
      );
    }
    return added;
  }, []);

  const remove = useCallback((id: number) => {
    removed.add(id);
    uploads.get(id)?.abort();
    listed.current--;
    dispatch({ remove: id });
  }, []);

  const send: UploadQueue['send'] = async (replays, { options, beatmap }) => {
    const [first] = replays;
    // A replay may have been removed while the replays before it were sent.
    if (first === undefined || replays.some(({ id }) => removed.has(id))) return null;
    const upload = new AbortController();
    const setState = (state: Entry['state']) => {
      // One card shows the reason of a delay or a rejection, which names the file it is about.
      const others = state.is === 'rejected' ? ready : state.is === 'waiting' ? starting : state;
      for (const entry of replays) dispatch({ update: entry.id, to: { state: entry === first ? state : others } });
    };
    for (const { id } of replays) uploads.set(id, upload);
    const submission = {
      replays: replays.map(({ file }) => file),
      beatmap: beatmap ?? (first.summary && findSetFor(first.summary.beatmapMd5, sets))?.file ?? null,
      options: withClip(options, first.clip),
    };
    const request = requestOf(replays, options);
    const sent = await uploadWithRetry(async (each) => ({ jobId: await submitReplays(submission, each), request }), {
      signal: upload.signal,
      onState: setState,
    });
    // One of the replays was removed during the upload: the others can be sent again.
    if (upload.signal.aborted) setState(ready);
    return sent?.jobId ?? null;
  };

  const moveFirst = (id: number) => dispatch({ moveFirst: id });
  const setClip = (id: number, clip: Clip) => dispatch({ update: id, to: { clip } });
  const removeSet = (id: number) => setSets((current) => current.filter((set) => set.id !== id));

  return { entries, unlisted, sets, add, remove, removeSet, moveFirst, setClip, layout, setLayout, send };
}

/** The decoder of replays is loaded with the first one. */
async function readReplay(file: File): Promise<ReplaySummary> {
  const { readReplayFile } = await import('./read-replay-file.ts');
  return readReplayFile(file);
}

function reduce(entries: readonly Entry[], action: QueueAction): readonly Entry[] {
  if ('add' in action) return [...entries, ...action.add];
  if ('remove' in action) return entries.filter(({ id }) => id !== action.remove);
  if ('moveFirst' in action) {
    const isFirst = ({ id }: Entry) => id === action.moveFirst;
    return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))];
  }
  if ('read' in action) {
    // The demo is sent before it has been read; its upload must not become ready to be sent again.
    return entries.map((entry) => {
      if (entry.id !== action.read) return entry;
      return { ...entry, ...action.to, ...(entry.state.is !== 'reading' && { state: entry.state }) };
    });
  }
  return entries.map((entry) => (entry.id === action.update ? { ...entry, ...action.to } : entry));
}
