import { ballAt, type HitSample, type PlayableSlider, type Slider } from '../../../game/beatmap/index.ts';
import type { SliderPlay } from '../../../game/play/index.ts';
import type { HitSoundName } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import { balanceAt, type Hit, sampleSpeedAt, samplesAt } from './samples.ts';
import type { LoopStep, SoundEvent, SoundLoop } from './sound-track.ts';

/** How often a loop updates its balance and volume; less often for long sliders. */
const loopStepLength = 100;
const maxLoopSteps = 100;

type SoundContext = Pick<SceneInput, 'play' | 'mods'>;

/** The hits of a slider's head, repeats and end, with the samples of their edges. */
export function sliderHits(scene: SoundContext, slider: PlayableSlider, play: SliderPlay): Hit[] {
  const hits: Hit[] = [];
  if (play.headJudgedAt !== null && play.headResult !== 'miss') {
    hits.push(edgeHit(scene, slider, { edge: 0, time: play.headJudgedAt, sampleTime: slider.startTime }));
  }
  slider.points.forEach(({ kind, span, time }, i) => {
    const hit = play.points[i]?.hit ?? false;
    if (kind === 'repeat' && hit) hits.push(edgeHit(scene, slider, { edge: span + 1, time }));
    if (kind === 'end' && (hit || alwaysPlaysEnd(scene, play))) {
      hits.push(edgeHit(scene, slider, { edge: slider.spans, time: slider.endTime }));
    }
  });
  return hits;
}

/** Lazer's sliders keep the samples of their start; in stable, ticks and loops follow the timing points. */
function sampleTime({ mods }: SoundContext, { startTime }: PlayableSlider, time: Millis): Millis {
  return mods.rules === 'lazer' ? startTime : time;
}

/** The sounds of ticks, with the timing point's samples; in lazer, the slider's own set takes precedence. */
export function tickEvents(scene: SceneInput, slider: PlayableSlider, play: SliderPlay): SoundEvent[] {
  const { normalSet: ownSet } = slider.source.sample;
  const own: HitSample = scene.mods.rules === 'lazer' ? { ...inheritedSample, normalSet: ownSet } : inheritedSample;
  return slider.points.flatMap(({ kind, time, at }, i) => {
    if (kind !== 'tick' || !play.points[i]?.hit) return [];
    const { normalSet, index, volume } = samplesAt(scene, own, sampleTime(scene, slider, time));
    const sound = scene.skin.hitSound({ set: normalSet, sound: 'slidertick', index });
    return sound ? [{ time, sound, volume, balance: balanceAt(at.x), speed: sampleSpeedAt(scene, time) }] : [];
  });
}

/** Stable plays the end sound of every slider that was not missed; lazer only with a setting of its Classic mod. */
function alwaysPlaysEnd({ mods }: SoundContext, { result }: SliderPlay): boolean {
  const always = mods.rules === 'stable' || (mods.classic?.alwaysPlayTailSample ?? false);
  return always && result !== null && result !== 'miss';
}

interface Edge {
  readonly edge: number;
  readonly time: Millis;
  /** The time whose timing point applies, if it differs from when the sound plays. */
  readonly sampleTime?: Millis;
}

function edgeHit(
  scene: SoundContext,
  slider: PlayableSlider,
  { edge, time, sampleTime: lookedUpAt = time }: Edge,
): Hit {
  const source = slider.source as Slider;
  const { hitSound, sample } = source.edges[edge] ?? { hitSound: source.hitSound, sample: source.sample };
  // An edge has its own sample sets; index and volume come from the slider and the timing point.
  const own: HitSample = { ...sample, index: 0, volume: source.sample.volume, filename: '' };
  const samples = samplesAt(scene, own, lookedUpAt);
  return { time, x: ballAt(slider, lookedUpAt).x, sounds: hitSound, samples };
}

/** The loops that play while the ball is followed: the slide, and the whistle of a slider that has one. */
export function sliderLoops(scene: SceneInput, slider: PlayableSlider, play: SliderPlay): SoundLoop[] {
  const { hitSound, sample } = slider.source;
  const { normalSet, additionSet, index } = samplesAt(scene, { ...sample, index: 0 }, slider.startTime);
  const requested: HitSoundName[] = [];
  if (scene.skinIni.layeredHitSounds || !hitSound.whistle)
    requested.push({ set: normalSet, sound: 'sliderslide', index });
  if (hitSound.whistle) requested.push({ set: additionSet, sound: 'sliderwhistle', index });
  const sounds = requested.map((name) => scene.skin.hitSound(name)).filter((sound) => sound !== null);

  const loops: SoundLoop[] = [];
  for (let i = 0; i + 1 < play.tracking.length; i += 2) {
    const start = play.tracking[i]!;
    const end = Math.min(play.tracking[i + 1]!, slider.endTime);
    if (!(end > start)) continue;
    const steps = loopSteps(scene, slider, { start, end });
    for (const sound of sounds) loops.push({ start, end, sound, steps });
  }
  return loops;
}

function loopSteps(
  scene: SceneInput,
  slider: PlayableSlider,
  { start, end }: { start: Millis; end: Millis },
): [LoopStep, ...LoopStep[]] {
  const stepAt = (time: Millis): LoopStep => {
    const { volume } = samplesAt(scene, slider.source.sample, sampleTime(scene, slider, time));
    return { time, volume, balance: balanceAt(ballAt(slider, time).x), speed: sampleSpeedAt(scene, time) };
  };
  const steps: [LoopStep, ...LoopStep[]] = [stepAt(start)];
  const length = Math.max(loopStepLength, (end - start) / maxLoopSteps);
  for (let time = start + length; time < end; time += length) steps.push(stepAt(time));
  return steps;
}

const inheritedSample: HitSample = { normalSet: 'inherit', additionSet: 'inherit', index: 0, volume: 0, filename: '' };
