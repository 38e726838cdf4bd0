import { type PlayableMap, songTimeAfter } from '../beatmap/index.ts';
import type { Hardness } from './hardness.ts';
import type { Period } from './moment.ts';

/** In real milliseconds. */
const lengthMs = 20_000;

/** The hardest 20 seconds of a range, or all of a shorter one; of equal ones, the first. */
export function findHardest({ songClock }: PlayableMap, hardness: Hardness, range: Period): Period {
  // A last spinner can be weeks long. No period after the last section is harder than the first one.
  const lastStart = Math.max(range.start, hardness.first + hardness.sections * hardness.sectionLength);
  let best: Period & { readonly mean: number } = { ...range, mean: -1 };
  for (let start = range.start; start <= lastStart; start += hardness.sectionLength) {
    const end = songTimeAfter(songClock, start, lengthMs);
    if (end > range.end) break;
    const mean = hardness.mean(start, end);
    if (mean > best.mean) best = { start, end, mean };
  }
  return { start: best.start, end: best.end };
}
