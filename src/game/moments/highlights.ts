import { realMsBetween, songTimeAfter } from '../beatmap/index.ts';
import type { Millis } from '../units.ts';
import { barsBetween } from './bars.ts';
import type { Hardness } from './hardness.ts';
import type { MomentsInput, Period } from './moment.ts';

/** The minimum length of a highlight, in real milliseconds. */
const minLengthMs = 4_000;
/** Between two highlights are at least as many real milliseconds, unless they adjoin. */
const minGapMs = 2_000;
/** A hard part with a mistake is worth this fraction of one without. */
const spoiledFraction = 0.5;

interface Candidate extends Period {
  readonly lengthMs: number;
  readonly value: number;
}

/**
 * The hardest parts, those without mistakes first, up to a length. Each begins and ends at the start of a bar, so that
 * the song keeps its beat over the cuts. A play that is short enough is one highlight.
 */
export function chooseHighlights(
  input: MomentsInput,
  hardness: Hardness,
  { range, maxMs }: { readonly range: Period; readonly maxMs: number },
): readonly Period[] {
  const { songClock } = input.play.map;
  if (realMsBetween(songClock, range.start, range.end) <= maxMs) return [range];
  const byValue = candidates(input, hardness, range).sort((a, b) => b.value - a.value || a.start - b.start);
  const gap = (from: Millis) => songTimeAfter(songClock, from, minGapMs);
  const fits = (one: Period, other: Period) =>
    one.start === other.end || other.start === one.end || one.start >= gap(other.end) || other.start >= gap(one.end);
  const chosen: Candidate[] = [];
  let restMs = maxMs;
  for (const candidate of byValue) {
    if (candidate.lengthMs > restMs || !chosen.every((other) => fits(candidate, other))) continue;
    chosen.push(candidate);
    restMs -= candidate.lengthMs;
    if (restMs < minLengthMs) break;
  }
  return joinAdjoining(chosen.sort((a, b) => a.start - b.start));
}

/** From every bar, the fewest bars that are long enough. */
function candidates({ play, mistakes }: MomentsInput, hardness: Hardness, range: Period): Candidate[] {
  const { songClock, timing } = play.map;
  const bars = barsBetween(timing, range);
  const mistakeTimes = mistakes.map(({ time }) => time).sort((a, b) => a - b);
  const found: Candidate[] = [];
  let last = 0;
  let nextMistake = 0;
  for (const start of bars) {
    while (last < bars.length && realMsBetween(songClock, start, bars[last]!) < minLengthMs) last++;
    const end = bars[last];
    if (end === undefined) break;
    while (nextMistake < mistakeTimes.length && mistakeTimes[nextMistake]! < start) nextMistake++;
    const isSpoiled = nextMistake < mistakeTimes.length && mistakeTimes[nextMistake]! < end;
    const value = hardness.mean(start, end) * (isSpoiled ? spoiledFraction : 1);
    found.push({ start, end, lengthMs: realMsBetween(songClock, start, end), value });
  }
  return found;
}

function joinAdjoining(periods: readonly Period[]): readonly Period[] {
  const joined: Period[] = [];
  for (const { start, end } of periods) {
    const last = joined.at(-1);
    if (last?.end === start) joined[joined.length - 1] = { start: last.start, end };
    else joined.push({ start, end });
  }
  return joined;
}
