import { ballAt, type HitSample, type PlayableSlider, type Slider } from '../../../game/beatmap/index.ts';
import type { SliderPlay } from '../../../game/play/index.ts';
import type { HitSoundName } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import { balanceAt, type Hit, samplesAt } from './samples.ts';
import type { LoopStep, SoundEvent, SoundLoop } from './sound-track.ts';

/** How often a loop follows its ball to the side and its timing point in volume; longer sliders do it less often. */
const loopStep = 100;
const mostLoopSteps = 100;

type Played = Pick<SceneInput, 'play' | 'mods'>;

/** Head, turns and end, as far as they were hit; they sound as their edges say. */
export function sliderHits(scene: Played, slider: PlayableSlider, play: SliderPlay): Hit[] {
  const hits: Hit[] = [];
  if (play.headJudgedAt !== null && play.headResult !== 'miss') {
    hits.push(edgeHit(scene, slider, { edge: 0, time: play.headJudgedAt, lookedUpAt: slider.startTime }));
  }
  slider.points.forEach(({ kind, span, time }, i) => {
    const hit = play.points[i]?.hit ?? false;
    if (kind === 'repeat' && hit) hits.push(edgeHit(scene, slider, { edge: span + 1, time }));
    if (kind === 'end' && (hit || endSoundsAnyway(scene, play))) {
      hits.push(edgeHit(scene, slider, { edge: slider.spans, time: slider.endTime }));
    }
  });
  return hits;
}

/** Ticks sound as the timing point says. */
export function tickEvents(scene: SceneInput, slider: PlayableSlider, play: SliderPlay): SoundEvent[] {
  return slider.points.flatMap(({ kind, time, at }, i) => {
    if (kind !== 'tick' || !play.points[i]?.hit) return [];
    const { normalSet, index, volume } = samplesAt(scene, inherits, time);
    const sound = scene.skin.hitSound({ set: normalSet, sound: 'slidertick', index });
    return sound ? [{ time, sound, volume, balance: balanceAt(at.x) }] : [];
  });
}

/** Stable plays the end of every slider of which anything was hit; lazer only with a setting of its Classic mod. */
function endSoundsAnyway({ mods }: Played, { result }: SliderPlay): boolean {
  const always = mods.rules === 'stable' || (mods.classic?.alwaysPlayTailSample ?? false);
  return always && result !== null && result !== 'miss';
}

interface Edge {
  readonly edge: number;
  readonly time: Millis;
  /** When it differs from the time it sounds at. */
  readonly lookedUpAt?: Millis;
}

function edgeHit(scene: Played, slider: PlayableSlider, { edge, time, lookedUpAt = time }: Edge): Hit {
  const source = slider.source as Slider;
  const { hitSound, sample } = source.edges[edge] ?? { hitSound: source.hitSound, sample: source.sample };
  // Edges choose their sets; which number, and how loud, is the slider's and the timing point's.
  const own: HitSample = { ...sample, index: 0, volume: source.sample.volume, filename: '' };
  const samples = samplesAt(scene, own, lookedUpAt);
  return { time, x: ballAt(slider, lookedUpAt).x, sounds: hitSound, samples };
}

/** A followed ball slides, and whistles when its slider does. */
export function sliderLoops(scene: SceneInput, slider: PlayableSlider, play: SliderPlay): SoundLoop[] {
  const { hitSound, sample } = slider.source;
  const { normalSet, additionSet, index } = samplesAt(scene, { ...sample, index: 0 }, slider.startTime);
  const wanted: HitSoundName[] = [];
  if (scene.skinIni.layeredHitSounds || !hitSound.whistle) wanted.push({ set: normalSet, sound: 'sliderslide', index });
  if (hitSound.whistle) wanted.push({ set: additionSet, sound: 'sliderwhistle', index });
  const sounds = wanted.map((name) => scene.skin.hitSound(name)).filter((sound) => sound !== null);

  const loops: SoundLoop[] = [];
  for (let i = 0; i + 1 < play.tracking.length; i += 2) {
    const start = play.tracking[i]!;
    const end = Math.min(play.tracking[i + 1]!, slider.endTime);
    if (!(end > start)) continue;
    const steps = loopSteps(scene, slider, start, end);
    for (const sound of sounds) loops.push({ start, end, sound, steps });
  }
  return loops;
}

function loopSteps(scene: SceneInput, slider: PlayableSlider, start: Millis, end: Millis): [LoopStep, ...LoopStep[]] {
  const stepAt = (time: Millis): LoopStep => {
    const { volume } = samplesAt(scene, slider.source.sample, time);
    return { time, volume, balance: balanceAt(ballAt(slider, time).x), speed: 1 };
  };
  const steps: [LoopStep, ...LoopStep[]] = [stepAt(start)];
  const length = Math.max(loopStep, (end - start) / mostLoopSteps);
  for (let time = start + length; time < end; time += length) steps.push(stepAt(time));
  return steps;
}

const inherits: HitSample = { normalSet: 'inherit', additionSet: 'inherit', index: 0, volume: 0, filename: '' };
