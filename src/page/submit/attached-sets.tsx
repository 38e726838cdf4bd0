import { ErrorNotice } from '../components/error-notice.tsx';
import { words } from '../words/index.ts';
import { type AttachedSet, findSetFor } from './attached-set.ts';
import type { Entry } from './upload-queue.ts';

interface AttachedSetsProps {
  readonly sets: readonly AttachedSet[];
  readonly entries: readonly Entry[];
  readonly onRemove: (id: number) => void;
}

/** The added beatmap sets, each with the number of replays that need it. */
export function AttachedSets({ sets, entries, onRemove }: AttachedSetsProps) {
  const { submit } = words;
  const listed = sets.filter((set) => !isSent(set, sets, entries));
  if (listed.length === 0) return null;
  return (
    <ul class="sets" aria-label={submit.sets}>
      {listed.map((set) => (
        <li key={set.id}>
          <div class="row">
            <span>{textOf(set, sets, entries)}</span>
            <button
              type="button"
              class="small"
              onClick={() => onRemove(set.id)}
              aria-label={submit.remove(set.file.name)}
            >
              ✕
            </button>
          </div>
          {set.error !== null && <ErrorNotice error={set.error} />}
        </li>
      ))}
    </ul>
  );
}

function textOf(set: AttachedSet, sets: readonly AttachedSet[], entries: readonly Entry[]): string {
  const { submit } = words;
  const { name } = set.file;
  if (set.beatmapMd5s === null) return submit.readingSet(name);
  if (set.error !== null) return name;
  if (entries.length === 0) return submit.setWithoutReplay(name);
  const replays = replaysOf(set, sets, entries).length;
  return replays === 0 ? submit.unusedSet(name) : submit.set(name, replays);
}

/** Whether all replays of a set are uploaded, and it with them. */
function isSent(set: AttachedSet, sets: readonly AttachedSet[], entries: readonly Entry[]): boolean {
  const replays = replaysOf(set, sets, entries);
  return replays.length > 0 && replays.every(({ state }) => state.is === 'uploaded');
}

function replaysOf(set: AttachedSet, sets: readonly AttachedSet[], entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ summary }) => summary && findSetFor(summary.beatmapMd5, sets) === set);
}
