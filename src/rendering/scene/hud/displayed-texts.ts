import type { Beatmap } from '../../../game/beatmap/index.ts';
import type { Replay } from '../../../game/replay/index.ts';
import type { Together } from '../together/together.ts';
import { ellipsis } from './fit-name.ts';
import { titlesOf } from './map-title.ts';
import { averageArrow } from './meters/hit-error-meter.ts';

/** All texts with characters beyond ASCII that a scene may display: the typeface must be loaded with them. */
export function displayedTexts(beatmap: Beatmap, replay: Replay, together?: Together): string[] {
  const titles = titlesOf(beatmap.metadata).flatMap(({ title, artist }) => [title, artist]);
  const others = together ? [...together.tracks.map(({ name }) => name), '·'] : [];
  const { version, creator } = beatmap.metadata;
  return [...titles, version, creator, replay.header.player, averageArrow, ellipsis, '★', ...others];
}
