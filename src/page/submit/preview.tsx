import { useLoaded } from '../loaded.ts';
import { words } from '../words/index.ts';
import { type GivenSet, setWith } from './given-set.ts';
import type { Options } from './options.ts';
import type { Entry } from './queue.ts';

/** Which play is shown: the one somebody asked for; none, since they closed it; or whichever shows itself. */
export type Watched = number | 'none' | null;

/** With its map at hand, a single play is shown by itself. */
export function watchedOf(entries: readonly Entry[], watched: Watched, sets: readonly GivenSet[]): Entry | null {
  const [first = null] = entries;
  const isAtHand = first?.card ? setWith(first.card.beatmapMd5, sets) !== null : false;
  const showsItself = watched === null && isAtHand && entries.length === 1;
  const shown = showsItself ? first : entries.find(({ id }) => id === watched);
  return shown?.card ? shown : null;
}

export interface PreviewProps {
  readonly entry: Entry;
  readonly sets: readonly GivenSet[];
  readonly options: Options;
  readonly onSkin: (skin: string) => void;
  readonly onClose: () => void;
}

/** A play before it is sent, as its video would be. */
export function Preview({ entry: { file, card }, sets, onClose, ...player }: PreviewProps) {
  const set = card && setWith(card.beatmapMd5, sets);
  const FilePlayer = useLoaded(true, () => import('../player/file-player.tsx').then((module) => module.FilePlayer));
  return (
    <section class="preview" aria-labelledby="preview-title">
      <div class="row">
        <h2 id="preview-title">{words.submit.preview}</h2>
        <button type="button" class="small" onClick={onClose} aria-label={words.submit.closePreview}>
          ✕
        </button>
      </div>
      {FilePlayer && card ? (
        <FilePlayer replay={file} beatmapMd5={card.beatmapMd5} beatmap={set?.file ?? null} {...player} />
      ) : (
        <div class="screen in-work" aria-busy="true" />
      )}
    </section>
  );
}
