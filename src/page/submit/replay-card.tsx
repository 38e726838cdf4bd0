import { ErrorNotice, RetryNotice } from '../error-notice.tsx';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { formatNumber, formatPercent } from '../words/numbers.ts';
import { type AttachedSet, findSetFor } from './attached-set.ts';
import type { Clip } from './clip.ts';
import { ClipFields } from './clip-fields.tsx';
import type { ReplaySummary } from './read-replay-file.ts';
import type { Entry } from './upload-queue.ts';

export interface ReplayCardProps {
  readonly entry: Entry;
  readonly sets: readonly AttachedSet[];
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  readonly onClip: (clip: Clip) => void;
  /** Null while the preview is open. */
  readonly onPreview: (() => void) | null;
}

/** A replay with its score and the state of its upload. */
export function ReplayCard({ entry, sets, onRemove, onRetry, onClip, onPreview }: ReplayCardProps) {
  const { file, summary, clip, state } = entry;
  const { submit } = words;
  return (
    <li class="card replay-card">
      <div class="row">
        <h3>{summary?.beatmapName ?? file.name}</h3>
        {state.is !== 'uploading' && (
          <button type="button" class="small" onClick={onRemove} aria-label={submit.remove(file.name)}>
            ✕
          </button>
        )}
      </div>
      {summary && <ReplayStats summary={summary} />}
      {summary && <BeatmapSource summary={summary} sets={sets} />}
      {state.is === 'ready' && <ClipFields clip={clip} onChange={onClip} />}
      {summary && onPreview && (
        <p>
          <button type="button" onClick={onPreview}>
            {submit.preview}
          </button>
        </p>
      )}
      {state.is === 'reading' && <p class="muted">{words.loading}</p>}
      {state.is === 'uploading' && <progress max={1} value={state.fraction} aria-label={submit.uploading} />}
      {state.is === 'waiting' && <RetryNotice error={state.error} />}
      {state.is === 'uploaded' && (
        <a class="button primary" href={linkTo(`/view/${state.jobId}`)}>
          {submit.viewProgress}
        </a>
      )}
      {state.is === 'rejected' && <ErrorNotice error={state.error} {...(state.canRetry && { onRetry })} />}
    </li>
  );
}

/** Says which of the added sets contains the beatmap; nothing without added sets. */
function BeatmapSource({ summary, sets }: { summary: ReplaySummary; sets: readonly AttachedSet[] }) {
  const { submit } = words;
  if (sets.length === 0 || sets.some(({ beatmapMd5s }) => beatmapMd5s === null)) return null;
  const set = findSetFor(summary.beatmapMd5, sets);
  return set ? (
    <p class="muted">{submit.beatmapFound(set.file.name)}</p>
  ) : (
    <p class="notice">{submit.beatmapNotAttached}</p>
  );
}

function ReplayStats({ summary }: { summary: ReplaySummary }) {
  const { stats } = words;
  return (
    <dl class="stats">
      <Stat name={stats.player}>{summary.player === '' ? '—' : summary.player}</Stat>
      <Stat name={stats.mods}>{summary.mods.length === 0 ? stats.noMods : summary.mods.join(' ')}</Stat>
      {summary.grade && (
        <Stat name={stats.grade}>
          <span class={`grade grade-${summary.grade}`}>{summary.grade.replace('X', 'SS').replace('H', '')}</span>
        </Stat>
      )}
      {summary.accuracy !== null && <Stat name={stats.accuracy}>{formatPercent(summary.accuracy)}</Stat>}
      <Stat name={stats.score}>{formatNumber(summary.score)}</Stat>
      <Stat name={stats.combo}>{`${formatNumber(summary.maxCombo)}x`}</Stat>
      <Stat name={stats.misses}>{formatNumber(summary.counts.miss)}</Stat>
    </dl>
  );
}

function Stat({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
