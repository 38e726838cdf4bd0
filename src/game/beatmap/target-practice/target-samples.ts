import { roundHalfToEven } from '../../arithmetic.ts';
import type { Millis } from '../../units.ts';
import type { HitObject, HitSample, HitSound, SampleSet } from '../beatmap.ts';
import type { PlacedObject } from '../place-object.ts';
import { samplePointAt, type Timing } from '../timing.ts';
import { timingPrecision } from './beats.ts';

/** The sounds of a target. */
export interface TargetSamples {
  readonly hitSound: HitSound;
  readonly sample: HitSample;
}

interface Options {
  readonly timing: Timing;
  /** From [General]: the sample set of a timing point that has none. */
  readonly sampleSet: SampleSet;
}

/**
 * The sounds of the object that plays at a target's time, or the normal sound of the closest object (rule TG5). The times
 * must ascend.
 */
export function createTargetSamples(
  objects: readonly PlacedObject[],
  options: Options,
): (beat: Millis) => TargetSamples | null {
  let playing = 0;
  let started = -1;
  return (beat) => {
    while (playing < objects.length && isOver(objects[playing]!, beat)) playing++;
    while (started + 1 < objects.length && objects[started + 1]!.startTime < beat) started++;
    const object = objects[playing];
    if (object !== undefined && beat >= object.startTime - timingPrecision) return samplesOf(object, beat, options);
    const closest = closestOf(objects[started], objects[started + 1], beat);
    if (closest === undefined) return null;
    const { source, endTime } = closest;
    return { hitSound: normalSound, sample: resolved(source.sample, endTime, options) };
  };
}

const normalSound: HitSound = { normal: true, whistle: false, finish: false, clap: false };

/** Whether an object can no longer give its sounds to a target. A slider does until its end. */
function isOver({ kind, startTime, endTime }: PlacedObject, beat: Millis): boolean {
  const isSliding = kind === 'slider' && endTime > startTime && beat < endTime + timingPrecision;
  return !isSliding && beat > startTime + timingPrecision;
}

function closestOf(
  before: PlacedObject | undefined,
  after: PlacedObject | undefined,
  beat: Millis,
): PlacedObject | undefined {
  if (before === undefined || after === undefined) return before ?? after;
  return after.startTime - beat < beat - before.startTime ? after : before;
}

/** A slider gives the sounds of the end or repeat closest to the time. */
function samplesOf(object: PlacedObject, beat: Millis, options: Options): TargetSamples {
  const { source, startTime, endTime } = object;
  if (object.kind !== 'slider') return resolvedSamples(source, endTime, options);
  const { spans, spanDuration } = object.sliderTiming;
  const node = Math.min(Math.max(roundHalfToEven((beat - startTime) / spanDuration) || 0, 0), spans);
  const edge = source.kind === 'slider' ? source.edges[node] : undefined;
  return resolvedSamples(edge ?? source, startTime + node * spanDuration, options);
}

function resolvedSamples(
  { hitSound, sample }: Pick<HitObject, 'hitSound' | 'sample'>,
  time: Millis,
  options: Options,
): TargetSamples {
  return { hitSound, sample: resolved(sample, time, options) };
}

/** A sample with the values of the timing point at its own time, which may differ from those at the target. */
function resolved(sample: HitSample, time: Millis, { timing, sampleSet }: Options): HitSample {
  const point = samplePointAt(timing, time);
  const pointSet = point === null || point.sampleSet === 'inherit' ? sampleSet : point.sampleSet;
  return {
    ...sample,
    normalSet: sample.normalSet === 'inherit' ? pointSet : sample.normalSet,
    index: sample.index > 0 ? sample.index : (point?.sampleIndex ?? 0),
    volume: sample.volume > 0 ? sample.volume : (point?.volume ?? 100),
  };
}
