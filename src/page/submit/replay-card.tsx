import { Trouble, Waiting } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { percent, whole } from '../words/numbers.ts';
import { type GivenSet, setWith } from './given-set.ts';
import type { Entry } from './queue.ts';
import type { ReplayCard as Card } from './read-replay-file.ts';

export interface ReplayCardProps {
  readonly entry: Entry;
  readonly sets: readonly GivenSet[];
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  /** Shows the play before it is sent; null: it is shown. */
  readonly onWatch: (() => void) | null;
}

/** One replay on its way: who played what how well, and where it is. */
export function ReplayCard({ entry: { file, card, state }, sets, onRemove, onRetry, onWatch }: ReplayCardProps) {
  const { submit } = words;
  return (
    <li class="card replay-card">
      <div class="row">
        <h3>{card?.map ?? file.name}</h3>
        {state.is !== 'sending' && (
          <button type="button" class="small" onClick={onRemove} aria-label={submit.remove(file.name)}>
            ✕
          </button>
        )}
      </div>
      {card && <Facts card={card} />}
      {card && <MapAlong card={card} sets={sets} />}
      {card && onWatch && (
        <p>
          <button type="button" onClick={onWatch}>
            {submit.preview}
          </button>
        </p>
      )}
      {state.is === 'reading' && <p class="quiet">{words.loading}</p>}
      {state.is === 'sending' && <progress max={1} value={state.sent} aria-label={submit.uploading} />}
      {state.is === 'waiting' && <Waiting error={state.error} />}
      {state.is === 'sent' && (
        <a class="button primary" href={`/view/${state.job}`}>
          {submit.viewProgress}
        </a>
      )}
      {state.is === 'refused' && <Trouble error={state.error} {...(state.canRetry && { onRetry })} />}
    </li>
  );
}

/** Which of the sets has the map that was played. Without any, there is nothing to say. */
function MapAlong({ card, sets }: { card: Card; sets: readonly GivenSet[] }) {
  const { submit } = words;
  if (sets.length === 0 || sets.some(({ maps }) => maps === null)) return null;
  const set = setWith(card.beatmapMd5, sets);
  return set ? (
    <p class="quiet">{submit.beatmapFound(set.file.name)}</p>
  ) : (
    <p class="notice">{submit.beatmapNotAttached}</p>
  );
}

function Facts({ card }: { card: Card }) {
  const { stats } = words;
  return (
    <dl class="facts">
      <Fact name={stats.player}>{card.player === '' ? '—' : card.player}</Fact>
      <Fact name={stats.mods}>{card.mods.length === 0 ? stats.noMods : card.mods.join(' ')}</Fact>
      {card.grade && (
        <Fact name={stats.grade}>
          <span class={`grade grade-${card.grade}`}>{card.grade.replace('X', 'SS').replace('H', '')}</span>
        </Fact>
      )}
      {card.accuracy !== null && <Fact name={stats.accuracy}>{percent(card.accuracy)}</Fact>}
      <Fact name={stats.score}>{whole(card.score)}</Fact>
      <Fact name={stats.combo}>{`${whole(card.maxCombo)}x`}</Fact>
      <Fact name={stats.misses}>{whole(card.counts.miss)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
