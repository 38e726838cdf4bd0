import type { Timing, TimingPoint } from '../beatmap/index.ts';
import type { Millis } from '../units.ts';
import type { Period } from './moment.ts';

/** Bars of other lengths belong to maps that use timing points for effects; they are doubled or halved. */
const minBarLength: Millis = 500;
const maxBarLength: Millis = 4_000;
/** A map without timing points has 60 beats per minute, as in the game. */
const defaultBarLength: Millis = 4_000;
/** In a map that lasts for days, several bars count as one. */
const maxBars = 20_000;

/** The times in a period at which bars start, in order. A timing point starts a bar. */
export function barsBetween({ uninheritedPoints: points }: Timing, { start, end }: Period): readonly Millis[] {
  const minBar = Math.max(minBarLength, (end - start) / maxBars);
  const bars: Millis[] = [];
  const sections: readonly (TimingPoint | undefined)[] = points.length > 0 ? points : [undefined];
  sections.forEach((point, i) => {
    const origin = point?.time ?? 0;
    const length = barLength(point, minBar);
    // The first timing point applies before its time, too.
    const from = i === 0 ? start : Math.max(start, origin);
    const until = Math.min(end, sections[i + 1]?.time ?? end);
    for (let k = Math.ceil((from - origin) / length); origin + k * length <= until; k++) {
      const time = origin + k * length;
      if (time - (bars.at(-1) ?? Number.NEGATIVE_INFINITY) >= minBar / 2) bars.push(time);
    }
  });
  return bars;
}

function barLength(point: TimingPoint | undefined, minBar: Millis): Millis {
  let length = point === undefined ? defaultBarLength : point.beatLength * point.meter;
  while (length > maxBarLength) length /= 2;
  while (length < minBar) length *= 2;
  return length;
}
