import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { type GivenSet, setWith } from './given-set.ts';
import type { Entry } from './queue.ts';

export interface GivenSetsProps {
  readonly sets: readonly GivenSet[];
  readonly entries: readonly Entry[];
  readonly onRemove: (id: number) => void;
}

/** The sets of maps at hand, and how many replays each goes along with. */
export function GivenSets({ sets, entries, onRemove }: GivenSetsProps) {
  const { submit } = words;
  if (sets.length === 0) return null;
  return (
    <ul class="sets" aria-label={submit.sets}>
      {sets.map((set) => (
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
          {set.error !== null && <Trouble error={set.error} />}
        </li>
      ))}
    </ul>
  );
}

function textOf(set: GivenSet, sets: readonly GivenSet[], entries: readonly Entry[]): string {
  const { submit } = words;
  const { name } = set.file;
  if (set.maps === null) return submit.readingSet(name);
  if (set.error !== null) return name;
  if (entries.length === 0) return submit.setWithoutReplay(name);
  const replays = entries.filter(({ card }) => card && setWith(card.beatmapMd5, sets) === set).length;
  return replays === 0 ? submit.unusedSet(name) : submit.set(name, replays);
}
