import type { PlayableMap, PlayableObject, PlayableSlider } from '../../beatmap/index.ts';
import type { Mods } from '../../mods/index.ts';
import type { Millis, OsuPoint } from '../../units.ts';
import { createDepth } from './depth.ts';
import type { EntryAngles } from './entry-angles.ts';
import { type Pose, restPose } from './pose.ts';
import { createWiggle } from './wiggle.ts';

/** Where objects are at a time, with mods that move them. A slider's parts have their pose inside the slider's. */
export interface ObjectMotion {
  poseAt(object: PlayableObject, t: Millis): Pose;
  headPoseAt(slider: PlayableSlider, t: Millis): Pose;
  /** `point` is the index of the tick among the slider's points. */
  tickPoseAt(slider: PlayableSlider, point: number, t: Millis): Pose;
}

/** What moves the objects of one play. */
export interface MotionInput {
  readonly map: PlayableMap;
  readonly mods: Pick<Mods, 'motion' | 'hidden' | 'conversion'>;
  /** Known if Transform is on. */
  readonly entryAngles?: EntryAngles;
}

/** How long objects fade in, which Hidden changes and Transform depends on. */
export function fadeInOf({ preempt, fadeIn }: PlayableMap, { hidden }: Pick<Mods, 'hidden'>): Millis {
  return hidden ? preempt * 0.4 : fadeIn;
}

/** Targets of Target Practice grow steadily from this size (rule TG7). */
const targetStartScale = 0.5;

/** Combines the mods that move objects; null without any. */
export function createObjectMotion(input: MotionInput): ObjectMotion | null {
  const { depth, wiggle, transform, spinIn } = input.mods.motion;
  if (depth) return { poseAt: createDepth(input.map, depth), headPoseAt: () => restPose, tickPoseAt: () => restPose };
  const isPractice = input.mods.conversion.targetPractice !== null;
  const startScale = isPractice ? targetStartScale : input.mods.motion.startScale;
  if (wiggle === null && !transform && startScale === null && !spinIn) return null;
  const wiggles = wiggle && createWiggles(input.map, wiggle.strength);
  const entry = transform && input.entryAngles ? createEntry(input, input.entryAngles) : null;

  function offsetAt(object: PlayableObject, t: Millis): OsuPoint {
    return wiggles?.ofObject(object)(t) ?? entry?.(object, t) ?? restPose;
  }

  return {
    poseAt(object, t) {
      const { x, y } = offsetAt(object, t);
      if (object.kind === 'circle' && spinIn) return { x, y, ...spinningIn(object, t) };
      const scale = object.kind === 'spinner' ? 1 : sizeAt(object, t);
      return { x, y, scaleX: scale, scaleY: scale, rotation: 0 };
    },
    headPoseAt(slider, t) {
      const { x, y } = wiggles?.ofHead(slider)(t) ?? restPose;
      return { ...restPose, x, y, ...(spinIn && spinningIn(slider, t)) };
    },
    tickPoseAt(slider, point, t) {
      const { x, y } = wiggles?.ofTick(slider, point)(t) ?? restPose;
      return { ...restPose, x, y };
    },
  };

  function sizeAt(object: PlayableObject, t: Millis): number {
    const progress = entryProgress(object, t);
    if (spinIn) return inOutSine(progress);
    if (startScale === null) return 1;
    return startScale + (1 - startScale) * (isPractice ? progress : Math.sin((progress * Math.PI) / 2));
  }
}

/** Spin In turns a circle once, anticlockwise, while it unfolds from a line of twice its width (rule LZ23). */
function spinningIn(object: PlayableObject, t: Millis): Pick<Pose, 'scaleX' | 'scaleY' | 'rotation'> {
  const progress = inOutSine(entryProgress(object, t));
  return { scaleX: 2 - progress, scaleY: progress, rotation: 2 * Math.PI * (1 - progress) };
}

function entryProgress({ appears, startTime }: PlayableObject, t: Millis): number {
  if (t >= startTime) return 1;
  return t <= appears ? 0 : (t - appears) / (startTime - appears);
}

function inOutSine(progress: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * progress);
}

/** Transform moves objects in from a direction, from a millisecond before they appear until their start (rule LZ21). */
function createEntry(
  { map, mods }: MotionInput,
  { entering, judged, judgedAt }: EntryAngles,
): (object: PlayableObject, t: Millis) => OsuPoint {
  const distance = Math.fround(map.preempt - fadeInOf(map, mods)) / 2;
  return ({ index, appears, startTime }, t) => {
    const angle = (t >= judgedAt[index]! ? judged : entering)[index]!;
    const begins = appears - 1;
    if (Number.isNaN(angle) || t >= startTime) return restPose;
    const left = distance * (1 - inOutSine(Math.max(0, (t - begins) / (startTime - begins))));
    return { x: Math.fround(Math.cos(angle)) * left, y: Math.fround(Math.sin(angle)) * left };
  };
}

type Offset = (t: Millis) => OsuPoint;

interface Wiggles {
  ofObject(object: PlayableObject): Offset;
  ofHead(slider: PlayableSlider): Offset;
  ofTick(slider: PlayableSlider, point: number): Offset;
}

/** The wiggles of all objects and of slider heads and ticks, which wiggle by themselves; created on first use. */
function createWiggles({ preempt: mapPreempt }: PlayableMap, strength: number): Wiggles {
  const objects: Offset[] = [];
  const heads: Offset[] = [];
  const ticks: Offset[][] = [];
  const preemptOf = ({ startTime, appears }: PlayableObject) => startTime - appears;
  const ofTick = (slider: PlayableSlider, point: number): Offset => {
    const { time, span, at } = slider.points[point]!;
    const spanStart = slider.startTime + span * slider.spanDuration;
    const lead = span > 0 ? 200 : mapPreempt * Math.fround(0.66);
    const origin = { x: at.x - slider.at.x, y: at.y - slider.at.y };
    return createWiggle({ origin, startTime: time, preempt: (time - spanStart) / 2 + lead, duration: 0 }, strength);
  };
  return {
    ofObject(object) {
      const { index, at: origin, startTime, endTime } = object;
      const duration = endTime - startTime;
      objects[index] ??= createWiggle({ origin, startTime, preempt: preemptOf(object), duration }, strength);
      return objects[index];
    },
    ofHead(slider) {
      const { index, startTime } = slider;
      heads[index] ??= createWiggle({ origin: restPose, startTime, preempt: preemptOf(slider), duration: 0 }, strength);
      return heads[index];
    },
    ofTick(slider, point) {
      ticks[slider.index] ??= [];
      const known = ticks[slider.index]!;
      known[point] ??= ofTick(slider, point);
      return known[point];
    },
  };
}
