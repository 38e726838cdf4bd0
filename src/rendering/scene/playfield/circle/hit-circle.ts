import type { PlayableCircle, PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Result } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import type { Life } from '../../animation/timeline.ts';
import { drawDigits } from '../../display-list/digits.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import { frameOf } from '../../pictures.ts';
import { beatFlash, beatGrowth, colourOf, type Field } from '../playfield-context.ts';
import type { CircleArt } from '../playfield-elements.ts';

/** A circle to be hit, on its own or as the head of a slider. */
export interface Circle extends Life {
  readonly kind: 'circle';
  readonly at: ScreenPoint;
  readonly startTime: Millis;
  readonly colour: Rgb;
  readonly number: string;
  readonly judgedAt: Millis | null;
  readonly hit: boolean;
  readonly hasApproachCircle: boolean;
  /** When it was pressed too early for anything but a shake. */
  readonly shakes: readonly Millis[];
  readonly art: CircleArt;
}

/** What became of a circle. */
export interface CircleFate {
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
  readonly shakes: readonly Millis[];
}

/** How long a hit circle takes to burst, and everything to be gone once it is over. */
export const burstLength = 240;
const missLength = 60;
/**
 * A burst grows in steps, finer than its frames are at 60 a second: of each a copy is made once, and copying is several
 * times as fast as scaling.
 */
const burstSteps = 24;
const shakeStep = 20;
const shakes = [0, 8, -8, 8, -8, 8, 0];

export function createCircle(field: Field, object: PlayableCircle | PlayableSlider, fate: CircleFate): Circle {
  const { startTime } = object;
  const { judgedAt, result } = fate;
  const hit = result !== null && result !== 'miss';
  return {
    kind: 'circle',
    at: field.viewport.toScreen(object.at),
    startTime,
    colour: colourOf(field, object),
    number: String(object.comboNumber),
    judgedAt,
    hit,
    hasApproachCircle: !field.hidesApproachCircles || object.index === 0,
    shakes: fate.shakes,
    art: object.kind === 'slider' ? field.art.sliderStart : field.art.circle,
    appears: object.appears,
    vanishes: judgedAt === null ? startTime + field.windows.meh : judgedAt + (hit ? burstLength : missLength),
  };
}

export function drawCircle(list: DisplayList, field: Field, circle: Circle, t: Millis): void {
  if (field.traceable) return;
  const at = shaken(field, circle, t);
  const { judgedAt } = circle;
  if (judgedAt === null || t < judgedAt) {
    const alpha = circleAlpha(field, circle, t);
    const growth = beatGrowth(field, t);
    drawCircleArt(list, field, circle, { at, t, growth, alpha, number: { text: circle.number, growth, alpha } });
    drawFlash(list, field, circle, { alpha: beatFlash(field, t) * alpha, growth });
    return;
  }
  const bursts = circle.hit && !field.hidesObjects;
  const gone = progressBetween(t, judgedAt, judgedAt + (bursts ? burstLength : missLength));
  const growth = bursts ? burstGrowth(gone) : 1;
  const before = circleAlpha(field, circle, judgedAt);
  const alpha = before * (1 - gone);
  // Since version 2 of the skins the number does not burst with its circle, it is gone sooner.
  const number =
    bursts && field.ini.version >= 2
      ? { growth: 1, alpha: before * (1 - progressBetween(t, judgedAt, judgedAt + burstLength / 4)) }
      : { growth, alpha };
  drawCircleArt(list, field, circle, { at, t, growth, alpha, number: { text: circle.number, ...number } });
}

/** How large a hit circle is when this part of its burst is over. */
export function burstGrowth(gone: number): number {
  return lerp(1, 1.4, Math.round(outQuad(gone) * burstSteps) / burstSteps);
}

interface CircleLook {
  readonly at: ScreenPoint;
  readonly t: Millis;
  /** 1 as large as it is. */
  readonly growth: number;
  readonly alpha: number;
  readonly number?: { readonly text: string; readonly growth: number; readonly alpha: number };
}

/** Disc, overlay and number in the order the skin wants. */
export function drawCircleArt(
  list: DisplayList,
  { spritePx, ini, options, art: { numbers } }: Field,
  { art, colour }: Pick<Circle, 'art' | 'colour'>,
  { at, t, growth, alpha, number }: CircleLook,
): void {
  const scale = spritePx * growth;
  if (art.disc) list.sprite(frameOf(art.disc, t).image, { at, scale, alpha, tint: colour, still: true });
  const drawOverlay = () => {
    if (art.overlay) list.sprite(frameOf(art.overlay, t).image, { at, scale, alpha, still: true });
  };
  if (!ini.hitCircleOverlayAboveNumber) drawOverlay();
  if (options.comboNumbers && number && number.alpha > 0) {
    const digits = { at, align: 'centre', alpha: number.alpha, still: true } as const;
    drawDigits(list, numbers, number.text, { ...digits, scale: spritePx * 0.8 * number.growth });
  }
  if (ini.hitCircleOverlayAboveNumber) drawOverlay();
}

/** A circle's own fading, as long as nobody has hit or missed it. */
export function circleAlpha(
  field: Field,
  { startTime, appears }: Pick<Circle, 'startTime' | 'appears'>,
  t: Millis,
): number {
  if (field.hidesObjects) {
    const preempt = startTime - appears;
    const seen = appears + preempt * 0.4;
    return progressBetween(t, appears, seen) * (1 - progressBetween(t, seen, seen + preempt * 0.3));
  }
  const late = field.fadesLateCircles
    ? progressBetween(t, startTime + field.windows.ok, startTime + field.windows.meh)
    : 0;
  return progressBetween(t, appears, appears + field.map.fadeIn) * (1 - late);
}

/** The disc lights up with the beat, in its own colour made brighter. */
function drawFlash(
  list: DisplayList,
  { spritePx }: Field,
  { art, colour, at }: Circle,
  { alpha, growth }: { alpha: number; growth: number },
): void {
  if (art.disc === null) return;
  const brighter = Math.max(25, 300 - colour.r - colour.g - colour.b);
  const lit = (channel: number) => Math.min(255, channel + brighter);
  const tint = { r: lit(colour.r), g: lit(colour.g), b: lit(colour.b) };
  list.sprite(art.disc.frames[0].image, { at, scale: spritePx * growth, alpha, tint, additive: true, still: true });
}

/** Where the circle stands; a press that came too early shakes it to and fro. */
function shaken({ spritePx }: Field, { at, shakes: times }: Circle, t: Millis): ScreenPoint {
  const since = times.findLast((time) => time <= t);
  if (since === undefined || t >= since + shakeStep * (shakes.length - 1)) return at;
  const step = (t - since) / shakeStep;
  const before = Math.trunc(step);
  const offset = lerp(shakes[before]!, shakes[before + 1]!, step - before);
  return { x: at.x + offset * spritePx, y: at.y };
}
