import type { PlayableSpinner } from '../../../../game/beatmap/index.ts';
import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import { spinnerAt } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { clamp01, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { drawMovingImage } from '../../display-list/motion-blur.ts';
import { sourceOf } from '../../pictures.ts';
import { explodeLength } from '../circle/hit-circle.ts';
import { type PlayfieldContext, windowPoint } from '../playfield-context.ts';
import { drawSpinnerDisc, spinnerCentre } from './spinner-disc.ts';
import type { DrawableSpinner, SpinnerState } from './spinner-state.ts';

const fadeIn = 400;
/** The darkness behind a spinner in skins with SpinnerFadePlayfield. */
const playfieldDim = 0.5;

/** The score of one bonus. */
const bonusScores = { stable: 1000, lazer: 50 } as const;

/** Creates a spinner from an object and how it was played. */
export function createSpinner(
  spinner: PlayableSpinner,
  { play, style }: Pick<DrawableSpinner, 'play' | 'style'>,
): DrawableSpinner {
  const firstTurnIndex = play.angle.findIndex((angle) => angle !== 0);
  return {
    kind: 'spinner',
    spinner,
    play,
    style,
    firstTurn: play.times[firstTurnIndex] ?? Number.POSITIVE_INFINITY,
    // Appears no later than other objects would, so that objects stay in order.
    appears: Math.min(spinner.appears, spinner.startTime - fadeIn),
    vanishes: spinner.endTime + explodeLength,
  };
}

/** Draws a spinner with its approach circle, labels and speed. */
export function drawSpinner(list: DisplayList, context: PlayfieldContext, drawable: DrawableSpinner, t: Millis): void {
  const { startTime, endTime } = drawable.spinner;
  const alpha =
    progressBetween(t, startTime - fadeIn, startTime) * (1 - progressBetween(t, endTime, endTime + explodeLength));
  if (alpha === 0) return;
  const { progress, rpm } = spinnerAt(drawable.play, t);
  const { required } = drawable.play;
  const state = { t, alpha, rpm, progress: required > 0 ? clamp01(progress / required) : 1 };
  if (context.ini.spinnerFadePlayfield && context.rules === 'stable') drawDim(list, context, alpha);
  drawSpinnerDisc(list, context, drawable, state);
  drawApproach(list, context, drawable, state);
  drawSpinAndClear(list, context, drawable, state);
  drawRpm(list, context, drawable, state);
}

/** Darkens all that lies below a spinner. */
function drawDim(list: DisplayList, { viewport }: PlayfieldContext, alpha: number): void {
  list.fill(
    { left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx },
    { colour: { r: 0, g: 0, b: 0 }, alpha: alpha * playfieldDim },
  );
}

function drawApproach(
  list: DisplayList,
  context: PlayfieldContext,
  drawable: DrawableSpinner,
  { alpha, t }: SpinnerState,
): void {
  const { approachCircle, top } = context.elements.spinner;
  if (approachCircle === null || context.hidesApproachCircles) return;
  const [image] = approachCircle.frames;
  // New-style spinners have an approach circle only if the same skin brings it.
  if (drawable.style === 'new' && top !== null && sourceOf(image) !== sourceOf(top.frames[0])) return;
  const { startTime, endTime } = drawable.spinner;
  drawMovingImage(list, context.motionBlur, { t, image: image.image, reach: image.width / 2 }, (time) =>
    time < endTime
      ? {
          at: spinnerCentre(context),
          scale: context.viewport.uiPx * lerp(1.86, 0.1, progressBetween(time, startTime, endTime)),
          alpha,
        }
      : null,
  );
}

/** Draws "Spin!" until it turns, "Clear" once it is cleared, and the bonus score. */
function drawSpinAndClear(
  list: DisplayList,
  context: PlayfieldContext,
  drawable: DrawableSpinner,
  { alpha, t }: SpinnerState,
): void {
  const { spin, clear } = context.elements.spinner;
  const { uiPx } = context.viewport;
  const { startTime } = drawable.spinner;
  const { clearedAt } = drawable.play;
  if (spin) {
    const visibility =
      progressBetween(t, startTime - 200, startTime) *
      (1 - progressBetween(t, drawable.firstTurn, drawable.firstTurn + 300));
    list.sprite(spin.frames[0].image, { at: windowPoint(context, 0, 364), scale: uiPx, alpha: alpha * visibility });
  }
  if (clear && clearedAt !== null && t >= clearedAt) {
    const since = t - clearedAt;
    const size =
      since < 240 ? lerp(2, 0.8, outQuad(since / 240)) : lerp(0.8, 1, outQuad(progressBetween(since, 240, 400)));
    list.sprite(clear.frames[0].image, {
      at: windowPoint(context, 0, 144),
      scale: uiPx * size,
      alpha: alpha * outQuad(progressBetween(since, 0, 400)),
      still: since >= 400,
    });
  }
  drawBonus(list, context, drawable, { alpha, t });
}

/** Draws the bonus score of the last turn that gave one. In lazer it grows once the spinner gives no more. */
function drawBonus(
  list: DisplayList,
  context: PlayfieldContext,
  { play: { bonuses, maxBonuses } }: DrawableSpinner,
  { alpha, t }: Pick<SpinnerState, 'alpha' | 't'>,
): void {
  const last = lastAtOrBefore(bonuses, t);
  const count = Math.min(last + 1, maxBonuses);
  if (count === 0) return;
  const since = t - bonuses[last]!;
  const isMax = count === maxBonuses;
  const scale = isMax
    ? lerp(2.24, 2.88, outQuad(progressBetween(since, 0, 1000)))
    : lerp(2, 1.28, outQuad(progressBetween(since, 0, 800)));
  drawDigits(list, context.elements.scoreFont, String(count * bonusScores[context.rules]), {
    at: windowPoint(context, 0, 328),
    align: 'centre',
    scale: context.viewport.uiPx * scale,
    alpha: alpha * (1 - outQuad(progressBetween(since, 0, isMax ? 500 : 800))),
  });
}

function drawRpm(
  list: DisplayList,
  context: PlayfieldContext,
  drawable: DrawableSpinner,
  { rpm, alpha, t }: SpinnerState,
): void {
  const { startTime } = drawable.spinner;
  const { rpm: label } = context.elements.spinner;
  if (label === null) return;
  const below = 50 * (1 - progressBetween(t, startTime - fadeIn, startTime));
  const still = below === 0;
  list.sprite(label.frames[0].image, {
    at: windowPoint(context, -87, 445 + below),
    origin: { x: 0, y: 0 },
    scale: context.viewport.uiPx,
    alpha,
    still,
  });
  const { scoreFont } = context.elements;
  const scale = context.viewport.uiPx * 0.9;
  const height = scoreFont?.glyphs['0']?.height ?? 0;
  const { x, y } = windowPoint(context, 80, 448 + below);
  drawDigits(list, scoreFont, String(Math.round(rpm)), {
    at: { x, y: y + (height / 2) * scale },
    align: 'right',
    scale,
    alpha,
    still,
  });
}
