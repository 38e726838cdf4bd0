import type { PlayableMap } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';

/** The latest end of all objects, at least `notBefore`: objects are ordered by their start, not by their end. */
export function lastObjectEnd({ objects }: Pick<PlayableMap, 'objects'>, notBefore: Millis = 0): Millis {
  return objects.reduce((latest, { endTime }) => Math.max(latest, endTime), notBefore);
}
