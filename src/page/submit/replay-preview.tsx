import { useMemo } from 'preact/hooks';
import type { SubmittedSettings } from '../../contract/settings/index.ts';
import { EmptyScreen } from '../empty-screen.tsx';
import { LazyPart } from '../lazy-part.tsx';
import { createPlayhead } from '../player/playhead.ts';
import { words } from '../words/index.ts';
import { type AttachedSet, findSetFor } from './attached-set.ts';
import type { Clip } from './clip.ts';
import type { Entry } from './upload-queue.ts';

/** The entry whose preview was opened; 'none' after the viewer closed it; null while the page decides. */
export type PreviewChoice = number | 'none' | null;

/** A single replay is previewed automatically if its beatmap has been added. */
export function previewedEntry(
  entries: readonly Entry[],
  choice: PreviewChoice,
  sets: readonly AttachedSet[],
): Entry | null {
  const [first = null] = entries;
  const hasBeatmap = first?.summary ? findSetFor(first.summary.beatmapMd5, sets) !== null : false;
  const isAutomatic = choice === null && hasBeatmap && entries.length === 1;
  const entry = isAutomatic ? first : entries.find(({ id }) => id === choice);
  return entry?.summary ? entry : null;
}

export interface ReplayPreviewProps {
  readonly entry: Entry;
  readonly sets: readonly AttachedSet[];
  readonly options: SubmittedSettings;
  readonly onClip: (clip: Clip) => void;
  readonly onSkin: (skin: string) => void;
  readonly onClose: () => void;
}

/** Previews a replay with the current settings before it is uploaded. */
export function ReplayPreview({ entry, sets, onClip, onClose, ...player }: ReplayPreviewProps) {
  const { submit } = words;
  const { file, summary, clip, state } = entry;
  const playhead = useMemo(createPlayhead, []);
  // A clip begins and ends at a millisecond of the song.
  const secondsHere = () => Math.round(playhead.now) / 1000;
  const set = summary && findSetFor(summary.beatmapMd5, sets);
  return (
    <section class="preview" aria-labelledby="preview-title">
      <div class="row">
        <h2 id="preview-title">{submit.preview}</h2>
        <button type="button" class="small" onClick={onClose} aria-label={submit.closePreview}>
          ✕
        </button>
      </div>
      {summary && (
        <LazyPart load={() => import('../player/file-player.tsx')} fallback={<EmptyScreen />}>
          {({ FilePlayer }) => (
            <FilePlayer
              replay={file}
              beatmapMd5={summary.beatmapMd5}
              beatmap={set?.file ?? null}
              playhead={playhead}
              {...player}
            />
          )}
        </LazyPart>
      )}
      {state.is === 'ready' && (
        <div class="row">
          <button type="button" onClick={() => onClip({ ...clip, start: secondsHere() })}>
            {submit.clipStartHere}
          </button>
          <button type="button" onClick={() => onClip({ ...clip, end: secondsHere() })}>
            {submit.clipEndHere}
          </button>
        </div>
      )}
    </section>
  );
}
