import { lastObjectEnd, type PlayableMap } from '../../../game/beatmap/index.ts';
import type { Millis } from '../../../game/units.ts';

const hour: Millis = 3_600_000;

/**
 * When the sounds of beats may play: from some time before the first object to the end of the last. A map that lasts for weeks
 * would have millions of beats, so they end after more than the longest video.
 */
export function beatPeriod(map: PlayableMap): { readonly start: Millis; readonly end: Millis } {
  const first = map.objects[0]?.startTime ?? 0;
  return { start: first - hour, end: Math.min(lastObjectEnd(map.objects), first + 6 * hour) };
}
