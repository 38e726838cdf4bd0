import { spinnerAt } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { randomOf } from '../../animation/random.ts';
import { lastAtOrBefore } from '../../animation/tween.ts';
import type { DisplayList, ScreenPoint, SpriteLook } from '../../display-list/display-list.ts';
import { drawMoving } from '../../display-list/motion-blur.ts';
import type { DrawnElement } from '../../pictures.ts';
import { type Field, inWindow } from '../playfield-context.ts';
import type { SpinnerShown, SpinnerState } from './spinner-state.ts';

const glowColour: Rgb = { r: 3, g: 151, b: 255 };
const bonusFlash = 200;
const metreBars = 10;
const gameFrame = 1000 / 60;

/** A spinner's middle: a little below the screen's, as the playfield is. */
export function spinnerCentre(field: Field): ScreenPoint {
  return inWindow(field, 0, 248);
}

/** The part that turns, in the style of the skin. */
export function drawSpinnerDisc(list: DisplayList, field: Field, shown: SpinnerShown, state: SpinnerState): void {
  if (shown.style === 'new') drawNewDisc(list, field, shown, state);
  if (shown.style === 'old') drawOldDisc(list, field, shown, state);
}

function drawNewDisc(list: DisplayList, field: Field, shown: SpinnerShown, { progress, alpha, t }: SpinnerState): void {
  const { glow, bottom, top, middle2, middle } = field.art.spinner;
  const { startTime, endTime } = shown.spinner;
  const { bonuses } = shown.play;
  const at = spinnerCentre(field);
  const scale = field.viewport.uiPx * lerp(0.8, 1, outQuad(progress));
  const draw = (part: DrawnElement | null, look: Partial<SpriteLook>) => {
    if (part) list.sprite(part.frames[0].image, { at, scale, alpha, ...look });
  };
  const bonus = bonuses[lastAtOrBefore(bonuses, t)] ?? Number.NEGATIVE_INFINITY;
  const flash = 1 - progressBetween(t, bonus, bonus + bonusFlash);
  draw(glow, { alpha: alpha * progress, additive: true, tint: mix(glowColour, white, flash) });
  drawPart(list, field, shown, { part: bottom, look: { at, scale, alpha }, slower: 6, t });
  drawPart(list, field, shown, { part: top, look: { at, scale, alpha }, slower: middle2 ? 2 : 1, t });
  drawPart(list, field, shown, { part: middle2, look: { at, scale, alpha }, slower: 1, t });
  draw(middle, { tint: mix(white, red, progressBetween(t, startTime, endTime)) });
}

function drawOldDisc(list: DisplayList, field: Field, shown: SpinnerShown, { progress, alpha, t }: SpinnerState): void {
  const { background, circle, metre } = field.art.spinner;
  const at = spinnerCentre(field);
  const { viewport, ini } = field;
  const scale = viewport.uiPx;
  if (background) {
    list.sprite(background.frames[0].image, { at, scale, alpha, tint: ini.colours.spinnerBackground, still: true });
  }
  if (metre) {
    const filled = Math.min(0.99, progress) * metreBars;
    const whole = Math.trunc(filled);
    const chance = randomOf(shown.spinner.index, Math.floor(t / gameFrame));
    const share = (whole + (!ini.spinnerNoBlink && chance < filled - whole ? 1 : 0)) / metreBars;
    const corner = inWindow(field, 0, 0);
    list.sprite(metre.frames[0].image, {
      at: { x: corner.x - 512 * scale, y: corner.y + 46 * scale },
      origin: { x: 0, y: 0 },
      scale,
      alpha: share > 0 ? alpha : 0,
      crop: { left: 0, top: 1 - share, width: 1, height: share },
      still: true,
    });
  }
  drawPart(list, field, shown, { part: circle, look: { at, scale, alpha }, slower: 1, t });
}

/** Draws a part that turns with the spinner, or so many times slower. */
function drawPart(
  list: DisplayList,
  { camera }: Field,
  { play }: SpinnerShown,
  { part, look, slower, t }: { part: DrawnElement | null; look: SpriteLook; slower: number; t: Millis },
): void {
  const [picture] = part?.frames ?? [];
  if (picture === undefined) return;
  drawMoving(list, camera, { t, image: picture.image, reach: picture.width / 2 }, (time) => ({
    ...look,
    rotation: spinnerAt(play, time).angle / slower,
  }));
}

const white: Rgb = { r: 255, g: 255, b: 255 };
const red: Rgb = { r: 255, g: 0, b: 0 };

function mix(a: Rgb, b: Rgb, amount: number): Rgb {
  return { r: lerp(a.r, b.r, amount), g: lerp(a.g, b.g, amount), b: lerp(a.b, b.b, amount) };
}
