import type { PlayableCircle, PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Result } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import type { Lifetime } from '../../animation/timeline.ts';
import { darkened } from '../../display-list/darkened.ts';
import { drawDigits } from '../../display-list/digits.ts';
import type { DisplayList, ScreenPoint, Sprites } from '../../display-list/display-list.ts';
import { animationFrame } from '../../pictures.ts';
import { hittableBrightness } from '../hittable-brightness.ts';
import { beatFlash, beatGrowth, colourOf, type PlayfieldContext } from '../playfield-context.ts';
import type { CircleElements } from '../playfield-elements.ts';

/** A hit circle, or the head of a slider. */
export interface DrawableCircle extends Lifetime {
  readonly kind: 'circle';
  /** The circle, or the slider whose head it is. */
  readonly object: PlayableCircle | PlayableSlider;
  readonly at: ScreenPoint;
  readonly startTime: Millis;
  readonly colour: Rgb;
  readonly number: string;
  readonly judgedAt: Millis | null;
  readonly isHit: boolean;
  readonly hasApproachCircle: boolean;
  /** The times of presses that were too early, which shake the circle. */
  readonly shakes: readonly Millis[];
  readonly elements: CircleElements;
}

/** How a circle was played. */
export interface CircleOutcome {
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
  readonly shakes: readonly Millis[];
}

/** How long a hit circle takes to grow and fade out. */
export const explodeLength = 240;
const missFadeLength = 60;
/**
 * A hit circle grows in steps, finer than frames at 60 fps: the compositor caches an image per size, which is several
 * times as fast as scaling.
 */
const explodeSteps = 24;
const shakeStepLength = 20;
const shakeOffsets = [0, 8, -8, 8, -8, 8, 0];

/** Creates a circle from an object and how it was played. */
export function createCircle(
  context: PlayfieldContext,
  object: PlayableCircle | PlayableSlider,
  outcome: CircleOutcome,
): DrawableCircle {
  const { startTime } = object;
  const { judgedAt, result } = outcome;
  const isHit = result !== null && result !== 'miss';
  return {
    kind: 'circle',
    object,
    at: context.viewport.toScreen(object.at),
    startTime,
    colour: colourOf(context, object),
    number: String(object.comboNumber),
    judgedAt,
    isHit,
    hasApproachCircle: context.hasApproachCircles && (!context.hidesApproachCircles || object.index === 0),
    shakes: outcome.shakes,
    elements: object.kind === 'slider' ? context.elements.sliderStart : context.elements.circle,
    appears: object.appears,
    vanishes: judgedAt === null ? startTime + context.windows.meh : judgedAt + (isHit ? explodeLength : missFadeLength),
  };
}

/** Draws a circle before it is judged, and its animation afterwards. */
export function drawCircle(list: DisplayList, context: PlayfieldContext, circle: DrawableCircle, t: Millis): void {
  if (context.isTraceable) return;
  const at = shakenPosition(context, circle, t);
  const { judgedAt } = circle;
  const brightness = hittableBrightness(circle, t);
  if (judgedAt === null || t < judgedAt) {
    const alpha = circleAlpha(context, circle, t);
    const scale = beatGrowth(context, t);
    drawCircleElements(list, context, circle, {
      at,
      t,
      scale,
      alpha,
      brightness,
      number: { text: circle.number, scale, alpha },
    });
    drawBeatFlash(list, context, circle, { alpha: beatFlash(context, t) * alpha, scale, brightness });
    return;
  }
  const explodes = circle.isHit && !context.hidesObjects;
  const progress = progressBetween(t, judgedAt, judgedAt + (explodes ? explodeLength : missFadeLength));
  const scale = explodes ? explodeScale(progress) : 1;
  const before = circleAlpha(context, circle, judgedAt);
  const alpha = before * (1 - progress);
  const text = circle.number;
  // In skins since version 2 the number does not grow and fades sooner.
  const number =
    explodes && context.ini.version >= 2
      ? { text, scale: 1, alpha: before * (1 - progressBetween(t, judgedAt, judgedAt + explodeLength / 4)) }
      : { text, scale, alpha };
  drawCircleElements(list, context, circle, { at, t, scale, alpha, brightness, number });
}

/** The scale of a hit circle at a fraction of its animation. */
export function explodeScale(progress: number): number {
  return lerp(1, 1.4, Math.round(outQuad(progress) * explodeSteps) / explodeSteps);
}

interface CircleLook {
  readonly at: ScreenPoint;
  readonly t: Millis;
  /** 1 is the normal size. */
  readonly scale: number;
  readonly alpha: number;
  readonly brightness: number;
  readonly number?: { readonly text: string; readonly scale: number; readonly alpha: number };
}

/** Draws disc, overlay and number in the skin's order. */
export function drawCircleElements(
  list: Sprites,
  { spritePx, ini, options, rules, elements: { numbers } }: PlayfieldContext,
  { elements, colour }: Pick<DrawableCircle, 'elements' | 'colour'>,
  { at, t, scale, alpha, brightness, number }: CircleLook,
): void {
  const scalePx = spritePx * scale;
  if (elements.disc)
    list.sprite(animationFrame(elements.disc, t).image, {
      at,
      scale: scalePx,
      alpha,
      tint: darkened(colour, brightness),
      still: true,
    });
  const drawOverlay = () => {
    if (elements.overlay)
      list.sprite(animationFrame(elements.overlay, t).image, {
        at,
        scale: scalePx,
        alpha,
        tint: darkened(undefined, brightness),
        still: true,
      });
  };
  if (!ini.hitCircleOverlayAboveNumber) drawOverlay();
  if (options.comboNumbers && number && number.alpha > 0) {
    drawDigits(list, numbers, number.text, {
      at,
      align: 'centre',
      scale: spritePx * 0.8 * number.scale,
      alpha: number.alpha,
      tint: rules === 'lazer' ? darkened(undefined, brightness) : undefined,
      still: true,
    });
  }
  if (ini.hitCircleOverlayAboveNumber) drawOverlay();
}

/** A circle's opacity before it is hit or missed. */
export function circleAlpha(
  context: PlayfieldContext,
  { startTime, appears }: Pick<DrawableCircle, 'startTime' | 'appears'>,
  t: Millis,
): number {
  if (context.hidesObjects) {
    const preempt = startTime - appears;
    const fadedInAt = appears + preempt * 0.4;
    return progressBetween(t, appears, fadedInAt) * (1 - progressBetween(t, fadedInAt, fadedInAt + preempt * 0.3));
  }
  const late = context.fadesLateCircles
    ? progressBetween(t, startTime + context.windows.ok, startTime + context.windows.meh)
    : 0;
  return progressBetween(t, appears, appears + context.fadeIn) * (1 - late);
}

/** Draws the disc again, brightened, as a flash with the beat. */
function drawBeatFlash(
  list: DisplayList,
  { spritePx }: PlayfieldContext,
  { elements, colour, at }: DrawableCircle,
  { alpha, scale, brightness }: { alpha: number; scale: number; brightness: number },
): void {
  if (elements.disc === null) return;
  const brighter = Math.max(25, 300 - colour.r - colour.g - colour.b);
  const brightened = (channel: number) => Math.min(255, channel + brighter);
  const flash = { r: brightened(colour.r), g: brightened(colour.g), b: brightened(colour.b) };
  const tint = darkened(flash, brightness);
  list.sprite(elements.disc.frames[0].image, { at, scale: spritePx * scale, alpha, tint, additive: true, still: true });
}

/** The circle's position; an early press shakes it. */
function shakenPosition({ spritePx }: PlayfieldContext, { at, shakes: times }: DrawableCircle, t: Millis): ScreenPoint {
  const since = times.findLast((time) => time <= t);
  if (since === undefined || t >= since + shakeStepLength * (shakeOffsets.length - 1)) return at;
  const step = (t - since) / shakeStepLength;
  const before = Math.trunc(step);
  const offset = lerp(shakeOffsets[before]!, shakeOffsets[before + 1]!, step - before);
  return { x: at.x + offset * spritePx, y: at.y };
}
