import type { PlayableSpinner } from '../../../../game/beatmap/index.ts';
import { spinnerAt } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { clamp01, lerp, outQuad, progressBetween } from '../../animation/easing.ts';
import { lastAtOrBefore } from '../../animation/tween.ts';
import { drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { drawMoving } from '../../display-list/motion-blur.ts';
import { burstLength } from '../circle/hit-circle.ts';
import { type Field, inWindow } from '../playfield-context.ts';
import { drawSpinnerDisc, spinnerCentre } from './spinner-disc.ts';
import type { SpinnerShown, SpinnerState } from './spinner-state.ts';

const fadeIn = 400;

export function createSpinner(
  spinner: PlayableSpinner,
  { play, style }: Pick<SpinnerShown, 'play' | 'style'>,
): SpinnerShown {
  const turning = play.angle.findIndex((angle) => angle !== 0);
  return {
    kind: 'spinner',
    spinner,
    play,
    style,
    firstTurn: play.times[turning] ?? Number.POSITIVE_INFINITY,
    // As early as any other object would, so that objects appear in their order.
    appears: Math.min(spinner.appears, spinner.startTime - fadeIn),
    vanishes: spinner.endTime + burstLength,
  };
}

export function drawSpinner(list: DisplayList, field: Field, shown: SpinnerShown, t: Millis): void {
  const { startTime, endTime } = shown.spinner;
  const alpha =
    progressBetween(t, startTime - fadeIn, startTime) * (1 - progressBetween(t, endTime, endTime + burstLength));
  if (alpha === 0) return;
  const { progress, rpm } = spinnerAt(shown.play, t);
  const { required } = shown.play;
  const state = { t, alpha, rpm, progress: required > 0 ? clamp01(progress / required) : 1 };
  drawSpinnerDisc(list, field, shown, state);
  drawApproach(list, field, shown, state);
  drawSigns(list, field, shown, state);
  drawRpm(list, field, shown, state);
}

function drawApproach(list: DisplayList, field: Field, shown: SpinnerShown, { alpha, t }: SpinnerState): void {
  const { approachCircle, top } = field.art.spinner;
  if (approachCircle === null || field.hidesApproachCircles) return;
  const [own] = approachCircle.frames;
  // New spinners have one only when their own skin brings it along.
  if (shown.style === 'new' && top !== null && sourceOf(own.image) !== sourceOf(top.frames[0].image)) return;
  const { startTime, endTime } = shown.spinner;
  drawMoving(list, field.camera, { t, image: own.image, reach: own.width / 2 }, (time) =>
    time < endTime
      ? {
          at: spinnerCentre(field),
          scale: field.viewport.uiPx * lerp(1.86, 0.1, progressBetween(time, startTime, endTime)),
          alpha,
        }
      : null,
  );
}

const sourceOf = (image: string): string => image.slice(0, image.indexOf('/'));

/** "Spin!" until it turns, "Clear" once it has turned enough, and what it has earned on top. */
function drawSigns(list: DisplayList, field: Field, shown: SpinnerShown, { alpha, t }: SpinnerState): void {
  const { spin, clear } = field.art.spinner;
  const { uiPx } = field.viewport;
  const { startTime } = shown.spinner;
  const { clearedAt, bonuses } = shown.play;
  if (spin) {
    const seen =
      progressBetween(t, startTime - 200, startTime) * (1 - progressBetween(t, shown.firstTurn, shown.firstTurn + 300));
    list.sprite(spin.frames[0].image, { at: inWindow(field, 0, 364), scale: uiPx, alpha: alpha * seen });
  }
  if (clear && clearedAt !== null && t >= clearedAt) {
    const since = t - clearedAt;
    const size =
      since < 240 ? lerp(2, 0.8, outQuad(since / 240)) : lerp(0.8, 1, outQuad(progressBetween(since, 240, 400)));
    list.sprite(clear.frames[0].image, {
      at: inWindow(field, 0, 144),
      scale: uiPx * size,
      alpha: alpha * outQuad(progressBetween(since, 0, 400)),
      still: since >= 400,
    });
  }
  const bonus = lastAtOrBefore(bonuses, t);
  if (bonus >= 0) {
    const gone = outQuad(progressBetween(t, bonuses[bonus]!, bonuses[bonus]! + 800));
    drawDigits(list, field.art.scoreFont, String((bonus + 1) * 1000), {
      at: inWindow(field, 0, 328),
      align: 'centre',
      scale: uiPx * lerp(2, 1.28, gone),
      alpha: alpha * (1 - gone),
    });
  }
}

function drawRpm(list: DisplayList, field: Field, shown: SpinnerShown, { rpm, alpha, t }: SpinnerState): void {
  const { startTime } = shown.spinner;
  const { rpm: sign } = field.art.spinner;
  if (sign === null) return;
  const below = 50 * (1 - progressBetween(t, startTime - fadeIn, startTime));
  const still = below === 0;
  list.sprite(sign.frames[0].image, {
    at: inWindow(field, -87, 445 + below),
    origin: { x: 0, y: 0 },
    scale: field.viewport.uiPx,
    alpha,
    still,
  });
  const { scoreFont } = field.art;
  const scale = field.viewport.uiPx * 0.9;
  const height = scoreFont?.glyphs['0']?.height ?? 0;
  const { x, y } = inWindow(field, 80, 448 + below);
  drawDigits(list, scoreFont, String(Math.round(rpm)), {
    at: { x, y: y + (height / 2) * scale },
    align: 'right',
    scale,
    alpha,
    still,
  });
}
