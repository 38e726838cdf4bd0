import { type HitSample, type HitSound, rateAt, type SampleSet, samplePointAt } from '../../../game/beatmap/index.ts';
import type { HitSoundName } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import type { SoundEvent } from './sound-track.ts';

/** The sample sets, index and volume of a hit, with inherited values filled in. */
export interface Samples {
  readonly normalSet: HitSoundName['set'];
  readonly additionSet: HitSoundName['set'];
  readonly index: number;
  /** 0 to 1. */
  readonly volume: number;
}

/** The minimum volume of a hit sound, whatever its timing point says. */
const minVolume = 0.05;

/** The relative volume of each sound. */
const relativeVolumes = { hitnormal: 0.8, hitwhistle: 0.85, hitfinish: 1, hitclap: 0.85 } as const;

/** A hit and the samples it plays. */
export interface Hit {
  readonly time: Millis;
  readonly x: number;
  readonly sounds: HitSound;
  readonly samples: Samples;
  /** A file that replaces all samples. */
  readonly filename?: string;
}

/**
 * An object's own sets, index and volume; missing ones come from the timing point, with a little leniency (rule TP5).
 */
export function samplesAt({ play: { map } }: Pick<SceneInput, 'play'>, sample: HitSample, t: Millis): Samples {
  const point = samplePointAt(map.timing, t);
  const normalSet = firstSet(sample.normalSet, point?.sampleSet, map.beatmap.general.sampleSet);
  return {
    normalSet,
    additionSet: firstSet(sample.additionSet, normalSet),
    index: sample.index > 0 ? sample.index : (point?.sampleIndex ?? 0),
    volume: Math.max(minVolume, (sample.volume > 0 ? sample.volume : (point?.volume ?? 100)) / 100),
  };
}

/** The sounds of one hit: the normal sound and its additions, or the file that replaces them. */
export function hitSoundEvents(scene: SceneInput, hit: Hit): SoundEvent[] {
  const { skin, skinIni } = scene;
  const { time, sounds, filename = '' } = hit;
  const { normalSet, additionSet, index, volume } = hit.samples;
  const balance = balanceAt(hit.x);
  const speed = sampleSpeedAt(scene, time);
  const hasNormal = skinIni.layeredHitSounds || sounds.normal || !(sounds.whistle || sounds.finish || sounds.clap);
  const requested: { sound: keyof typeof relativeVolumes; set: HitSoundName['set'] }[] = [];
  if (hasNormal || filename !== '') requested.push({ sound: 'hitnormal', set: normalSet });
  if (filename === '') {
    if (sounds.whistle) requested.push({ sound: 'hitwhistle', set: additionSet });
    if (sounds.finish) requested.push({ sound: 'hitfinish', set: additionSet });
    if (sounds.clap) requested.push({ sound: 'hitclap', set: additionSet });
  }
  return requested.flatMap(({ sound, set }) => {
    const found = skin.hitSound({ set, sound, index, filename });
    return found ? [{ time, sound: found, volume: volume * relativeVolumes[sound], balance, speed }] : [];
  });
}

/** The playback speed of hit sounds: as recorded, or the song's rate if a stable play's map requests it (rule SF4). */
export function sampleSpeedAt({ play: { map }, mods }: Pick<SceneInput, 'play' | 'mods'>, t: Millis): number {
  const followsSong = mods.rules === 'stable' && map.beatmap.general.samplesMatchPlaybackRate;
  return followsSong ? rateAt(map.songClock, t) : 1;
}

/** The stereo balance of a position on the playfield. */
export function balanceAt(x: number): number {
  return Math.max(-1, Math.min(1, ((x - 256) / 512) * 0.8));
}

function firstSet(...sets: readonly (SampleSet | undefined)[]): HitSoundName['set'] {
  for (const set of sets) if (set !== undefined && set !== 'inherit') return set;
  return 'normal';
}
