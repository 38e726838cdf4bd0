import { accuracyPercent } from '../../game/play/index.ts';
import { ErrorNotice, RetryNotice } from '../components/error-notice.tsx';
import { GradeMark, ModBadges } from '../components/mod-badges.tsx';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { formatNumber, formatPercent } from '../words/numbers.ts';
import { type AttachedSet, findSetFor } from './attached-set.ts';
import type { Clip, ReplaySpan } from './clip.ts';
import { ClipFields } from './clip-fields.tsx';
import { MapBanner } from './map/map-banner.tsx';
import { useMap } from './map/use-map.ts';
import type { ReplaySummary } from './read-replay-file.ts';
import type { Entry } from './upload-queue.ts';

interface ReplayCardProps {
  readonly entry: Entry;
  readonly sets: readonly AttachedSet[];
  /** The speed of the video; the play's own speed is 1. */
  readonly speed: number;
  /** Whether the card has only a few lines, so that many of them fit. */
  readonly isCompact: boolean;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
  /** Null while the preview is open. */
  readonly onPreview: (() => void) | null;
  /** Makes this the first replay of a video of several; null for the first one, and for videos of one replay. */
  readonly onFirst: (() => void) | null;
  /** Null if the clip is that of another replay. */
  readonly onClip: ((clip: Clip) => void) | null;
  readonly onSets: (files: File[]) => void;
}

/** Of a replay that is still being read. */
const unknownSpan: ReplaySpan = { startSeconds: -Infinity, endSeconds: Infinity };

/** A replay with its score and the state of its upload. */
export function ReplayCard({ entry, sets, speed, isCompact, onPreview, ...card }: ReplayCardProps) {
  const { file, summary, clip, state } = entry;
  const { onRemove, onRetry, onClip, onFirst, onSets } = card;
  const { submit } = words;
  const set = summary && findSetFor(summary.beatmapMd5, sets);
  const isReadingSets = sets.some(({ beatmapMd5s }) => beatmapMd5s === null);
  const times = { span: summary?.span ?? unknownSpan, clockRate: summary?.gameMods.clockRate ?? 1, speed };
  // What has been sent can be sent again with another clip.
  const canChange = state.is === 'ready' || state.is === 'uploaded';
  const map = useMap(summary, isReadingSets ? undefined : (set?.file ?? null));
  return (
    <li class={`card replay-card ${isCompact ? 'compact' : ''}`}>
      <MapBanner map={map} fallbackTitle={summary?.beatmapName ?? file.name}>
        {state.is !== 'uploading' && (
          <button type="button" class="small" onClick={onRemove} aria-label={submit.remove(file.name)}>
            ✕
          </button>
        )}
      </MapBanner>
      {summary && (isCompact ? <ShortStats summary={summary} /> : <ReplayStats summary={summary} />)}
      {set && <p class="muted">{submit.beatmapFound(set.file.name)}</p>}
      {isOpen(state) && map.is === 'missing' && <MissingMap downloads={map.downloads} onSets={onSets} />}
      {canChange && onClip && !isCompact && <ClipFields clip={clip} onChange={onClip} {...times} />}
      <div class="row card-tools">
        {state.is === 'uploaded' && (
          <a class="button primary" href={linkTo(`/view/${state.result.jobId}`)}>
            {submit.viewProgress}
          </a>
        )}
        {summary && onPreview && map.is !== 'missing' && (
          <button type="button" onClick={onPreview}>
            {submit.preview}
          </button>
        )}
        {canChange && onFirst && (
          <button type="button" onClick={onFirst}>
            {words.together.first}
          </button>
        )}
        {canChange && onClip && isCompact && (
          <details open={clip.start !== null || clip.end !== null}>
            <summary>{submit.clip}</summary>
            <ClipFields clip={clip} onChange={onClip} {...times} />
          </details>
        )}
      </div>
      {state.is === 'reading' && <p class="muted">{words.loading}</p>}
      {state.is === 'uploading' && <progress max={1} value={state.fraction} aria-label={submit.uploading} />}
      {state.is === 'waiting' && <RetryNotice error={state.error} />}
      {state.is === 'rejected' && <ErrorNotice error={state.error} {...(state.canRetry && { onRetry })} />}
    </li>
  );
}

/** Whether the replay can still be sent with a beatmap set. */
function isOpen({ is }: Entry['state']): boolean {
  return is === 'ready' || is === 'rejected';
}

/** Says before the upload that the service does not have the beatmap, and takes its .osz. */
function MissingMap({ downloads, onSets }: { downloads: boolean; onSets: (files: File[]) => void }) {
  const { submit } = words;
  return (
    <div class={`notice row ${downloads ? '' : 'bad'}`} role="status">
      <p>{downloads ? submit.mapDownloads : submit.mapMissing}</p>
      <label class="button">
        {submit.addSet}
        <input
          type="file"
          accept=".osz"
          class="hidden-input"
          onChange={({ currentTarget }) => {
            onSets([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}

function ReplayStats({ summary }: { summary: ReplaySummary }) {
  const { stats } = words;
  return (
    <dl class="stats">
      <Stat name={stats.player}>{summary.player === '' ? '—' : summary.player}</Stat>
      <Stat name={stats.mods}>{summary.mods.length === 0 ? stats.noMods : <ModBadges play={modsOf(summary)} />}</Stat>
      {summary.grade && (
        <Stat name={stats.grade}>
          <GradeMark grade={summary.grade} />
        </Stat>
      )}
      {summary.accuracy !== null && <Stat name={stats.accuracy}>{accuracyText(summary)}</Stat>}
      <Stat name={stats.score}>{formatNumber(summary.score)}</Stat>
      <Stat name={stats.combo}>{`${formatNumber(summary.maxCombo)}x`}</Stat>
      <Stat name={stats.misses}>{formatNumber(summary.counts.miss)}</Stat>
    </dl>
  );
}

/** The play in one line, as on the cards of the list. */
function ShortStats({ summary }: { summary: ReplaySummary }) {
  return (
    <div class="row short-stats">
      {summary.player !== '' && <strong>{summary.player}</strong>}
      <ModBadges play={modsOf(summary)} />
      {summary.grade && <GradeMark grade={summary.grade} />}
      {summary.accuracy !== null && <span>{accuracyText(summary)}</span>}
    </div>
  );
}

const modsOf = ({ mods, gameMods }: ReplaySummary) => ({ mods: [...mods], speed: gameMods.clockRate });

function accuracyText({ accuracy, gameMods }: ReplaySummary): string {
  return formatPercent(accuracyPercent(accuracy ?? 0, gameMods.rules));
}

function Stat({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
