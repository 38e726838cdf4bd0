import { lastObjectEnd, songTimeAfter } from '../beatmap/index.ts';
import { bestPassage } from './best-passage.ts';
import { findHardest } from './hardest.ts';
import { createHardness } from './hardness.ts';
import { chooseHighlights } from './highlights.ts';
import { type Moment, type MomentKind, type MomentsInput, momentKinds, type Period } from './moment.ts';

/** Real milliseconds before and after each mistake. */
const aroundMistakeMs = 2_000;
/** Real milliseconds before and after the first miss: what led to it is longer. */
const beforeFirstMissMs = 5_000;
const afterFirstMissMs = 2_000;
/** Real milliseconds that a play stays visible after its last object. */
const outroMs = 1_500;
/** A cut over a shorter gap would look like an error: periods with such a gap become one. */
const minGapMs = 500;
const defaultHighlightsMs = 30_000;

/** The periods of one kind, in the order of the song; none if the play has no such moment. */
export function findMoments(kind: MomentKind, input: MomentsInput): readonly Period[] {
  const range = searchedRange(input);
  if (range === null) return [];
  switch (kind) {
    case 'mistakes':
      return aroundMistakes(input, range);
    case 'hardest':
      return [findHardest(input.play.map, createHardness(input), range)];
    case 'best':
      return bestPassage(input, createHardness(input), range);
    case 'highlights': {
      const maxMs = input.maxHighlightsMs ?? defaultHighlightsMs;
      return chooseHighlights(input, createHardness(input), { range, maxMs });
    }
    case 'first_miss':
      return aroundFirstMiss(input, range);
  }
}

/** The moments of all kinds. */
export function proposeMoments(input: MomentsInput): readonly Moment[] {
  return momentKinds.flatMap((kind) => findMoments(kind, input).map((period) => ({ kind, ...period })));
}

/** The part of the song that has something to see; null if it is empty. */
function searchedRange({ play, within = {} }: MomentsInput): Period | null {
  const { map, failedAt } = play;
  const first = map.objects[0];
  if (first === undefined) return null;
  const lastEnd = lastObjectEnd(map.objects, first.endTime);
  const start = Math.max(first.startTime - map.preempt, within.start ?? Number.NEGATIVE_INFINITY);
  const shownUntil = songTimeAfter(map.songClock, failedAt ?? lastEnd, outroMs);
  const end = Math.min(shownUntil, within.end ?? Number.POSITIVE_INFINITY);
  return end > start ? { start, end } : null;
}

function aroundMistakes({ play, mistakes }: MomentsInput, range: Period): readonly Period[] {
  const { songClock } = play.map;
  const periods = mistakes
    .filter(({ time }) => time >= range.start && time <= range.end)
    .toSorted((a, b) => a.time - b.time)
    .map(({ time }) => ({
      start: Math.max(range.start, songTimeAfter(songClock, time, -aroundMistakeMs)),
      end: Math.min(range.end, songTimeAfter(songClock, time, aroundMistakeMs)),
    }));
  const merged: Period[] = [];
  for (const period of periods) {
    const last = merged.at(-1);
    if (last && period.start < songTimeAfter(songClock, last.end, minGapMs))
      merged[merged.length - 1] = { start: last.start, end: period.end };
    else merged.push(period);
  }
  return merged;
}

/** Around the first miss, or, in a play without one, around the first break of the combo. */
function aroundFirstMiss({ play }: MomentsInput, range: Period): readonly Period[] {
  const { songClock } = play.map;
  const { times, misses, combo } = play.totals;
  const isMiss = (i: number) => misses[i]! > (misses[i - 1] ?? 0);
  const isBreak = (i: number) => combo[i]! < (combo[i - 1] ?? 0);
  const isInRange = (t: number) => t >= range.start && t <= range.end;
  const firstWhere = (holds: (i: number) => boolean) => times.find((t, i) => isInRange(t) && holds(i));
  const time = firstWhere(isMiss) ?? firstWhere(isBreak);
  if (time === undefined) return [];
  const start = songTimeAfter(songClock, time, -beforeFirstMissMs);
  const end = songTimeAfter(songClock, time, afterFirstMissMs);
  return [{ start: Math.max(range.start, start), end: Math.min(range.end, end) }];
}
