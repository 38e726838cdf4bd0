import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import { spinnerAt } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { randomOf } from '../../animation/random.ts';
import type { DisplayList, ScreenPoint, SpriteLook } from '../../display-list/display-list.ts';
import { drawRotatingImage } from '../../display-list/motion-blur.ts';
import type { SizedElement } from '../../pictures.ts';
import { type PlayfieldContext, windowPoint } from '../playfield-context.ts';
import type { DrawableSpinner, SpinnerState } from './spinner-state.ts';

const glowColour: Rgb = { r: 3, g: 151, b: 255 };
const bonusFlash = 200;
const metreBars = 10;
const gameFrameLength = 1000 / 60;

/** The centre of spinners, a little below the centre of the screen. */
export function spinnerCentre(context: PlayfieldContext): ScreenPoint {
  return windowPoint(context, 0, 248);
}

/** Draws the rotating part, in the skin's style. */
export function drawSpinnerDisc(
  list: DisplayList,
  context: PlayfieldContext,
  drawable: DrawableSpinner,
  state: SpinnerState,
): void {
  if (drawable.style === 'new') drawNewDisc(list, context, drawable, state);
  if (drawable.style === 'old') drawOldDisc(list, context, drawable, state);
}

function drawNewDisc(
  list: DisplayList,
  context: PlayfieldContext,
  drawable: DrawableSpinner,
  { progress, alpha, t }: SpinnerState,
): void {
  const { glow, bottom, top, middle2, middle } = context.elements.spinner;
  const { startTime, endTime } = drawable.spinner;
  const { bonuses, maxBonuses } = drawable.play;
  const at = spinnerCentre(context);
  const scale = context.viewport.uiPx * lerp(0.8, 1, outQuad(progress));
  const draw = (part: SizedElement | null, look: Partial<SpriteLook>) => {
    if (part) list.sprite(part.frames[0].image, { at, scale, alpha, ...look });
  };
  const bonus = bonuses[Math.min(lastAtOrBefore(bonuses, t), maxBonuses - 1)] ?? Number.NEGATIVE_INFINITY;
  const flash = 1 - progressBetween(t, bonus, bonus + bonusFlash);
  draw(glow, { alpha: alpha * progress, additive: true, tint: mix(glowColour, white, flash) });
  const topSlowdown = middle2 ? 2 : 1;
  drawRotatingPart(list, context, drawable, { part: bottom, look: { at, scale, alpha }, slowdown: topSlowdown * 3, t });
  drawRotatingPart(list, context, drawable, { part: top, look: { at, scale, alpha }, slowdown: topSlowdown, t });
  drawRotatingPart(list, context, drawable, { part: middle2, look: { at, scale, alpha }, slowdown: 1, t });
  draw(middle, { tint: mix(white, red, progressBetween(t, startTime, endTime)) });
}

function drawOldDisc(
  list: DisplayList,
  context: PlayfieldContext,
  drawable: DrawableSpinner,
  { progress, alpha, t }: SpinnerState,
): void {
  const { background, circle, metre } = context.elements.spinner;
  const at = spinnerCentre(context);
  const { viewport, ini } = context;
  const scale = viewport.uiPx;
  if (background) {
    list.sprite(background.frames[0].image, { at, scale, alpha, tint: ini.colours.spinnerBackground, still: true });
  }
  if (metre) {
    // Without blinking, a full metre has all bars; otherwise the last one keeps blinking.
    const filled = Math.min(progress, ini.spinnerNoBlink ? 1 : 0.99) * metreBars;
    const whole = Math.trunc(filled);
    const random = randomOf(drawable.spinner.index, Math.floor(t / gameFrameLength));
    const fraction = (whole + (!ini.spinnerNoBlink && random < filled - whole ? 1 : 0)) / metreBars;
    const corner = windowPoint(context, 0, 0);
    list.sprite(metre.frames[0].image, {
      at: { x: corner.x - 512 * scale, y: corner.y + 46 * scale },
      origin: { x: 0, y: 0 },
      scale,
      alpha: fraction > 0 ? alpha : 0,
      crop: { left: 0, top: 1 - fraction, width: 1, height: fraction },
      still: true,
    });
  }
  drawRotatingPart(list, context, drawable, { part: circle, look: { at, scale, alpha }, slowdown: 1, t });
}

/** Draws a part that rotates with the spinner, `slowdown` times slower. */
function drawRotatingPart(
  list: DisplayList,
  { motionBlur }: PlayfieldContext,
  { play }: DrawableSpinner,
  { part, look, slowdown, t }: { part: SizedElement | null; look: SpriteLook; slowdown: number; t: Millis },
): void {
  const [image] = part?.frames ?? [];
  if (image === undefined) return;
  const rotating = { t, image: image.image, reach: image.width / 2, look };
  drawRotatingImage(list, motionBlur, rotating, (time) => spinnerAt(play, time).angle / slowdown);
}

const white: Rgb = { r: 255, g: 255, b: 255 };
const red: Rgb = { r: 255, g: 0, b: 0 };

function mix(a: Rgb, b: Rgb, amount: number): Rgb {
  return { r: lerp(a.r, b.r, amount), g: lerp(a.g, b.g, amount), b: lerp(a.b, b.b, amount) };
}
