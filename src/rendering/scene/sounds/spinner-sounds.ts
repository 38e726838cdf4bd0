import type { PlayableSpinner } from '../../../game/beatmap/index.ts';
import type { SpinnerPlay } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import { type Hit, samplesAt } from './samples.ts';
import type { LoopStep, SoundEvent, SoundLoop } from './sound-track.ts';

/** A spinner counts as spinning until it has been still for this long. */
const maxPause = 100;
/** The spin sound's pitch rises with progress: playback frequencies in Hz, relative to `recordedFrequency`. */
const minFrequency = 20_000;
const frequencyRise = 40_000;
const maxFrequency = 100_000;
const recordedFrequency = 44_100;

/** The hit of a spinner that was not missed. */
export function spinnerHits(scene: Pick<SceneInput, 'play'>, spinner: PlayableSpinner, play: SpinnerPlay): Hit[] {
  if (play.judgedAt === null || play.result === 'miss') return [];
  const { hitSound: sounds, sample } = spinner.source;
  const samples = samplesAt(scene, sample, spinner.endTime);
  return [{ time: play.judgedAt, x: spinner.at.x, sounds, samples, filename: sample.filename }];
}

/** The sounds of bonus spins. Lazer has another one for those beyond the last that gives points. */
export function bonusEvents(scene: SceneInput, spinner: PlayableSpinner, play: SpinnerPlay): SoundEvent[] {
  const bonus = scene.skin.sound('spinnerbonus');
  const beyond = scene.skin.sound('spinnerbonus-max') ?? bonus;
  const { volume } = samplesAt(scene, spinner.source.sample, spinner.endTime);
  return Array.from(play.bonuses).flatMap((time, i) => {
    const sound = i < play.maxBonuses ? bonus : beyond;
    return sound ? [{ time, sound, volume, balance: 0 }] : [];
  });
}

/** The loops that play while the spinner turns. */
export function spinnerLoops(scene: SceneInput, spinner: PlayableSpinner, play: SpinnerPlay): SoundLoop[] {
  const sound = scene.skin.sound('spinnerspin');
  if (sound === null) return [];
  const { volume } = samplesAt(scene, spinner.source.sample, spinner.startTime);
  const speedAt = (i: number) => {
    if (!scene.skinIni.spinnerFrequencyModulate) return 1;
    const progress = play.required > 0 ? play.progress[i]! / play.required : 1;
    return Math.min(minFrequency + frequencyRise * progress, maxFrequency) / recordedFrequency;
  };
  return spinningRanges(play).map(({ from, to }) => {
    const step = (i: number): LoopStep => ({ time: play.times[i]!, volume, balance: 0, speed: speedAt(i) });
    const steps: [LoopStep, ...LoopStep[]] = [step(from)];
    for (let i = from + 1; i <= to; i++) if (play.progress[i] !== play.progress[i - 1]) steps.push(step(i));
    return { start: play.times[from]!, end: Math.min(play.times[to]! + maxPause, spinner.endTime), sound, steps };
  });
}

/** The index ranges of the play's columns in which the spinner turned. */
function spinningRanges({ times, angle }: SpinnerPlay): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let last: Millis = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < times.length; i++) {
    if (angle[i] === angle[i - 1]) continue;
    const range = ranges.at(-1);
    if (range && times[i]! - last <= maxPause) range.to = i;
    else ranges.push({ from: i, to: i });
    last = times[i]!;
  }
  return ranges;
}
