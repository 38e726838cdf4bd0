import { type PlayableSlider, pointAt } from '../../../../game/beatmap/index.ts';
import type { SliderPlay } from '../../../../game/play/index.ts';
import type { Millis, OsuPoint, Rgb } from '../../../../game/units.ts';
import { lerp, linear, outQuad, progressBetween } from '../../animation/easing.ts';
import type { DisplayList, ScreenPoint } from '../../display-list/display-list.ts';
import { burstGrowth, burstLength, circleAlpha, drawCircleArt } from '../circle/hit-circle.ts';
import { colourOf, type Field } from '../playfield-context.ts';
import type { CircleArt } from '../playfield-elements.ts';
import { growLength, grownPart } from './slider-body.ts';

/** The places where a slider's ball turns or stops. */
export interface SliderEnds {
  readonly slider: PlayableSlider;
  readonly colour: Rgb;
  readonly art: CircleArt;
  /** The two ends of the path on the screen, and where an arrow at each points: back along the path. */
  readonly head: { readonly at: ScreenPoint; readonly inwards: number };
  readonly tail: { readonly at: ScreenPoint; readonly inwards: number };
  /** Whether the ball was followed to each end, in turn. */
  readonly hits: readonly boolean[];
}

const arrowFadeIn = 150;
const arrowBeat = 300;
const arrowBurst = 300;
/** V1 skins' arrows swing to and fro by this much. */
const arrowSwing = Math.PI / 32;
/** Of a slider that turns every few milliseconds, so many bursting ends are shown at most. */
const mostBursts = 8;

export function createSliderEnds(
  field: Field,
  slider: PlayableSlider,
  { play, colour }: { play: SliderPlay; colour: Rgb },
): SliderEnds {
  const { xs, ys } = slider.path;
  const last = xs.length - 1;
  const place = (i: number) =>
    field.viewport.toScreen({ x: slider.at.x + (xs[i] ?? 0), y: slider.at.y + (ys[i] ?? 0) });
  const angle = (from: number, to: number) =>
    Math.atan2((ys[to] ?? 0) - (ys[from] ?? 0), (xs[to] ?? 0) - (xs[from] ?? 0));
  return {
    slider,
    colour,
    art: field.art.sliderEnd,
    head: { at: place(0), inwards: angle(0, Math.min(1, last)) },
    tail: { at: place(last), inwards: angle(last, Math.max(0, last - 1)) },
    hits: slider.points.flatMap(({ kind }, i) => (kind === 'tick' ? [] : [play.points[i]?.hit ?? false])),
  };
}

/** Draws the ends that are there at a time; the ones further ahead lie below. */
export function drawSliderEnds(list: DisplayList, field: Field, ends: SliderEnds, t: Millis): void {
  const { startTime, spanDuration, spans } = ends.slider;
  const passedEnds = spanDuration > 0 ? Math.trunc((t - startTime) / spanDuration) : spans;
  const bursting = spanDuration > 0 ? Math.min(mostBursts, Math.ceil(burstLength / spanDuration)) : 1;
  const first = Math.max(0, passedEnds - bursting);
  const last = Math.min(spans - 1, Math.max(0, passedEnds + 1));
  for (let end = last; end >= first; end--) drawEnd(list, field, { ends, end }, t);
}

function drawEnd(list: DisplayList, field: Field, { ends, end }: { ends: SliderEnds; end: number }, t: Millis): void {
  const { slider } = ends;
  const { at, inwards } = end % 2 === 0 ? ends.tail : ends.head;
  const reached = slider.startTime + slider.spanDuration * (end + 1);
  const seenFrom = slider.appears;
  const appears = end === 0 ? seenFrom : Math.max(seenFrom, reached - 2 * slider.spanDuration);
  if (t < appears) return;

  const gone = progressBetween(t, reached, reached + burstLength);
  const bursts = ends.hits[end] === true && !field.hidesObjects;
  const growth = bursts ? burstGrowth(gone) : 1;
  const fadeIn = end === 0 ? field.map.fadeIn : Math.min(slider.spanDuration, field.map.fadeIn);
  const seen = field.hidesObjects ? circleAlpha(field, slider, t) : progressBetween(t, appears, appears + fadeIn);
  const grown = grownPart(field, slider, t);
  // The far end is carried along by a body that is still growing; its arrow comes when it has arrived.
  const place = grown < 1 ? field.viewport.toScreen(alongPath(slider, grown)) : at;
  if (!field.traceable)
    drawCircleArt(
      list,
      field,
      { art: ends.art, colour: endColour(field, ends, reached) },
      { at: place, t, growth, alpha: seen * (1 - gone) },
    );
  if (end < slider.spans - 1) {
    const complete = Math.max(appears, seenFrom + growLength(field, slider));
    drawArrow(list, field, { at, inwards, appears: complete, reached, span: slider.spanDuration }, t);
  }
}

/** The colour of a slider, but for objects that show their place in the beat. */
function endColour(field: Field, { slider, colour }: SliderEnds, reached: Millis): Rgb {
  return field.synesthesia ? colourOf(field, slider, reached) : colour;
}

function alongPath({ at, path }: PlayableSlider, share: number): OsuPoint {
  const { x, y } = pointAt(path, path.length * share);
  return { x: at.x + x, y: at.y + y };
}

interface Arrow {
  readonly at: ScreenPoint;
  readonly inwards: number;
  readonly appears: Millis;
  readonly reached: Millis;
  readonly span: Millis;
}

/** A reverse arrow beats until the ball has turned at it. */
function drawArrow(list: DisplayList, { art, spritePx, ini }: Field, arrow: Arrow, t: Millis): void {
  if (art.reverseArrow === null) return;
  const { at, inwards, appears, reached, span } = arrow;
  const old = ini.version < 2;
  const beat = ((t - appears) % arrowBeat) / arrowBeat;
  const gone = progressBetween(t, reached, reached + Math.min(arrowBurst, span));
  list.sprite(art.reverseArrow.frames[0].image, {
    at,
    rotation: inwards + (old && gone === 0 ? lerp(arrowSwing, -arrowSwing, beat) : 0),
    scale: spritePx * (t < reached ? lerp(1.3, 1, (old ? linear : outQuad)(beat)) : lerp(1, 1.4, outQuad(gone))),
    alpha: progressBetween(t, appears, appears + arrowFadeIn) * (1 - gone),
  });
}
