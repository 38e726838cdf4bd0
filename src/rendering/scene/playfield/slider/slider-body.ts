import { ballProgress, type PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { outQuad, progressBetween } from '../../animation/easing.ts';
import type { Body, BodyLook } from '../../display-list/display-list.ts';
import { burstLength } from '../circle/hit-circle.ts';
import type { Field } from '../playfield-context.ts';

/** With the path eaten up behind the ball there is little left to fade. */
const snakedOutLength = 40;
const trackAlpha = 0.7;

export function sliderBody(field: Field, slider: PlayableSlider, combo: Rgb): Body {
  const { viewport, map, ini, mapColours, options } = field;
  const { xs, ys } = slider.path;
  const override = mapColours.sliderTrackOverride ?? ini.colours.sliderTrackOverride;
  const track = (options.sliderComboColour ? null : override) ?? combo;
  return {
    path: Array.from(xs, (x, i) => viewport.toScreen({ x: slider.at.x + x, y: slider.at.y + ys[i]! })),
    radiusPx: map.radius * viewport.osuPx,
    border: field.traceable ? combo : (mapColours.sliderBorder ?? ini.colours.sliderBorder),
    outer: shade(track, (channel) => channel / 1.1),
    inner: shade(track, (channel) => Math.min(255, channel * 1.125 + 64)),
    trackAlpha: field.traceable ? 0 : trackAlpha,
  };
}

/** Which part of a body shows, and how much: it grows out of its head, and may shrink behind the ball on the last span. */
export function bodyLook(
  field: Field,
  { slider, headHit }: { slider: PlayableSlider; headHit: boolean },
  t: Millis,
): BodyLook {
  const { endTime, spans } = slider;
  const shrinks = field.options.snakingOut && headHit && t >= endTime - slider.spanDuration;
  const ball = ballProgress(slider, t);
  const backwards = spans % 2 === 0;
  return {
    from: shrinks && !backwards ? (t >= endTime ? 1 : ball) : 0,
    to: shrinks && backwards ? (t >= endTime ? 0 : ball) : grownPart(field, slider, t),
    alpha:
      bodyAlpha(field, slider, t) *
      (1 - progressBetween(t, endTime, endTime + (shrinks ? snakedOutLength : burstLength))),
  };
}

/** How much of the path a growing body has reached. */
export function grownPart(field: Field, slider: PlayableSlider, t: Millis): number {
  return progressBetween(t, slider.appears, slider.appears + growLength(field, slider));
}

export function growLength({ options }: Field, { startTime, appears }: PlayableSlider): Millis {
  return options.snakingIn ? (startTime - appears) / 3 : 0;
}

function bodyAlpha({ map, hidesObjects }: Field, { appears, endTime }: PlayableSlider, t: Millis): number {
  const seen = appears + map.fadeIn;
  return progressBetween(t, appears, seen) * (hidesObjects ? 1 - outQuad(progressBetween(t, seen, endTime)) : 1);
}

function shade({ r, g, b }: Rgb, change: (channel: number) => number): Rgb {
  return { r: change(r), g: change(g), b: change(b) };
}
