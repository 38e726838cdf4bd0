import type { PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { SliderPlay } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import type { Life, Timeline } from '../../animation/timeline.ts';
import type { Body, DisplayList } from '../../display-list/display-list.ts';
import { burstLength, type Circle, createCircle, drawCircle } from '../circle/hit-circle.ts';
import type { Field } from '../playfield-context.ts';
import { drawFollowCircle, pulsesOf } from './follow-circle.ts';
import { drawBall } from './slider-ball.ts';
import { bodyLook, sliderBody } from './slider-body.ts';
import { createSliderEnds, drawSliderEnds, type SliderEnds } from './slider-ends.ts';
import { createTicks, drawTicks, type Tick } from './slider-ticks.ts';

/** A slider with its head; what the rest of it is made of is worked out when it is seen. */
export interface SliderShown extends Life {
  readonly kind: 'slider';
  readonly slider: PlayableSlider;
  readonly play: SliderPlay;
  readonly head: Circle;
  readonly partsOf: SliderPartsOf;
}

export type SliderPartsOf = (shown: SliderShown, t: Millis) => SliderParts;

interface SliderParts {
  readonly body: Body;
  readonly ends: SliderEnds;
  readonly ticks: Timeline<Tick>;
  readonly pulses: Float64Array;
}

export function createSlider(
  field: Field,
  slider: PlayableSlider,
  { play, shakes, partsOf }: { play: SliderPlay; shakes: readonly Millis[]; partsOf: SliderPartsOf },
): SliderShown {
  const head = createCircle(field, slider, { judgedAt: play.headJudgedAt, result: play.headResult, shakes });
  return {
    kind: 'slider',
    slider,
    play,
    head,
    partsOf,
    appears: head.appears,
    vanishes: Math.max(slider.endTime + burstLength, head.vanishes),
  };
}

/** The body alone; of a merged one it is drawn before and below everything else. */
export function drawSliderBody(list: DisplayList, field: Field, shown: SliderShown, t: Millis): void {
  const { slider, head } = shown;
  const { body } = shown.partsOf(shown, t);
  const headHit = head.hit && head.judgedAt !== null && t >= head.judgedAt;
  const look = bodyLook(field, { slider, headHit }, t);
  list.body(body, field.options.sliderMerge ? { ...look, merged: true } : look);
}

export function drawSlider(list: DisplayList, field: Field, shown: SliderShown, t: Millis): void {
  const { slider, play, head } = shown;
  const { ends, ticks, pulses } = shown.partsOf(shown, t);
  if (!field.options.sliderMerge) drawSliderBody(list, field, shown, t);
  drawSliderEnds(list, field, ends, t);
  drawTicks(list, field, ticks, t);
  drawCircle(list, field, head, t);
  drawBall(list, field, { slider, colour: head.colour }, t);
  drawFollowCircle(list, field, { slider, play, pulses }, t);
}

export function createSliderParts(field: Field, { slider, play, head }: SliderShown): SliderParts {
  const { colour } = head;
  return {
    body: sliderBody(field, slider, colour),
    ends: createSliderEnds(field, slider, { play, colour }),
    ticks: createTicks(field, slider),
    pulses: pulsesOf(slider, play),
  };
}
