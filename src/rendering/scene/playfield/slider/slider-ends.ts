import { type PlayableSlider, pointAt } from '../../../../game/beatmap/index.ts';
import type { SliderPlay } from '../../../../game/play/index.ts';
import type { Millis, OsuPoint, Rgb } from '../../../../game/units.ts';
import { lerp, linear, outQuad, progressBetween } from '../../animation/easing.ts';
import { darkened } from '../../display-list/darkened.ts';
import type { DisplayList, ScreenPoint, Sprites } from '../../display-list/display-list.ts';
import { drawMovingSprites } from '../../display-list/motion-blur.ts';
import { circleAlpha, drawCircleElements, explodeLength, explodeScale } from '../circle/hit-circle.ts';
import { hittableBrightness } from '../hittable-brightness.ts';
import { colourOf, type PlayfieldContext } from '../playfield-context.ts';
import type { CircleElements } from '../playfield-elements.ts';
import { snakedFraction, snakingLength } from './slider-body.ts';

/** The ends of a slider, where its ball turns or stops. */
export interface SliderEnds {
  readonly slider: PlayableSlider;
  readonly colour: Rgb;
  readonly elements: CircleElements;
  /** The ends of the path on the screen, and the direction of a reverse arrow there: back along the path. */
  readonly head: { readonly at: ScreenPoint; readonly inwards: number };
  readonly tail: { readonly at: ScreenPoint; readonly inwards: number };
  /** Whether each end was hit, in order. */
  readonly hits: readonly boolean[];
}

const arrowFadeIn = 150;
const arrowPulse = 300;
const arrowExplodeLength = 300;
/** Arrows of version 1 skins swing by this angle. */
const arrowSwing = Math.PI / 32;
/** The maximum number of exploding ends, for sliders that turn every few milliseconds. */
const maxExploding = 8;

/** Computes positions and arrow directions of a slider's ends. */
export function createSliderEnds(
  context: PlayfieldContext,
  slider: PlayableSlider,
  { play, colour }: { play: SliderPlay; colour: Rgb },
): SliderEnds {
  const { xs, ys } = slider.path;
  const last = xs.length - 1;
  const position = (i: number) =>
    context.viewport.toScreen({ x: slider.at.x + (xs[i] ?? 0), y: slider.at.y + (ys[i] ?? 0) });
  const angle = (from: number, to: number) =>
    Math.atan2((ys[to] ?? 0) - (ys[from] ?? 0), (xs[to] ?? 0) - (xs[from] ?? 0));
  return {
    slider,
    colour,
    elements: context.elements.sliderEnd,
    head: { at: position(0), inwards: angle(0, Math.min(1, last)) },
    tail: { at: position(last), inwards: angle(last, Math.max(0, last - 1)) },
    hits: slider.points.flatMap(({ kind }, i) => (kind === 'tick' ? [] : [play.points[i]?.hit ?? false])),
  };
}

/** Draws the visible ends, later ones below earlier ones. */
export function drawSliderEnds(list: DisplayList, context: PlayfieldContext, ends: SliderEnds, t: Millis): void {
  const { startTime, spanDuration, spans } = ends.slider;
  const endsReached = spanDuration > 0 ? Math.trunc((t - startTime) / spanDuration) : spans;
  const explodingEnds = spanDuration > 0 ? Math.min(maxExploding, Math.ceil(explodeLength / spanDuration)) : 1;
  const first = Math.max(0, endsReached - explodingEnds);
  const last = Math.min(spans - 1, Math.max(0, endsReached + 1));
  for (let end = last; end >= first; end--) drawEnd(list, context, { ends, end }, t);
}

function drawEnd(
  list: DisplayList,
  context: PlayfieldContext,
  { ends, end }: { ends: SliderEnds; end: number },
  t: Millis,
): void {
  const { slider } = ends;
  const { at, inwards } = end % 2 === 0 ? ends.tail : ends.head;
  const reachedAt = slider.startTime + slider.spanDuration * (end + 1);
  const sliderAppears = slider.appears;
  const appears = end === 0 ? sliderAppears : Math.max(sliderAppears, reachedAt - 2 * slider.spanDuration);
  if (t < appears) return;

  const progress = progressBetween(t, reachedAt, reachedAt + explodeLength);
  const explodes = ends.hits[end] === true && !context.hidesObjects;
  const scale = explodes ? explodeScale(progress) : 1;
  const fadeIn = end === 0 ? context.fadeIn : Math.min(slider.spanDuration, context.fadeIn);
  const alpha = context.hidesObjects ? circleAlpha(context, slider, t) : progressBetween(t, appears, appears + fadeIn);
  // The far end moves with a body that is snaking in; its arrow appears when it has arrived.
  const positionAt = (time: Millis) => {
    const snaked = snakedFraction(context, slider, time);
    return snaked < 1 ? context.viewport.toScreen(pointOnPath(slider, snaked)) : at;
  };
  const brightness = hittableBrightness(slider, t);
  const circle = { elements: ends.elements, colour: endColour(context, ends, reachedAt) };
  const drawCircleAt = (sprites: Sprites, position: ScreenPoint) =>
    drawCircleElements(sprites, context, circle, { at: position, t, scale, alpha: alpha * (1 - progress), brightness });
  if (!context.isTraceable) drawMovingSprites(list, context.motionBlur, { t, positionAt }, drawCircleAt);
  if (end < slider.spans - 1) {
    const complete = Math.max(appears, sliderAppears + snakingLength(context, slider));
    const arrow = { at, inwards, appears: complete, reachedAt, isHit: ends.hits[end] === true, brightness };
    drawArrow(list, context, { ...arrow, span: slider.spanDuration }, t);
  }
}

/** The slider's colour; with Synesthesia, that of the end's own time. */
function endColour(context: PlayfieldContext, { slider, colour }: SliderEnds, reachedAt: Millis): Rgb {
  return context.isSynesthesia ? colourOf(context, slider, reachedAt) : colour;
}

function pointOnPath({ at, path }: PlayableSlider, fraction: number): OsuPoint {
  const { x, y } = pointAt(path, path.length * fraction);
  return { x: at.x + x, y: at.y + y };
}

interface Arrow {
  readonly at: ScreenPoint;
  readonly inwards: number;
  readonly appears: Millis;
  readonly reachedAt: Millis;
  /** Whether it grows as it fades out. */
  readonly isHit: boolean;
  readonly span: Millis;
  readonly brightness: number;
}

/** Draws a reverse arrow, which pulses until the ball turns there. It grows if it was hit, with Hidden, too. */
function drawArrow(list: DisplayList, { elements, spritePx, ini }: PlayfieldContext, arrow: Arrow, t: Millis): void {
  if (elements.reverseArrow === null) return;
  const { at, inwards, appears, reachedAt, isHit, span, brightness } = arrow;
  const isVersion1 = ini.version < 2;
  const pulse = ((t - appears) % arrowPulse) / arrowPulse;
  const progress = progressBetween(t, reachedAt, reachedAt + Math.min(arrowExplodeLength, span));
  const explodedScale = isHit ? 1.4 : 1;
  list.sprite(elements.reverseArrow.frames[0].image, {
    at,
    rotation: inwards + (isVersion1 && progress === 0 ? lerp(arrowSwing, -arrowSwing, pulse) : 0),
    scale:
      spritePx *
      (t < reachedAt
        ? lerp(1.3, 1, (isVersion1 ? linear : outQuad)(pulse))
        : lerp(1, explodedScale, outQuad(progress))),
    alpha: progressBetween(t, appears, appears + arrowFadeIn) * (1 - progress),
    tint: darkened(undefined, brightness),
  });
}
