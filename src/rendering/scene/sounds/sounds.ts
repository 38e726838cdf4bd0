import { visibleBreaks } from '../../../game/beatmap/index.ts';
import { healthAt } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import { countdownOf } from '../countdown-times.ts';
import type { Scene } from '../scene.ts';
import { hitsOf } from './hits.ts';
import { nightcoreEvents } from './nightcore.ts';
import { hitSoundsAt } from './samples.ts';
import { sliderLoops, tickEvents } from './slider-sounds.ts';
import type { SoundEvent, SoundLoop, SoundTrack } from './sound-track.ts';
import { bonusEvents, spinnerLoops } from './spinner-sounds.ts';
import { storyboardEvents } from './storyboard-sounds.ts';

/** Combos up to this long break in silence. */
const quietCombo = 20;
/** Shorter breaks have no verdict in their middle. */
const judgedBreak = 2880;
const verdictDelay = 20;

/** Everything that is heard besides the song. Once a play has failed, that is all but silence. */
export function soundsOf(scene: Scene): SoundTrack {
  const events: SoundEvent[] = [
    ...comboBreaks(scene),
    ...verdicts(scene),
    ...countdown(scene),
    ...nightcoreEvents(scene),
    ...storyboardEvents(scene),
  ];
  for (const hit of hitsOf(scene)) events.push(...hitSoundsAt(scene, hit));
  const loops: SoundLoop[] = [];
  scene.play.map.objects.forEach((object, i) => {
    const play = scene.play.objects[i];
    if (object.kind === 'slider' && play?.kind === 'slider') {
      events.push(...tickEvents(scene, object, play));
      loops.push(...sliderLoops(scene, object, play));
    } else if (object.kind === 'spinner' && play?.kind === 'spinner') {
      events.push(...bonusEvents(scene, object, play));
      loops.push(...spinnerLoops(scene, object, play));
    }
  });
  const heard = events.filter(({ time }) => scene.play.failedAt === null || time <= scene.play.failedAt);
  return {
    events: [...heard, ...ending(scene)].sort((a, b) => a.time - b.time),
    loops: loops.sort((a, b) => a.start - b.start),
  };
}

function comboBreaks(scene: Scene): SoundEvent[] {
  const { combo, times } = scene.play.totals;
  const breaks: SoundEvent[] = [];
  for (let i = 1; i < combo.length; i++) {
    if (combo[i] === 0 && combo[i - 1]! > quietCombo) breaks.push(...effect(scene, 'combobreak', times[i]!));
  }
  return breaks;
}

/** In the middle of a long break the game says how the play stands. */
function verdicts(scene: Scene): SoundEvent[] {
  return visibleBreaks(scene.play.map.beatmap)
    .filter(({ start, end }) => end - start >= judgedBreak)
    .flatMap(({ start, end }) => {
      const middle = (start + end) / 2;
      const passes = healthAt(scene.play.health, middle) >= 0.5;
      return effect(scene, passes ? 'sectionpass' : 'sectionfail', middle + verdictDelay);
    });
}

function countdown(scene: Scene): SoundEvent[] {
  const words = countdownOf(scene.play, scene.mods, scene.opensAt)?.words ?? [];
  return words.flatMap(({ word, time }) => effect(scene, `${word}s`, time));
}

function ending(scene: Scene): SoundEvent[] {
  const { failedAt } = scene.play;
  if (failedAt !== null) return effect(scene, 'failsound', failedAt);
  return scene.resultsAt === null ? [] : effect(scene, 'applause', scene.resultsAt);
}

function effect({ skin }: Scene, name: string, time: Millis): SoundEvent[] {
  const sound = skin.sound(name);
  return sound ? [{ time, sound, volume: 1, balance: 0 }] : [];
}
