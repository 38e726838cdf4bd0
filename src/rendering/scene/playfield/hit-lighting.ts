import type { Play } from '../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../animation/easing.ts';
import { createTimeline, type Life, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { colourOf, type Field } from './playfield-context.ts';

/** A glow where something was hit, in the colour of its combo. */
export interface HitLight extends Life {
  readonly at: ScreenPoint;
  readonly colour: Rgb;
}

const length = 1400;
const growMs = 600;

/** The game has it as an option; unless asked otherwise it is shown with skins that bring a glow of their own. */
export function createHitLights(field: Field, play: Play): Timeline<HitLight> {
  const { lighting } = field.art;
  const { hitLighting } = field.options;
  const isOurs = lighting?.frames[0].image.startsWith('default/');
  if (lighting === null || hitLighting === 'never' || (isOurs && hitLighting === 'skin')) return createTimeline([]);
  return createTimeline(
    play.judgements.flatMap(({ part, result, object, at, time }) => {
      if ((part !== 'circle' && part !== 'slider') || result === 'miss') return [];
      const colour = colourOf(field, play.map.objects[object]!);
      return [{ at: field.viewport.toScreen(at), colour, appears: time, vanishes: time + length }];
    }),
  );
}

export function drawHitLight(list: DisplayList, { art, spritePx }: Field, light: HitLight, t: Millis): void {
  if (art.lighting === null) return;
  const since = t - light.appears;
  const grown = progressBetween(since, 0, growMs);
  list.sprite(art.lighting.frames[0].image, {
    at: light.at,
    scale: spritePx * lerp(0.8, 1.2, outQuad(grown)),
    alpha: progressBetween(since, 0, 200) * (1 - progressBetween(since, 400, length)),
    tint: light.colour,
    additive: true,
    still: grown === 1,
  });
}
