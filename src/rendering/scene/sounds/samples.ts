import { type HitSample, type HitSound, type SampleSet, samplePointAt } from '../../../game/beatmap/index.ts';
import type { HitSoundName } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import type { SoundEvent } from './sound-track.ts';

/** What a sound of an object comes out of, once everything it inherits is filled in. */
export interface Samples {
  readonly normalSet: HitSoundName['set'];
  readonly additionSet: HitSoundName['set'];
  readonly index: number;
  /** 0 to 1. */
  readonly volume: number;
}

/** Nothing an object sounds is quieter than this, whatever its timing point says. */
const quietest = 0.05;

/** How loud each sound is beside the others. */
const levels = { hitnormal: 0.8, hitwhistle: 0.85, hitfinish: 1, hitclap: 0.85 } as const;

/** Something that was hit, and what it sounds like. */
export interface Hit {
  readonly time: Millis;
  readonly x: number;
  readonly sounds: HitSound;
  readonly samples: Samples;
  /** A file that stands for all of it. */
  readonly filename?: string;
}

/** An object's own sets, index and volume; what it leaves open is the timing point's, a little leniently (rule TP5). */
export function samplesAt({ play: { map } }: Pick<SceneInput, 'play'>, sample: HitSample, t: Millis): Samples {
  const point = samplePointAt(map.timing, t);
  const normalSet = firstSet(sample.normalSet, point?.sampleSet, map.beatmap.general.sampleSet);
  return {
    normalSet,
    additionSet: firstSet(sample.additionSet, normalSet),
    index: sample.index > 0 ? sample.index : (point?.sampleIndex ?? 0),
    volume: Math.max(quietest, (sample.volume > 0 ? sample.volume : (point?.volume ?? 100)) / 100),
  };
}

/** The sounds of one hit, all at once: the plain one and its additions, or the file that stands for them. */
export function hitSoundsAt({ skin, skinIni }: Pick<SceneInput, 'skin' | 'skinIni'>, hit: Hit): SoundEvent[] {
  const { time, sounds, filename = '' } = hit;
  const { normalSet, additionSet, index, volume } = hit.samples;
  const balance = balanceAt(hit.x);
  const plain = skinIni.layeredHitSounds || sounds.normal || !(sounds.whistle || sounds.finish || sounds.clap);
  const wanted: { sound: keyof typeof levels; set: HitSoundName['set'] }[] = [];
  if (plain || filename !== '') wanted.push({ sound: 'hitnormal', set: normalSet });
  if (filename === '') {
    if (sounds.whistle) wanted.push({ sound: 'hitwhistle', set: additionSet });
    if (sounds.finish) wanted.push({ sound: 'hitfinish', set: additionSet });
    if (sounds.clap) wanted.push({ sound: 'hitclap', set: additionSet });
  }
  return wanted.flatMap(({ sound, set }) => {
    const found = skin.hitSound({ set, sound, index, filename });
    return found ? [{ time, sound: found, volume: volume * levels[sound], balance }] : [];
  });
}

/** Left on the field is a little left in the ears. */
export function balanceAt(x: number): number {
  return Math.max(-1, Math.min(1, ((x - 256) / 512) * 0.8));
}

function firstSet(...sets: readonly (SampleSet | undefined)[]): HitSoundName['set'] {
  for (const set of sets) if (set !== undefined && set !== 'inherit') return set;
  return 'normal';
}
