import { type PlayableObject, visibleBreaks } from '../../../game/beatmap/index.ts';
import { healthAt, type ObjectPlay } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { isComboMilestone, judgementsReaching } from '../combo-milestones.ts';
import { countdownTimes } from '../countdown-times.ts';
import { passFailTime } from '../pass-fail-time.ts';
import type { Scene } from '../scene.ts';
import { hitsOf } from './hits.ts';
import { createMuting, metronomeEvents, mutedSong, mutedSounds } from './muted.ts';
import { nightcoreEvents } from './nightcore.ts';
import { hitSoundEvents } from './samples.ts';
import { sliderLoops, tickEvents } from './slider-sounds.ts';
import type { SoundEvent, SoundTrack } from './sound-track.ts';
import { bonusEvents, spinnerLoops } from './spinner-sounds.ts';
import { storyboardEvents } from './storyboard-sounds.ts';

/** Combos up to this length break without a sound, except for the first one of a lazer play. */
const maxSilentCombo = 20;
const sectionSoundDelay = 20;
const maxNumberedSounds = 100;

/** All sounds of a scene except the song. After a fail only the fail sound plays. */
export function soundsOf(scene: Scene): SoundTrack {
  const muting = createMuting(scene);
  const played = muting?.mutesHitSounds ? mutedSounds(playedSounds(scene), muting) : playedSounds(scene);
  const events: SoundEvent[] = [
    ...comboBreakSounds(scene),
    ...comboBurstSounds(scene),
    ...sectionSounds(scene),
    ...countdownSounds(scene),
    ...storyboardEvents(scene),
    ...metronomeEvents(scene, muting),
    ...played.events,
  ];
  const audible = events.filter(({ time }) => scene.play.failedAt === null || time <= scene.play.failedAt);
  return {
    events: [...audible, ...endSound(scene)].sort((a, b) => a.time - b.time),
    loops: [...played.loops].sort((a, b) => a.start - b.start),
    ...(muting && { songVolume: mutedSong(muting) }),
  };
}

/** The sounds of the objects, and the drums of Nightcore. */
function playedSounds(scene: Scene): SoundTrack {
  const objects = scene.play.map.objects.map((object, i) => soundsOfObject(scene, object, scene.play.objects[i]));
  return {
    events: [
      ...nightcoreEvents(scene),
      ...hitsOf(scene).flatMap((hit) => hitSoundEvents(scene, hit)),
      ...objects.flatMap(({ events }) => events),
    ],
    loops: objects.flatMap(({ loops }) => loops),
  };
}

function soundsOfObject(scene: Scene, object: PlayableObject, play: ObjectPlay | undefined): SoundTrack {
  if (object.kind === 'slider' && play?.kind === 'slider')
    return { events: tickEvents(scene, object, play), loops: sliderLoops(scene, object, play) };
  if (object.kind === 'spinner' && play?.kind === 'spinner')
    return { events: bonusEvents(scene, object, play), loops: spinnerLoops(scene, object, play) };
  return noSounds;
}

const noSounds: SoundTrack = { events: [], loops: [] };

function comboBreakSounds(scene: Scene): SoundEvent[] {
  const { combo, times } = scene.play.totals;
  const breaks = Array.from(combo.keys()).filter((i) => combo[i] === 0 && (combo[i - 1] ?? 0) > 0);
  const first = scene.mods.rules === 'lazer' ? breaks[0] : undefined;
  return breaks
    .filter((i) => i === first || combo[i - 1]! > maxSilentCombo)
    .flatMap((i) => soundEvent(scene, 'combobreak', times[i]!));
}

/**
 * Stable's sound of combo milestones, whether their images are shown or not, but not for a milestone that a slider tick
 * reaches. A skin with several numbered sounds plays them in turn, and can choose the combos itself.
 */
function comboBurstSounds(scene: Scene): SoundEvent[] {
  const { play, skin, mods } = scene;
  if (mods.rules !== 'stable') return [];
  const chosen = skin.ini.customComboBurstSounds;
  const isWanted = chosen.length > 0 ? (combo: number) => chosen.includes(combo) : isComboMilestone;
  const numbered = countNumberedSounds(scene, 'comboburst');
  return judgementsReaching(play, isWanted)
    .filter((i) => play.judgements[i]?.part !== 'tick')
    .flatMap((i, nth) => {
      const number = chosen.length > 0 ? chosen.indexOf(play.totals.combo[i]!) : nth;
      const name = numbered > 0 ? `comboburst-${number % numbered}` : 'comboburst';
      return soundEvent(scene, name, play.totals.times[i]!);
    });
}

/** Skins number variants of a sound from 0 on, without gaps. */
function countNumberedSounds({ skin }: Scene, name: string): number {
  let count = 0;
  while (count < maxNumberedSounds && skin.sound(`${name}-${count}`) !== null) count++;
  return count;
}

/** Stable's section pass or fail sound in long breaks. */
function sectionSounds(scene: Scene): SoundEvent[] {
  if (scene.mods.rules !== 'stable') return [];
  return visibleBreaks(scene.play.map.beatmap).flatMap((period) => {
    const time = passFailTime(period);
    if (time === null) return [];
    const isPassing = healthAt(scene.play.health, time) >= 0.5;
    return soundEvent(scene, isPassing ? 'sectionpass' : 'sectionfail', time + sectionSoundDelay);
  });
}

function countdownSounds(scene: Scene): SoundEvent[] {
  const steps = countdownTimes(scene.play, scene.mods, scene.opensAt)?.steps ?? [];
  return steps.flatMap(({ step, time }) => soundEvent(scene, `${step}s`, time));
}

function endSound(scene: Scene): SoundEvent[] {
  const { failedAt } = scene.play;
  if (failedAt !== null) return soundEvent(scene, 'failsound', failedAt);
  return scene.resultsAt === null ? [] : soundEvent(scene, 'applause', scene.resultsAt);
}

function soundEvent({ skin }: Scene, name: string, time: Millis): SoundEvent[] {
  const sound = skin.sound(name);
  return sound ? [{ time, sound, volume: 1, balance: 0 }] : [];
}
