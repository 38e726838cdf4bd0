import type { PlayableMap } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';

/** The first time at which an object can no longer be pressed, or has ended. */
export interface Deadline {
  readonly time: Millis;
  readonly object: number;
  readonly kind: 'press' | 'end';
}

/**
 * All deadlines in order of time, so that judging handles each once instead of checking every object at every frame.
 */
export function deadlinesOf(map: PlayableMap, lastPress: Millis): readonly Deadline[] {
  const deadlines: Deadline[] = [];
  for (const object of map.objects) {
    if (object.kind !== 'spinner') {
      deadlines.push({ time: object.startTime + lastPress + 1, object: object.index, kind: 'press' });
    }
    if (object.kind !== 'circle') deadlines.push({ time: object.endTime, object: object.index, kind: 'end' });
  }
  return deadlines.sort((a, b) => a.time - b.time || a.object - b.object);
}
