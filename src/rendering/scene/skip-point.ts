import { beatLengthAt, type PlayableMap } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';

/** Real milliseconds in which there is nothing to hit before the first object appears. */
export const leadInMs = 1000;

/** So long before the first object, or eight of its beats where they are quick. */
const slowBeats = 4;
const quickBeats = 8;
const quickBeat = 500;
const leastSkipped = 1200;

/** Where the game lets a player skip to; null where there is too little before it to be worth it. */
export function skipPoint(map: PlayableMap): Millis | null {
  const first = map.objects[0]?.startTime;
  if (first === undefined) return null;
  const beat = beatLengthAt(map.timing, first);
  const beats = (beat < quickBeat ? quickBeats : slowBeats) * beat;
  const point = Math.min(first - beats, first - map.preempt - leadInMs * map.clockRate);
  return point > leastSkipped + Math.min(1800, map.preempt) ? point : null;
}
