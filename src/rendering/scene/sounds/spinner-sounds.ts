import type { PlayableSpinner } from '../../../game/beatmap/index.ts';
import type { SpinnerPlay } from '../../../game/play/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import { type Hit, samplesAt } from './samples.ts';
import type { LoopStep, SoundEvent, SoundLoop } from './sound-track.ts';

/** A spinner counts as turning until it has stood still for so long. */
const stillness = 100;
/** The pitch of a turning spinner rises with its progress: frequencies of a sound recorded at `recorded`. */
const slowest = 20_000;
const rise = 40_000;
const fastest = 100_000;
const recorded = 44_100;

export function spinnerHits(scene: Pick<SceneInput, 'play'>, spinner: PlayableSpinner, play: SpinnerPlay): Hit[] {
  if (play.judgedAt === null || play.result === 'miss') return [];
  const { hitSound: sounds, sample } = spinner.source;
  const samples = samplesAt(scene, sample, spinner.endTime);
  return [{ time: play.judgedAt, x: spinner.at.x, sounds, samples, filename: sample.filename }];
}

export function bonusEvents(scene: SceneInput, spinner: PlayableSpinner, play: SpinnerPlay): SoundEvent[] {
  const bonus = scene.skin.sound('spinnerbonus');
  if (bonus === null) return [];
  const { volume } = samplesAt(scene, spinner.source.sample, spinner.endTime);
  return Array.from(play.bonuses, (time) => ({ time, sound: bonus, volume, balance: 0 }));
}

export function spinnerLoops(scene: SceneInput, spinner: PlayableSpinner, play: SpinnerPlay): SoundLoop[] {
  const sound = scene.skin.sound('spinnerspin');
  if (sound === null) return [];
  const { volume } = samplesAt(scene, spinner.source.sample, spinner.startTime);
  const speedAt = (i: number) => {
    if (!scene.skinIni.spinnerFrequencyModulate) return 1;
    const progress = play.required > 0 ? play.progress[i]! / play.required : 1;
    return Math.min(slowest + rise * progress, fastest) / recorded;
  };
  return turns(play).map(({ from, to }) => {
    const step = (i: number): LoopStep => ({ time: play.times[i]!, volume, balance: 0, speed: speedAt(i) });
    const steps: [LoopStep, ...LoopStep[]] = [step(from)];
    for (let i = from + 1; i <= to; i++) if (play.progress[i] !== play.progress[i - 1]) steps.push(step(i));
    return { start: play.times[from]!, end: Math.min(play.times[to]! + stillness, spinner.endTime), sound, steps };
  });
}

/** Stretches of the play's columns in which it turned. */
function turns({ times, angle }: SpinnerPlay): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  let last: Millis = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < times.length; i++) {
    if (angle[i] === angle[i - 1]) continue;
    const stretch = stretches.at(-1);
    if (stretch && times[i]! - last <= stillness) stretch.to = i;
    else stretches.push({ from: i, to: i });
    last = times[i]!;
  }
  return stretches;
}
