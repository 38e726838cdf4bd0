import type { Millis } from '../units.ts';
import { realMsBetween, type SongClock } from './song-clock.ts';

interface TimedObject {
  readonly startTime: Millis;
  readonly endTime: Millis;
}

/** The latest end of all objects, at least `notBefore`: objects are ordered by their start, not by their end. */
export function lastObjectEnd(objects: readonly Pick<TimedObject, 'endTime'>[], notBefore: Millis = 0): Millis {
  return objects.reduce((latest, { endTime }) => Math.max(latest, endTime), notBefore);
}

/** Real milliseconds from the start of the first object to the end of the last. */
export function mapLengthMs(map: { readonly objects: readonly TimedObject[]; readonly songClock: SongClock }): number {
  const start = map.objects[0]?.startTime ?? 0;
  return realMsBetween(map.songClock, start, lastObjectEnd(map.objects, start));
}
