import { useLoaded } from '../loaded.ts';
import { words } from '../words/index.ts';
import type { Options } from './options.ts';
import type { Entry } from './queue.ts';

/** Which play is shown: the one somebody asked for; none, since they closed it; or whichever shows itself. */
export type Watched = number | 'none' | null;

/** With its map at hand, a single play is shown by itself. */
export function watchedOf(entries: readonly Entry[], watched: Watched, beatmap: File | null): Entry | null {
  const [first = null] = entries;
  const showsItself = watched === null && beatmap !== null && entries.length === 1;
  const shown = showsItself ? first : entries.find(({ id }) => id === watched);
  return shown?.card ? shown : null;
}

export interface PreviewProps {
  readonly entry: Entry;
  readonly beatmap: File | null;
  readonly options: Options;
  readonly onSkin: (skin: string) => void;
  readonly onClose: () => void;
}

/** A play before it is sent, as its video would be. */
export function Preview({ entry: { file, card }, onClose, ...player }: PreviewProps) {
  const FilePlayer = useLoaded(true, () => import('../player/file-player.tsx').then((module) => module.FilePlayer));
  return (
    <section class="preview" aria-labelledby="preview-title">
      <div class="row">
        <h2 id="preview-title">{words.submit.watching}</h2>
        <button type="button" class="small" onClick={onClose} aria-label={words.submit.close}>
          ✕
        </button>
      </div>
      {FilePlayer && card ? (
        <FilePlayer replay={file} beatmapMd5={card.beatmapMd5} {...player} />
      ) : (
        <div class="screen in-work" aria-busy="true" />
      )}
    </section>
  );
}
