import { clamp, integerOr, numberOf, numberOr } from '../fields.ts';
import type { Line } from '../sections.ts';
import type { Millis, OsuPoint } from '../units.ts';
import type { HitObject, HitSample, Slider } from './beatmap.ts';
import { maxCoordinate, maxSliderLength, maxTime } from './limits.ts';
import { parseCurve, pointOf } from './parse-curve.ts';
import { hitSampleOf, hitSoundOf, sampleSetOf } from './samples.ts';

interface Context {
  readonly formatVersion: number;
  readonly timeOffset: Millis;
  warn(line: number, says: string): void;
}

/** Bits of an object's type field. */
const types = { circle: 1, slider: 2, newCombo: 4, spinner: 8, hold: 128 } as const;

/** Sorted by time, equal times in file order. A line that is no object is left out with a warning, as the game does. */
export function parseHitObjects(lines: readonly Line[], context: Context): readonly HitObject[] {
  const objects: HitObject[] = [];
  for (const line of lines) {
    const object = hitObjectOf(line, context);
    if (object === null) context.warn(line.number, `Not a hit object: ${line.text.slice(0, 80)}`);
    else objects.push(object);
  }
  return objects.sort((a, b) => a.time - b.time);
}

function hitObjectOf(line: Line, context: Context): HitObject | null {
  const fields = line.text.split(',');
  const type = integerOr(fields[3], 0);
  const time = numberOf(fields[2]) + context.timeOffset;
  const at = placed({ x: numberOf(fields[0]), y: numberOf(fields[1]) }, line, context);
  if (fields.length < 5 || at === null || !(Math.abs(time) <= maxTime)) return null;
  const newCombo = (type & types.newCombo) !== 0;
  const shared = {
    time,
    newCombo,
    comboSkip: newCombo ? (type >> 4) & 7 : 0,
    hitSound: hitSoundOf(fields[4]),
  };
  if (type & types.circle) return { kind: 'circle', at, ...shared, sample: hitSampleOf(fields[5]) };
  if (type & types.slider) {
    const sample = hitSampleOf(fields[10]);
    const course = sliderCourse(fields, at, (point) => placed(point, line, context));
    return (
      course && { kind: 'slider', at, ...shared, sample, ...course, edges: edgesOf(fields, course.slides, sample) }
    );
  }
  if (type & types.spinner) {
    const end = numberOr(fields[5], time - context.timeOffset) + context.timeOffset;
    const endTime = clamp(end, time, maxTime);
    return { kind: 'spinner', at: { x: 256, y: 192 }, ...shared, endTime, sample: hitSampleOf(fields[6]) };
  }
  return null;
}

function sliderCourse(
  fields: readonly string[],
  head: OsuPoint,
  place: (point: OsuPoint) => OsuPoint | null,
): Pick<Slider, 'curve' | 'slides' | 'length'> | null {
  const curve = parseCurve(fields[5] ?? '', head, (text) => {
    const point = pointOf(text);
    return point && place(point);
  });
  if (curve === null || curve.length === 0) return null;
  const length = numberOr(fields[7], 0);
  return {
    curve,
    slides: Math.max(integerOr(fields[6], 1), 1),
    length: length > 0 ? Math.min(length, maxSliderLength) : null,
  };
}

function edgesOf(fields: readonly string[], slides: number, sample: HitSample): Slider['edges'] {
  const sounds = splitEdges(fields[8]);
  const sets = splitEdges(fields[9]);
  const object = { hitSound: hitSoundOf(fields[4]), sample };
  const written = Math.max(sounds.length, sets.length);
  // Beyond what is written, all edges share one value: a slider may have thousands.
  if (written === 0) return new Array(slides + 1).fill(object);
  return Array.from({ length: slides + 1 }, (_, i) => {
    if (i >= written) return object;
    const [normalSet, additionSet] = (sets[i] ?? '').split(':');
    return {
      hitSound: sounds[i] === undefined ? object.hitSound : hitSoundOf(sounds[i]),
      sample:
        sets[i] === undefined
          ? sample
          : { ...sample, normalSet: sampleSetOf(normalSet), additionSet: sampleSetOf(additionSet) },
    };
  });
}

function splitEdges(field: string | undefined): readonly string[] {
  return field === undefined || field === '' ? [] : field.split('|');
}

/** A position as the game keeps it: whole pixels before format 128, and never further out than its own bound. */
function placed({ x, y }: OsuPoint, line: Line, { formatVersion, warn }: Context): OsuPoint | null {
  if (Number.isNaN(x + y)) return null;
  if (Math.max(Math.abs(x), Math.abs(y)) > maxCoordinate) {
    warn(line.number, `A position is further out than ${maxCoordinate} and was brought there.`);
  }
  const keep = formatVersion < 128 ? Math.trunc : Math.fround;
  return {
    x: keep(clamp(x, -maxCoordinate, maxCoordinate)),
    y: keep(clamp(y, -maxCoordinate, maxCoordinate)),
  };
}
