import { shownBreaks } from '../../game/beatmap/index.ts';
import { healthAt } from '../../game/play/index.ts';
import type { Millis } from '../../game/units.ts';
import { countdownOf } from './countdown.ts';
import type { Show } from './show.ts';
import type { SoundEvent, SoundLoop, SoundTrack } from './sound-track.ts';
import { hitsOf } from './sounds/hits.ts';
import { nightcoreEvents } from './sounds/nightcore.ts';
import { hitSoundsAt } from './sounds/samples.ts';
import { sliderLoops, tickEvents } from './sounds/slider-sounds.ts';
import { bonusEvents, spinnerLoops } from './sounds/spinner-sounds.ts';
import { storyboardEvents } from './sounds/storyboard-sounds.ts';

/** Combos up to this long break in silence. */
const quietCombo = 20;
/** Shorter breaks have no verdict in their middle. */
const judgedBreak = 2880;
const verdictDelay = 20;

/** Everything that is heard besides the song. Once a play has failed, that is all but silence. */
export function soundsOf(show: Show): SoundTrack {
  const events: SoundEvent[] = [
    ...comboBreaks(show),
    ...verdicts(show),
    ...countdown(show),
    ...nightcoreEvents(show),
    ...storyboardEvents(show),
  ];
  for (const hit of hitsOf(show)) events.push(...hitSoundsAt(show, hit));
  const loops: SoundLoop[] = [];
  show.play.map.objects.forEach((object, i) => {
    const play = show.play.objects[i];
    if (object.kind === 'slider' && play?.kind === 'slider') {
      events.push(...tickEvents(show, object, play));
      loops.push(...sliderLoops(show, object, play));
    } else if (object.kind === 'spinner' && play?.kind === 'spinner') {
      events.push(...bonusEvents(show, object, play));
      loops.push(...spinnerLoops(show, object, play));
    }
  });
  const heard = events.filter(({ time }) => show.play.failedAt === null || time <= show.play.failedAt);
  return {
    events: [...heard, ...ending(show)].sort((a, b) => a.time - b.time),
    loops: loops.sort((a, b) => a.start - b.start),
  };
}

function comboBreaks(show: Show): SoundEvent[] {
  const { combo, times } = show.play.totals;
  const breaks: SoundEvent[] = [];
  for (let i = 1; i < combo.length; i++) {
    if (combo[i] === 0 && combo[i - 1]! > quietCombo) breaks.push(...effect(show, 'combobreak', times[i]!));
  }
  return breaks;
}

/** In the middle of a long break the game says how the play stands. */
function verdicts(show: Show): SoundEvent[] {
  return shownBreaks(show.play.map.beatmap)
    .filter(({ start, end }) => end - start >= judgedBreak)
    .flatMap(({ start, end }) => {
      const middle = (start + end) / 2;
      const passes = healthAt(show.play.health, middle) >= 0.5;
      return effect(show, passes ? 'sectionpass' : 'sectionfail', middle + verdictDelay);
    });
}

function countdown(show: Show): SoundEvent[] {
  const words = countdownOf(show.play, show.mods, show.opensAt)?.words ?? [];
  return words.flatMap(({ word, time }) => effect(show, `${word}s`, time));
}

function ending(show: Show): SoundEvent[] {
  const { failedAt } = show.play;
  if (failedAt !== null) return effect(show, 'failsound', failedAt);
  return show.resultsAt === null ? [] : effect(show, 'applause', show.resultsAt);
}

function effect({ skin }: Show, name: string, time: Millis): SoundEvent[] {
  const sound = skin.sound(name);
  return sound ? [{ time, sound, volume: 1, balance: 0 }] : [];
}
