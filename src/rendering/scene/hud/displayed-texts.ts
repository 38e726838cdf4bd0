import type { Beatmap } from '../../../game/beatmap/index.ts';
import type { Replay } from '../../../game/replay/index.ts';
import { averageArrow } from './meters/hit-error-meter.ts';
import { titleOf } from './overlays/intro-card.ts';

/** All texts with characters beyond ASCII that a scene may display: the typeface must be loaded with them. */
export function displayedTexts(beatmap: Beatmap, replay: Replay): string[] {
  const { title, artist } = titleOf(beatmap.metadata);
  return [title, artist, beatmap.metadata.version, beatmap.metadata.creator, replay.header.player, averageArrow, '★'];
}
