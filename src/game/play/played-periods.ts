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
  const stretches: PlayedPeriod[] = [];
  const { breaks, formatVersion } = map.beatmap;
  let start = from;
  let latestEnd = from;
  let pause = 0;
  for (const object of map.objects) {
    let paused: Millis | null = null;
    for (; pause < breaks.length && breaks[pause]!.end <= object.startTime; pause++) {
      // Before format 8, health drains until the break itself begins.
      if (breaks[pause]!.start >= latestEnd) paused ??= formatVersion < 8 ? breaks[pause]!.start : latestEnd;
    }
    if (paused !== null) {
      if (paused > start) stretches.push({ start, end: paused });
      start = object.startTime;
    }
    latestEnd = Math.max(latestEnd, object.endTime);
  }
  if (latestEnd > start) stretches.push({ start, end: latestEnd });
  return stretches;
}
