import type { PlayableMap } from '../beatmap/index.ts';
import type { Millis } from '../units.ts';

export interface PlayedPeriod {
  readonly start: Millis;
  readonly end: Millis;
}

/**
 * The periods from `from` to the end of the last object, without gaps between objects that contain a break (rule HP3).
 */
export function playedPeriods(map: PlayableMap, from: Millis): readonly PlayedPeriod[] {
  const periods: PlayedPeriod[] = [];
  const { breaks, formatVersion } = map.beatmap;
  let start = from;
  let latestEnd = from;
  let pause = 0;
  for (const object of map.objects) {
    let paused: Millis | null = null;
    for (let next = breaks[pause]; next !== undefined && next.end <= object.startTime; next = breaks[++pause]) {
      // Before format 8, health drains until the break itself begins.
      if (next.start >= latestEnd) paused ??= formatVersion < 8 ? next.start : latestEnd;
    }
    if (paused !== null) {
      if (paused > start) periods.push({ start, end: paused });
      start = object.startTime;
    }
    latestEnd = Math.max(latestEnd, object.endTime);
  }
  if (latestEnd > start) periods.push({ start, end: latestEnd });
  return periods;
}
