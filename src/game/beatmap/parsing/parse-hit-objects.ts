import { clamp } from '../../arithmetic.ts';
import { integerOr, numberOr, parseNumber } from '../../text-format/fields.ts';
import type { Line, Lines } from '../../text-format/sections.ts';
import type { Warn } from '../../text-format/warnings.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import type { HitObject, HitSample, Slider } from '../beatmap.ts';
import { maxCoordinate, maxSliderLength, maxTime } from '../limits.ts';
import { parseCurve, parsePoint } from './parse-curve.ts';
import { parseHitSample, parseHitSound, parseSampleSet } from './parse-samples.ts';

interface Context {
  readonly formatVersion: number;
  readonly timeOffset: Millis;
  readonly warn: Warn;
}

/** Bits of an object's type field. */
const typeBits = { circle: 1, slider: 2, newCombo: 4, spinner: 8, hold: 128 } as const;

/** Parses and sorts by time, equal times in file order. Skips malformed lines with a warning, as the game does. */
export function parseHitObjects(lines: Lines, context: Context): readonly HitObject[] {
  const objects: HitObject[] = [];
  for (const line of lines) {
    const object = parseHitObject(line, context);
    if (object === null) context.warn(line.number, `Skipped a malformed hit object: ${line.text.slice(0, 80)}`);
    else objects.push(object);
  }
  return objects.sort((a, b) => a.time - b.time);
}

function parseHitObject(line: Line, context: Context): HitObject | null {
  const fields = line.text.split(',');
  const type = integerOr(fields[3], 0);
  const time = parseNumber(fields[2]) + context.timeOffset;
  const at = normalizePosition({ x: parseNumber(fields[0]), y: parseNumber(fields[1]) }, line, context);
  if (fields.length < 5 || at === null || !(Math.abs(time) <= maxTime)) return null;
  const newCombo = (type & typeBits.newCombo) !== 0;
  const shared = {
    time,
    newCombo,
    comboSkip: newCombo ? (type >> 4) & 7 : 0,
    hitSound: parseHitSound(fields[4]),
  };
  if (type & typeBits.circle) return { kind: 'circle', at, ...shared, sample: parseHitSample(fields[5]) };
  if (type & typeBits.slider) {
    const sample = parseHitSample(fields[10]);
    const path = parseSliderPath(fields, at, (point) => normalizePosition(point, line, context));
    if (path === null) return null;
    return { kind: 'slider', at, ...shared, sample, ...path, edges: parseEdges(fields, path.slides, sample) };
  }
  if (type & typeBits.spinner) {
    const end = numberOr(fields[5], time - context.timeOffset) + context.timeOffset;
    const endTime = clamp(end, time, maxTime);
    return { kind: 'spinner', at: { x: 256, y: 192 }, ...shared, endTime, sample: parseHitSample(fields[6]) };
  }
  return null;
}

function parseSliderPath(
  fields: readonly string[],
  head: OsuPoint,
  normalize: (point: OsuPoint) => OsuPoint | null,
): Pick<Slider, 'curve' | 'slides' | 'length'> | null {
  const curve = parseCurve(fields[5] ?? '', head, (text) => {
    const point = parsePoint(text);
    return point && normalize(point);
  });
  if (curve === null || curve.length === 0) return null;
  const length = numberOr(fields[7], 0);
  return {
    curve,
    slides: Math.max(integerOr(fields[6], 1), 1),
    length: length > 0 ? Math.min(length, maxSliderLength) : null,
  };
}

function parseEdges(fields: readonly string[], slides: number, sample: HitSample): Slider['edges'] {
  const sounds = splitEdges(fields[8]);
  const sets = splitEdges(fields[9]);
  const object = { hitSound: parseHitSound(fields[4]), sample };
  const written = Math.max(sounds.length, sets.length);
  // All edges that the line does not specify share one object: a slider may have thousands of edges.
  if (written === 0) return new Array(slides + 1).fill(object);
  return Array.from({ length: slides + 1 }, (_, i) => {
    if (i >= written) return object;
    const [normalSet, additionSet] = (sets[i] ?? '').split(':');
    return {
      hitSound: sounds[i] === undefined ? object.hitSound : parseHitSound(sounds[i]),
      sample:
        sets[i] === undefined
          ? sample
          : { ...sample, normalSet: parseSampleSet(normalSet), additionSet: parseSampleSet(additionSet) },
    };
  });
}

function splitEdges(field: string | undefined): readonly string[] {
  return field === undefined || field === '' ? [] : field.split('|');
}

/** Converts a position as the game does: whole pixels before format 128, clamped to the game's limit. */
function normalizePosition({ x, y }: OsuPoint, line: Line, { formatVersion, warn }: Context): OsuPoint | null {
  if (Number.isNaN(x + y)) return null;
  if (Math.max(Math.abs(x), Math.abs(y)) > maxCoordinate) {
    warn(line.number, `A coordinate exceeds the limit of ${maxCoordinate} and was clamped.`);
  }
  const round = formatVersion < 128 ? Math.trunc : Math.fround;
  return {
    x: round(clamp(x, -maxCoordinate, maxCoordinate)),
    y: round(clamp(y, -maxCoordinate, maxCoordinate)),
  };
}
