import type { PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { SliderPlay } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import type { Lifetime, Timeline } from '../../animation/timeline.ts';
import type { Body, DisplayList } from '../../display-list/display-list.ts';
import { createCircle, type DrawableCircle, explodeLength } from '../circle/hit-circle.ts';
import type { PlayfieldContext } from '../playfield-context.ts';
import { drawPosed, drawUprightCircle, headPose } from '../posed-objects.ts';
import { drawFollowCircle, pulseTimes } from './follow-circle.ts';
import { drawBall } from './slider-ball.ts';
import { bodyLook, createSliderBody } from './slider-body.ts';
import { createSliderEnds, drawSliderEnds, type SliderEnds } from './slider-ends.ts';
import { createTicks, type DrawableTick, drawTicks } from './slider-ticks.ts';

/** A slider with its head; the other parts are created when it becomes visible. */
export interface DrawableSlider extends Lifetime {
  readonly kind: 'slider';
  readonly slider: PlayableSlider;
  readonly play: SliderPlay;
  readonly head: DrawableCircle;
  readonly partsOf: SliderPartsOf;
}

/** Returns a slider's parts, created on first use. */
export type SliderPartsOf = (drawable: DrawableSlider, t: Millis) => SliderParts;

interface SliderParts {
  readonly body: Body;
  readonly ends: SliderEnds;
  readonly ticks: Timeline<DrawableTick>;
  readonly pulses: Float64Array;
}

/** Creates a slider from an object and how it was played. */
export function createSlider(
  context: PlayfieldContext,
  slider: PlayableSlider,
  { play, shakes, partsOf }: { play: SliderPlay; shakes: readonly Millis[]; partsOf: SliderPartsOf },
): DrawableSlider {
  const head = createCircle(context, slider, { judgedAt: play.headJudgedAt, result: play.headResult, shakes });
  return {
    kind: 'slider',
    slider,
    play,
    head,
    partsOf,
    appears: head.appears,
    vanishes: Math.max(slider.endTime + explodeLength, head.vanishes),
  };
}

/** Draws the body alone; merged bodies are drawn before all objects. */
export function drawSliderBody(
  list: DisplayList,
  context: PlayfieldContext,
  drawable: DrawableSlider,
  t: Millis,
): void {
  const { slider, head } = drawable;
  const { body } = drawable.partsOf(drawable, t);
  const isHeadHit = head.isHit && head.judgedAt !== null && t >= head.judgedAt;
  const look = bodyLook(context, { slider, isHeadHit }, t);
  list.body(body, context.options.sliderMerge ? { ...look, merged: true } : look);
}

/** Draws a slider with all its parts. */
export function drawSlider(list: DisplayList, context: PlayfieldContext, drawable: DrawableSlider, t: Millis): void {
  const { slider, play, head } = drawable;
  const { ends, ticks, pulses } = drawable.partsOf(drawable, t);
  if (!context.options.sliderMerge) drawSliderBody(list, context, drawable, t);
  drawSliderEnds(list, context, ends, t);
  drawTicks(list, context, { slider, ticks }, t);
  drawPosed(list, context.viewport, headPose(context, head, t), (target) =>
    drawUprightCircle(target, context, head, t),
  );
  drawBall(list, context, { slider, colour: head.colour }, t);
  drawFollowCircle(list, context, { slider, play, pulses }, t);
}

/** Creates the parts of a slider that need much memory. */
export function createSliderParts(context: PlayfieldContext, { slider, play, head }: DrawableSlider): SliderParts {
  const { colour } = head;
  return {
    body: createSliderBody(context, slider, colour),
    ends: createSliderEnds(context, slider, { play, colour }),
    ticks: createTicks(context, slider),
    pulses: pulseTimes(slider, play),
  };
}
