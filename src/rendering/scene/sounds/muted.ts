import type { Millis } from '../../../game/units.ts';
import { clamp01, outQuint } from '../animation/easing.ts';
import { createTween, type Tween, type TweenMove, tweenAt } from '../animation/tween.ts';
import type { SceneInput } from '../scene-input.ts';
import { beatPeriod } from './beat-period.ts';
import type { LoopStep, SoundEvent, SoundTrack, VolumePoint } from './sound-track.ts';

/** The Muted mod: the song fades as the combo grows, or the other way round, and a metronome fades in its place. */
export interface Muting {
  /** How far the song is faded out; beyond 0 and 1 while the combo is longer than the one of the final volume. */
  readonly dim: Tween;
  readonly mutesHitSounds: boolean;
  readonly hasMetronome: boolean;
}

const fadeMs = 500;
/** The points of the song's volume are this far apart while it changes. */
const pointMs = 20;
/** Beats closer than this have no metronome: maps with timing tricks would produce thousands per second. */
const minBeatLength = 40;

/** Computes the fade over time; null without the mod. */
export function createMuting({ play, mods }: Pick<SceneInput, 'play' | 'mods'>): Muting | null {
  const { muted } = mods.fun;
  if (muted === null) return null;
  const dimAt = (combo: number) => {
    const dim = muted.finalVolumeAtCombo === 0 ? 1 : combo / muted.finalVolumeAtCombo;
    return muted.startsMuted ? 1 - dim : dim;
  };
  const { combo, times } = play.totals;
  const moves: TweenMove[] = [];
  for (let i = 0; i < combo.length; i++) {
    if (combo[i] !== (combo[i - 1] ?? 0)) moves.push({ time: times[i]!, to: dimAt(combo[i]!) });
  }
  return {
    dim: createTween(dimAt(0), moves, { duration: () => fadeMs, ease: outQuint }),
    mutesHitSounds: muted.mutesHitSounds,
    hasMetronome: muted.metronome,
  };
}

/** The volume of the song at a time, and of hit sounds if they are muted, too. */
function mutedVolume({ dim }: Muting, t: Millis): number {
  return clamp01(1 - tweenAt(dim, t));
}

/** Sounds with the volume of the song. */
export function mutedSounds({ events, loops }: SoundTrack, muting: Muting): SoundTrack {
  const mute = <Sound extends { readonly time: Millis; readonly volume: number }>(sound: Sound): Sound => ({
    ...sound,
    volume: sound.volume * mutedVolume(muting, sound.time),
  });
  return {
    events: events.map(mute),
    loops: loops.map((loop) => {
      const [first, ...rest] = loop.steps;
      const steps: [LoopStep, ...LoopStep[]] = [mute(first), ...rest.map(mute)];
      return { ...loop, steps };
    }),
  };
}

/** The song's volume as points. */
export function mutedSong(muting: Muting): VolumePoint[] {
  const { starts } = muting.dim;
  const points: VolumePoint[] = [{ time: starts[0] ?? 0, volume: mutedVolume(muting, (starts[0] ?? 0) - 1) }];
  starts.forEach((start, i) => {
    const end = Math.min(start + fadeMs, starts[i + 1] ?? Number.POSITIVE_INFINITY);
    for (let time = start; time < end; time += pointMs) points.push({ time, volume: mutedVolume(muting, time) });
    points.push({ time: end, volume: mutedVolume(muting, end) });
  });
  return points;
}

/** A beat of the metronome on every beat from one measure before the first object; all but the first of a measure are lower. */
export function metronomeEvents({ play: { map }, mods, skin }: SceneInput, muting: Muting | null): SoundEvent[] {
  const isPractice = mods.conversion.targetPractice?.metronome ?? false;
  const sound = muting?.hasMetronome || isPractice ? skin.sound('catch-banana') : null;
  const first = map.objects[0];
  if (sound === null || first === undefined) return [];
  const { start, end } = beatPeriod(map);
  const { uninheritedPoints: points } = map.timing;
  return points.flatMap(({ time, beatLength, meter, omitFirstBarLine }, i) => {
    if (!(beatLength >= minBeatLength)) return [];
    // The beats of the first timing point also count before it.
    const from = Math.max(start, i === 0 ? start : time, first.startTime - beatLength * meter);
    const until = Math.min(points[i + 1]?.time ?? end, end);
    const events: SoundEvent[] = [];
    for (let beat = Math.ceil((from - time) / beatLength); time + beat * beatLength < until; beat++) {
      const at = time + beat * beatLength;
      const isFirst = (beat - (omitFirstBarLine ? 1 : 0)) % meter === 0;
      // Target Practice has the metronome at full volume.
      const volume = isPractice || muting === null ? 1 : clamp01(tweenAt(muting.dim, at));
      if (volume > 0) events.push({ time: at, sound, volume, balance: 0, speed: isFirst ? 1 : 0.5 });
    }
    return events;
  });
}
