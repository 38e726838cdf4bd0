import type { Beatmap } from '../../../game/beatmap/index.ts';
import type { Replay } from '../../../game/replay/index.ts';
import { averageArrow } from './meters/hit-error-meter.ts';
import { titleOf } from './overlays/intro-card.ts';

/** Everything a show of this map and replay may write besides ASCII: what a typeface for it has to be loaded with. */
export function wordsOf(beatmap: Beatmap, replay: Replay): string[] {
  const { title, artist } = titleOf(beatmap.metadata);
  return [title, artist, beatmap.metadata.version, beatmap.metadata.creator, replay.header.player, averageArrow, '★'];
}
