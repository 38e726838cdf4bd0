import type { HealthLine } from '../osu/play/index.ts';
import type { Millis } from '../osu/units.ts';
import { lerp, passed } from './easing.ts';
import { lastAtOrBefore } from './glide.ts';

/** Health at a time, 0 to 1; full before it is first known. */
export function healthAt({ times, values }: HealthLine, t: Millis): number {
  const i = lastAtOrBefore(times, t);
  if (i < 0) return values[0] ?? 1;
  if (i === times.length - 1) return values[i]!;
  return lerp(values[i]!, values[i + 1]!, passed(t, times[i]!, times[i + 1]!));
}
