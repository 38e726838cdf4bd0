import type { Break } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';

/** How long before the end of a break stable judges the section, unless the middle of the break is earlier. */
const beforeEnd = 2880;

/** When stable shows and plays whether the section before a break was passed; null in a break that is too short for it. */
export function passFailTime({ start, end }: Break): Millis | null {
  return end - start < beforeEnd ? null : Math.min((start + end) / 2, end - beforeEnd);
}
