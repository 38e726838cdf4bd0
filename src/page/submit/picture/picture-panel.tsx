import stillUrl from 'build-output/demo-pictures/assets/demo-pictures/video.webp?url';
import { useMemo } from 'preact/hooks';
import type { SubmittedSettings } from '../../../contract/settings/index.ts';
import { EmptyScreen } from '../../components/empty-screen.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { createPlayhead } from '../../player/playhead.ts';
import { words } from '../../words/index.ts';
import { type AttachedSet, findSetFor } from '../attached-set.ts';
import type { Clip } from '../clip.ts';
import { useMap } from '../map/use-map.ts';
import type { Entry } from '../upload-queue.ts';
import { useHold } from './use-hold.ts';

interface PicturePanelProps {
  /** The replay to draw; null: the demo. */
  readonly entry: Entry | null;
  /** The replays that are drawn, that of `entry` first. Must stay the same list for the same replays. */
  readonly replays: readonly File[];
  readonly sets: readonly AttachedSet[];
  readonly options: SubmittedSettings;
  /** What `options` are compared with; null if they are the same. */
  readonly before: SubmittedSettings | null;
  /** Whether the visitor asked for this picture, which then plays at once. */
  readonly isRequested: boolean;
  /** Whether the visitor has used the settings; until then, a still picture stands for the demo. */
  readonly needsDemo: boolean;
  readonly onClip: (clip: Clip) => void;
  readonly onSkin: (skin: string) => void;
  /** Null if the picture stays open. */
  readonly onClose: (() => void) | null;
}

/** The moment of the demo that the build draws, too. */
const demoMs = 27_790;
const compareKey = 'c';

/** The picture beside the settings: a replay, or the demo until there is one, drawn with the current settings. */
export function PicturePanel({ entry, sets, options, before, onClip, onClose, ...panel }: PicturePanelProps) {
  const { submit } = words;
  const { isRequested, needsDemo, onSkin, replays } = panel;
  const { isHeld, listeners } = useHold(compareKey);
  const isReadingSets = sets.some(({ beatmapMd5s }) => beatmapMd5s === null);
  const set = entry?.summary ? findSetFor(entry.summary.beatmapMd5, sets) : null;
  const map = useMap(entry?.summary ?? null, isReadingSets ? undefined : (set?.file ?? null));
  const isReplay = entry !== null && (map.is === 'found' || (isRequested && map.is === 'unknown'));
  // The moment of the demo means nothing in a replay whose map is added later.
  const playhead = useMemo(() => createPlayhead(), [isReplay]);
  const isWaiting = entry !== null && (entry.summary === null ? entry.state.is === 'reading' : map.is === 'loading');
  const picture = { options: isHeld && before ? before : options, playhead, onSkin, autoPlay: isRequested };
  if (!isRequested && !playhead.wasMoved && !isWaiting)
    playhead.moveTo(isReplay && map.is === 'found' ? map.map.middleMs : demoMs);
  return (
    <section class="preview" aria-labelledby="preview-title">
      <div class="row preview-head">
        <h2 id="preview-title">{isReplay || isWaiting ? submit.preview : submit.demoPreview}</h2>
        {before && (
          <button type="button" class="small compare" aria-pressed={isHeld} {...listeners}>
            {isHeld ? submit.before : submit.compare} <kbd>{compareKey.toUpperCase()}</kbd>
          </button>
        )}
        {/* Above the picture: below its controls, they would not fit into the first screen. */}
        {isReplay && (entry.state.is === 'ready' || entry.state.is === 'uploaded') && (
          <div class="row clip-here">
            <button
              type="button"
              class="small"
              onClick={() => onClip({ ...entry.clip, start: secondsOf(playhead.now) })}
            >
              {submit.clipStartHere}
            </button>
            <button type="button" class="small" onClick={() => onClip({ ...entry.clip, end: secondsOf(playhead.now) })}>
              {submit.clipEndHere}
            </button>
          </div>
        )}
        {onClose && (
          <button type="button" class="small" onClick={onClose} aria-label={submit.closePreview}>
            ✕
          </button>
        )}
      </div>
      {isWaiting ? (
        <EmptyScreen />
      ) : isReplay && entry.summary ? (
        <LazyPart load={() => import('./live-picture.tsx')} fallback={<EmptyScreen />}>
          {({ ReplayPicture }) => (
            <ReplayPicture
              replays={replays}
              beatmapMd5={entry.summary?.beatmapMd5 ?? ''}
              beatmap={set?.file ?? null}
              {...picture}
            />
          )}
        </LazyPart>
      ) : needsDemo || isRequested ? (
        <LazyPart load={() => import('./live-picture.tsx')} fallback={<StillPicture />}>
          {({ DemoPicture }) => <DemoPicture {...picture} />}
        </LazyPart>
      ) : (
        <StillPicture />
      )}
    </section>
  );
}

function StillPicture() {
  return <img class="screen" src={stillUrl} alt="" width={480} height={270} />;
}

/** A clip begins and ends at a millisecond of the song. */
function secondsOf(t: number): number {
  return Math.round(t) / 1000;
}
