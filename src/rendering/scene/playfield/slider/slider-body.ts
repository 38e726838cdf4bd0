import { ballProgress, type PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { outQuad, progressBetween } from '../../animation/easing.ts';
import { darkened } from '../../display-list/darkened.ts';
import type { Body, BodyLook } from '../../display-list/display-list.ts';
import { explodeLength } from '../circle/hit-circle.ts';
import { hittableBrightness } from '../hittable-brightness.ts';
import type { PlayfieldContext } from '../playfield-context.ts';

/** A body that has snaked out has little left to fade. */
const snakedOutFade = 40;
const trackAlpha = 0.7;

/** Creates a body in the colours of the skin, the map and the combo. */
export function createSliderBody(context: PlayfieldContext, slider: PlayableSlider, combo: Rgb): Body {
  const { viewport, map, ini, mapColours, options } = context;
  const { xs, ys } = slider.path;
  const override = mapColours.sliderTrackOverride ?? ini.colours.sliderTrackOverride;
  const track = (options.sliderComboColour ? null : override) ?? combo;
  return {
    path: Array.from(xs, (x, i) => viewport.toScreen({ x: slider.at.x + x, y: slider.at.y + ys[i]! })),
    radiusPx: map.radius * viewport.osuPx,
    border: context.isTraceable ? combo : (mapColours.sliderBorder ?? ini.colours.sliderBorder),
    outer: shade(track, (channel) => channel / 1.1),
    inner: shade(track, (channel) => Math.min(255, channel * 1.125 + 64)),
    trackAlpha: context.isTraceable ? 0 : trackAlpha,
  };
}

/**
 * The visible part of a body and its opacity: it snakes in from the head and may snake out behind the ball on the last
 * span.
 */
export function bodyLook(
  context: PlayfieldContext,
  { slider, isHeadHit }: { slider: PlayableSlider; isHeadHit: boolean },
  t: Millis,
): BodyLook {
  const { endTime, spans } = slider;
  const snakesOut = context.options.snakingOut && isHeadHit && t >= endTime - slider.spanDuration;
  const ball = ballProgress(slider, t);
  const isReversed = spans % 2 === 0;
  return {
    from: snakesOut && !isReversed ? (t >= endTime ? 1 : ball) : 0,
    to: snakesOut && isReversed ? (t >= endTime ? 0 : ball) : snakedFraction(context, slider, t),
    alpha:
      bodyAlpha(context, slider, t) *
      (1 - progressBetween(t, endTime, endTime + (snakesOut ? snakedOutFade : explodeLength))),
    tint: darkened(undefined, hittableBrightness(slider, t)),
  };
}

/** The fraction of the path that has snaked in. */
export function snakedFraction(context: PlayfieldContext, slider: PlayableSlider, t: Millis): number {
  return progressBetween(t, slider.appears, slider.appears + snakingLength(context, slider));
}

/** How long a body takes to snake in. */
export function snakingLength({ options }: PlayfieldContext, { startTime, appears }: PlayableSlider): Millis {
  return options.snakingIn ? (startTime - appears) / 3 : 0;
}

function bodyAlpha(
  { fadeIn, hidesObjects }: PlayfieldContext,
  { appears, endTime }: PlayableSlider,
  t: Millis,
): number {
  const fadedInAt = appears + fadeIn;
  return (
    progressBetween(t, appears, fadedInAt) * (hidesObjects ? 1 - outQuad(progressBetween(t, fadedInAt, endTime)) : 1)
  );
}

function shade({ r, g, b }: Rgb, change: (channel: number) => number): Rgb {
  return { r: change(r), g: change(g), b: change(b) };
}
