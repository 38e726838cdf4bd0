import type { PlayableMap } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';

/** The first moment at which an object can no longer be pressed, or is over. */
export interface Deadline {
  readonly time: Millis;
  readonly object: number;
  readonly kind: 'press' | 'end';
}

/** All of them, in the order they fall due: judging then looks at each once instead of at every object in every frame. */
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
