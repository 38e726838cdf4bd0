import type { Millis } from '../units.ts';
import type { MomentsInput } from './moment.ts';

/** How hard the map is over time: aim and speed strain together, or the number of objects of a map without rating. */
export interface Hardness {
  readonly first: Millis;
  /** The length of each section in song milliseconds. */
  readonly sectionLength: Millis;
  readonly sections: number;
  /** The mean between two times; 0 outside of the sections. */
  mean(from: Millis, to: Millis): number;
}

/** The length of the sections of a map without rating, in real milliseconds; the same as those of strains. */
const sectionMs = 400;
/** A map that lasts for days has longer sections instead of more. */
const maxSections = 30_000;

/** Prepares the strains of a map, or the density of its objects, for lookups. */
export function createHardness(input: MomentsInput): Hardness {
  const { first, sectionLength, values } = input.strains.length > 0 ? strainValues(input) : densityValues(input);
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, i) => {
    sums[i + 1] = sums[i]! + value;
  });
  const sumUntil = (t: Millis) => {
    const position = Math.min(Math.max(0, (t - first) / sectionLength), values.length);
    const whole = Math.floor(position);
    return sums[whole]! + (values[whole] ?? 0) * (position - whole);
  };
  return {
    first,
    sectionLength,
    sections: values.length,
    mean: (from, to) => (to > from ? ((sumUntil(to) - sumUntil(from)) * sectionLength) / (to - from) : 0),
  };
}

interface SectionValues {
  readonly first: Millis;
  readonly sectionLength: Millis;
  readonly values: readonly number[];
}

function strainValues({ play, strains }: MomentsInput): SectionValues {
  const [one, two] = strains;
  const first = one?.t ?? 0;
  return {
    first,
    sectionLength: two === undefined ? sectionMs * play.map.clockRate : two.t - first,
    values: strains.map(({ aim, speed }) => aim + speed),
  };
}

function densityValues({ play }: MomentsInput): SectionValues {
  const { objects, clockRate } = play.map;
  const first = objects[0]?.startTime ?? 0;
  const last = objects.reduce((latest, { startTime }) => Math.max(latest, startTime), first);
  const sectionLength = Math.max(sectionMs * clockRate, (last - first) / (maxSections - 1));
  const values = new Array<number>(Math.floor((last - first) / sectionLength) + 1).fill(0);
  for (const { startTime } of objects) {
    const section = Math.max(0, Math.floor((startTime - first) / sectionLength));
    values[section] = values[section]! + 1;
  }
  return { first, sectionLength, values };
}
