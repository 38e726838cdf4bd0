import { clamp } from '../../arithmetic.ts';
import { integerOr } from '../../text-format/fields.ts';
import type { HitSample, HitSound, SampleSet } from '../beatmap.ts';

const sampleSets: readonly SampleSet[] = ['inherit', 'normal', 'soft', 'drum'];

/** Parses the number of a sample set; an unknown number means the normal set. */
export function parseSampleSet(field: string | undefined): SampleSet {
  return sampleSets[integerOr(field, 0)] ?? 'normal';
}

/** Parses the bits of a hitSound field. */
export function parseHitSound(field: string | undefined): HitSound {
  const bits = integerOr(field, 0);
  return {
    normal: (bits & 1) !== 0,
    whistle: (bits & 2) !== 0,
    finish: (bits & 4) !== 0,
    clap: (bits & 8) !== 0,
  };
}

/** Parses `normalSet:additionSet:index:volume:filename`; each part is optional. */
export function parseHitSample(field: string | undefined): HitSample {
  if (field === undefined || field === '') return defaultSample;
  const parts = field.split(':');
  return {
    normalSet: parseSampleSet(parts[0]),
    additionSet: parseSampleSet(parts[1]),
    index: Math.max(integerOr(parts[2], 0), 0),
    volume: clamp(integerOr(parts[3], 0), 0, 100),
    filename: parts.slice(4).join(':').trim(),
  };
}

const defaultSample: HitSample = { normalSet: 'inherit', additionSet: 'inherit', index: 0, volume: 0, filename: '' };
