import { clamp } from '../../arithmetic.ts';
import { integerOr, parseNumber } from '../../text-format/fields.ts';
import type { Lines } from '../../text-format/sections.ts';
import type { Warn } from '../../text-format/warnings.ts';
import type { Millis } from '../../units.ts';
import type { SampleSet, TimingPoint } from '../beatmap.ts';
import { maxTime } from '../limits.ts';
import { parseSampleSet } from './parse-samples.ts';

interface Context {
  readonly timeOffset: Millis;
  /** From [General]: the sample set of a line that has none. */
  readonly sampleSet: SampleSet;
  readonly warn: Warn;
}

/** Parses and sorts by time; at equal times the uninherited point comes first, so that the inherited one applies. */
export function parseTimingPoints(lines: Lines, context: Context): readonly TimingPoint[] {
  const points: TimingPoint[] = [];
  for (const line of lines) {
    const point = parseTimingPoint(line.text.split(','), context);
    if (point === null) context.warn(line.number, `Skipped a malformed timing point: ${line.text.slice(0, 80)}`);
    else points.push(point);
  }
  return points.sort((a, b) => a.time - b.time || Number(b.uninherited) - Number(a.uninherited));
}

function parseTimingPoint(fields: readonly string[], { timeOffset, sampleSet }: Context): TimingPoint | null {
  const time = parseNumber(fields[0]) + timeOffset;
  const beatLength = parseNumber(fields[1]);
  if (!(Math.abs(time) <= maxTime) || fields[1] === undefined || fields[1].trim() === '') return null;
  const uninherited = fields[6] === undefined ? !(beatLength < 0) : fields[6].trim() === '1';
  // The game accepts NaN for an inherited point only (sliders without ticks).
  if (Number.isNaN(beatLength) && (uninherited || fields[1].trim().toLowerCase() !== 'nan')) return null;
  const meter = integerOr(fields[2], 4);
  const effects = integerOr(fields[7], 0);
  return {
    time,
    beatLength: uninherited ? clamp(beatLength, 6, 60_000) : beatLength,
    meter: meter > 0 ? meter : 4,
    sampleSet: fields[3] === undefined ? sampleSet : parseSampleSet(fields[3]),
    sampleIndex: Math.max(integerOr(fields[4], 0), 0),
    volume: clamp(integerOr(fields[5], 100), 0, 100),
    uninherited,
    kiai: (effects & 1) !== 0,
    omitFirstBarLine: (effects & 8) !== 0,
  };
}
