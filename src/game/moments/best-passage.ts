import { realMsBetween, songTimeAfter } from '../beatmap/index.ts';
import type { Hardness } from './hardness.ts';
import type { MomentsInput, Period } from './moment.ts';

/** A passage is hard where the mean hardness of this many real milliseconds around is high. */
const smoothedMs = 3_000;
/** Hard is at least this fraction of the hardest mean. */
const hardFraction = 0.6;
/** A shorter passage is nothing to watch, in real milliseconds. */
const minLengthMs = 2_000;

/** The longest passage that is hard throughout and has no mistake; none if all are short. */
export function bestPassage(input: MomentsInput, hardness: Hardness, range: Period): readonly Period[] {
  const { songClock } = input.play.map;
  let best: Period | null = null;
  let bestMs = minLengthMs;
  for (const hard of hardPeriods(input, hardness, range)) {
    for (const period of withoutMistakes(hard, input)) {
      const lengthMs = realMsBetween(songClock, period.start, period.end);
      if (lengthMs < bestMs || (best !== null && lengthMs === bestMs)) continue;
      best = period;
      bestMs = lengthMs;
    }
  }
  return best === null ? [] : [best];
}

function hardPeriods({ play }: MomentsInput, hardness: Hardness, range: Period): readonly Period[] {
  const { first, sectionLength, sections } = hardness;
  const { songClock } = play.map;
  const smoothed = Array.from({ length: sections }, (_, i) => {
    const middle = first + (i + 0.5) * sectionLength;
    const around = smoothedMs / 2;
    return hardness.mean(songTimeAfter(songClock, middle, -around), songTimeAfter(songClock, middle, around));
  });
  const highest = smoothed.reduce((max, value) => Math.max(max, value), 0);
  const periods: Period[] = [];
  smoothed.forEach((value, i) => {
    if (value === 0 || value < hardFraction * highest) return;
    const start = Math.max(range.start, first + i * sectionLength);
    const end = Math.min(range.end, first + (i + 1) * sectionLength);
    if (!(end > start)) return;
    const last = periods.at(-1);
    const follows = i > 0 && smoothed[i - 1]! >= hardFraction * highest;
    if (last && follows) periods[periods.length - 1] = { start: last.start, end };
    else periods.push({ start, end });
  });
  return periods;
}

/** The parts of a period between mistakes. A mistake lasts from its object to its judgement. */
function withoutMistakes(period: Period, { play, mistakes }: MomentsInput): readonly Period[] {
  const spoiled = mistakes
    .map(({ object, time }) => ({ start: Math.min(time, play.map.objects[object]?.startTime ?? time), end: time }))
    .toSorted((a, b) => a.start - b.start);
  const parts: Period[] = [];
  let { start } = period;
  for (const mistake of spoiled) {
    if (mistake.start >= period.end) break;
    if (mistake.start > start) parts.push({ start, end: mistake.start });
    start = Math.max(start, mistake.end);
  }
  if (period.end > start) parts.push({ start, end: period.end });
  return parts;
}
