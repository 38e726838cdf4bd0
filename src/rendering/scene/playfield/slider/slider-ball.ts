import { ballAt, type PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import type { DisplayList, ScreenPoint, SpriteLook, Sprites } from '../../display-list/display-list.ts';
import { drawMovingSprites } from '../../display-list/motion-blur.ts';
import { type SizedElement, sourceOf } from '../../pictures.ts';
import type { PlayfieldContext } from '../playfield-context.ts';

const black: Rgb = { r: 5, g: 5, b: 5 };
const gameFrameLength = 1000 / 60;
/** How far before and after a time the path is sampled to find the ball's direction. */
const directionSpan = 2;

/** Draws the ball from the slider's start to its end, whether or not it is followed. */
export function drawBall(
  list: DisplayList,
  context: PlayfieldContext,
  { slider, colour }: { slider: PlayableSlider; colour: Rgb },
  t: Millis,
): void {
  const { startTime, endTime } = slider;
  const positionAt = (time: Millis) =>
    time < startTime || time >= endTime ? null : context.viewport.toScreen(ballAt(slider, time));
  const animationTime = Math.max(startTime, Math.min(t, endTime));
  drawMovingSprites(list, context.motionBlur, { t, positionAt }, (sprites, at) => {
    drawBallAt(sprites, context, { slider, colour, at }, animationTime);
  });
}

function drawBallAt(
  list: Sprites,
  context: PlayfieldContext,
  { slider, colour, at }: { slider: PlayableSlider; colour: Rgb; at: ScreenPoint },
  t: Millis,
): void {
  const { ball, ballShadow, ballShine } = context.elements;
  if (ball === null) return;

  const { spritePx: scale, ini } = context;
  const frame = Math.floor((t - slider.startTime) / animationFrameLength(slider)) % ball.frames.length;
  const isReversed = spanAt(slider, t) % 2 === 1;
  const look: SpriteLook = {
    at,
    rotation: direction(slider, t),
    scale: isReversed && ini.sliderBallFlip ? -scale : scale,
    scaleY: scale,
    tint: ballTint(context, ball, colour),
  };
  if (ballShadow) list.sprite(ballShadow.frames[0].image, { at, scale, tint: black, steady: true });
  list.sprite(ball.frames[frame]!.image, look);
  if (ballShine) list.sprite(ballShine.frames[0].image, { at, scale, additive: true, steady: true });
}

/**
 * The default ball has the combo colour, and a skin's own if the skin allows it. Lazer tints other balls in the skin's
 * SliderBall colour; in stable that colour is for the default ball of players who switched off the combo colour.
 */
function ballTint({ ini, rules }: PlayfieldContext, ball: SizedElement, comboColour: Rgb): Rgb | undefined {
  if (ini.allowSliderBallTint || sourceOf(ball.frames[0]) === 'default') return comboColour;
  return rules === 'lazer' ? (ini.colours.sliderBall ?? undefined) : undefined;
}

/** The ball's animation is faster on faster sliders, up to one image per game frame. */
function animationFrameLength({ velocity }: PlayableSlider): Millis {
  return Math.max((150 / (velocity * 1000)) * gameFrameLength, gameFrameLength);
}

function spanAt({ startTime, spanDuration, spans }: PlayableSlider, t: Millis): number {
  return spanDuration > 0 ? Math.min(Math.trunc((t - startTime) / spanDuration), spans - 1) : 0;
}

/** The ball's direction as an angle, sampled within one span, because it reverses at the ends. */
function direction(slider: PlayableSlider, t: Millis): number {
  const spanStart = slider.startTime + spanAt(slider, t) * slider.spanDuration;
  const before = ballAt(slider, Math.max(spanStart, t - directionSpan));
  const after = ballAt(slider, Math.min(spanStart + slider.spanDuration, t + directionSpan));
  return Math.atan2(after.y - before.y, after.x - before.x);
}
