import { ballAt, type PlayableSlider } from '../../../../game/beatmap/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import type { DisplayList, ScreenPoint, SpriteLook, Sprites } from '../../display-list/display-list.ts';
import { drawGliding } from '../../display-list/motion-blur.ts';
import type { Field } from '../playfield-context.ts';

const black: Rgb = { r: 5, g: 5, b: 5 };
const gameFrame = 1000 / 60;
/** How far to either side of a moment the way of the ball is looked at, to see where it is heading. */
const headingSpan = 2;

/** The ball rolls from the slider's time to its end, whether or not somebody follows it. */
export function drawBall(
  list: DisplayList,
  field: Field,
  { slider, colour }: { slider: PlayableSlider; colour: Rgb },
  t: Millis,
): void {
  const { startTime, endTime } = slider;
  const placeAt = (time: Millis) =>
    time < startTime || time >= endTime ? null : field.viewport.toScreen(ballAt(slider, time));
  const rolls = Math.max(startTime, Math.min(t, endTime));
  drawGliding(list, field.camera, { t, placeAt }, (sprites, at) => {
    drawBallAt(sprites, field, { slider, colour, at }, rolls);
  });
}

function drawBallAt(
  list: Sprites,
  field: Field,
  { slider, colour, at }: { slider: PlayableSlider; colour: Rgb; at: ScreenPoint },
  t: Millis,
): void {
  const { ball, ballShadow, ballShine } = field.art;
  if (ball === null) return;

  const { spritePx: scale, ini } = field;
  const frame = Math.floor((t - slider.startTime) / frameLength(slider)) % ball.frames.length;
  const backwards = spanAt(slider, t) % 2 === 1;
  const rolling: SpriteLook = {
    at,
    rotation: heading(slider, t),
    scale: backwards && ini.sliderBallFlip ? -scale : scale,
    scaleY: scale,
    tint: ini.allowSliderBallTint ? colour : undefined,
  };
  if (ballShadow) list.sprite(ballShadow.frames[0].image, { at, scale, tint: black, steady: true });
  list.sprite(ball.frames[frame]!.image, rolling);
  if (ballShine) list.sprite(ballShine.frames[0].image, { at, scale, additive: true, steady: true });
}

/** The faster the ball, the faster it rolls, up to one picture a frame of the game. */
function frameLength({ velocity }: PlayableSlider): Millis {
  return Math.max((150 / (velocity * 1000)) * gameFrame, gameFrame);
}

function spanAt({ startTime, spanDuration, spans }: PlayableSlider, t: Millis): number {
  return spanDuration > 0 ? Math.min(Math.trunc((t - startTime) / spanDuration), spans - 1) : 0;
}

/** The direction the ball moves in, as an angle; never across a turn, where it would be none. */
function heading(slider: PlayableSlider, t: Millis): number {
  const spanStart = slider.startTime + spanAt(slider, t) * slider.spanDuration;
  const before = ballAt(slider, Math.max(spanStart, t - headingSpan));
  const after = ballAt(slider, Math.min(spanStart + slider.spanDuration, t + headingSpan));
  return Math.atan2(after.y - before.y, after.x - before.x);
}
