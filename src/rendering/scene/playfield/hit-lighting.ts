import type { Play } from '../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { sourceOf } from '../pictures.ts';
import { colourOf, type PlayfieldContext } from './playfield-context.ts';

/** A glow in the combo colour where an object was hit. */
export interface DrawableHitLight extends Lifetime {
  readonly at: ScreenPoint;
  readonly colour: Rgb;
}

const length = 1400;
const growMs = 600;

/** The `skin` option shows the glow only with skins that bring their own image. */
export function createHitLights(context: PlayfieldContext, play: Play): Timeline<DrawableHitLight> {
  const { lighting } = context.elements;
  const { hitLighting } = context.options;
  if (lighting === null || hitLighting === 'never') return createTimeline([]);
  if (hitLighting === 'skin' && sourceOf(lighting.frames[0]) === 'default') return createTimeline([]);
  return createTimeline(
    play.judgements.flatMap(({ part, result, object, at, time }) => {
      if ((part !== 'circle' && part !== context.sliderJudgedAs) || result === 'miss') return [];
      const colour = colourOf(context, play.map.objects[object]!);
      return [{ at: context.viewport.toScreen(at), colour, appears: time, vanishes: time + length }];
    }),
  );
}

/** Draws one glow. */
export function drawHitLight(
  list: DisplayList,
  { elements, spritePx }: PlayfieldContext,
  hitLight: DrawableHitLight,
  t: Millis,
): void {
  if (elements.lighting === null) return;
  const since = t - hitLight.appears;
  const grown = progressBetween(since, 0, growMs);
  list.sprite(elements.lighting.frames[0].image, {
    at: hitLight.at,
    scale: spritePx * lerp(0.8, 1.2, outQuad(grown)),
    alpha: progressBetween(since, 0, 200) * (1 - progressBetween(since, 400, length)),
    tint: hitLight.colour,
    additive: true,
    still: grown === 1,
  });
}
