import { Failure } from '../../../failure.ts';
import { firstIndexWhere } from '../../binary-search.ts';
import type { Millis } from '../../units.ts';
import type { Beatmap } from '../beatmap.ts';
import { limits } from '../limits.ts';
import { lastObjectEnd } from '../map-length.ts';
import { beatLengthAt, type Timing, uninheritedPointAt } from '../timing.ts';

interface Options {
  readonly breaks: Beatmap['breaks'];
  readonly timing: Timing;
  readonly circlesPerBeat: number;
}

/** Times closer than this, in milliseconds, count as equal. */
export const timingPrecision = 1;

/** The times of the targets: the beats from the first object to the end of the last, without breaks (rule TG1). */
export function targetBeats(
  objects: readonly { readonly startTime: Millis; readonly endTime: Millis }[],
  { breaks, timing, circlesPerBeat }: Options,
): Millis[] {
  const [first] = objects;
  if (first === undefined) return [];
  const end = lastObjectEnd(objects, first.endTime);
  const isInBreak = createBreakTest(objects, breaks);
  const beats: Millis[] = [];
  for (const point of timing.uninheritedPoints) {
    const length = point.beatLength / circlesPerBeat;
    const skipped = Math.max(0, Math.floor((first.startTime - point.time) / length) - 2);
    for (let i = skipped; ; i++) {
      const time = point.time + i * length;
      if (time - timingPrecision > end || uninheritedPointAt(timing, time) !== point) break;
      const beat = Math.floor(time);
      if (!(beat > first.startTime - timingPrecision) || isInBreak(beat)) continue;
      if (beats.length === limits.maxObjects)
        throw new Failure('beatmap/too-large', `The map has more than ${limits.maxObjects} beats.`);
      beats.push(beat);
    }
  }
  return withoutCrowding(beats, (beat) => beatLengthAt(timing, beat) / 2 / circlesPerBeat);
}

/** Removes beats that are too close to the next one that stays, such as the last before a new tempo. */
function withoutCrowding(beats: readonly Millis[], minGap: (beat: Millis) => number): Millis[] {
  const kept: Millis[] = [];
  for (const beat of beats.toReversed()) {
    const next = kept.at(-1);
    if (next === undefined || next - beat - timingPrecision > minGap(beat)) kept.push(beat);
  }
  return kept.reverse();
}

/** Tests times in ascending order: a break lasts until the first object after it. */
function createBreakTest(
  objects: readonly { readonly startTime: Millis }[],
  breaks: Beatmap['breaks'],
): (time: Millis) => boolean {
  const ascending = breaks.toSorted((a, b) => a.start - b.start);
  const firstAfter = (time: Millis) => {
    const first = firstIndexWhere(0, objects.length, (i) => objects[i]!.startTime > time - timingPrecision);
    return objects[first]?.startTime ?? Number.POSITIVE_INFINITY;
  };
  let next = 0;
  let until = Number.NEGATIVE_INFINITY;
  return (time) => {
    for (let period = ascending[next]; period && time > period.start - timingPrecision; period = ascending[++next])
      until = Math.max(until, firstAfter(period.end) - timingPrecision);
    return time < until;
  };
}
