import { ballAt } from '../../../game/beatmap/index.ts';
import { hasMod } from '../../../game/mods/index.ts';
import type { Judgement, Play } from '../../../game/play/index.ts';
import type { Millis, OsuPoint, Rgb } from '../../../game/units.ts';
import { outQuint, progressBetween } from '../animation/easing.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { fromLight, toLight } from '../linear-light.ts';
import type { SceneInput } from '../scene-input.ts';
import { colourOf, type PlayfieldContext } from './playfield-context.ts';

/** Lazer's Bubbles mod: every result leaves a bubble above everything, which grows and pops. */
export interface Bubbles {
  readonly bubbles: Timeline<Bubble>;
  /** The diameter of a new bubble, and the width of its ring in the end. */
  readonly sizePx: number;
  readonly ringPx: number;
}

interface Bubble extends Lifetime {
  readonly at: ScreenPoint;
  /** The scale before it pops. */
  readonly maxScale: number;
  /** Its colour after the flash; black for a miss. */
  readonly colour: Rgb;
  readonly isHit: boolean;
  /** The game leaves two bubbles for a part of a slider: one for the part, and one for the slider to which it reports. */
  readonly copies: number;
}

/** Slightly smaller than a circle's diameter. */
const radii = 1.9;
const growing = 0.8;
const flashing = 0.3;
const startRing = 1 / 3.5;
const endRing = 2;
const popScale = 1.5;
const maxScale = 1.75;
const darkening = 1.1;
const white: Rgb = { r: 255, g: 255, b: 255 };
const black: Rgb = { r: 0, g: 0, b: 0 };

/** Finds the results that leave a bubble; null without the mod. */
export function createBubbles(context: PlayfieldContext, { play, mods }: SceneInput): Bubbles | null {
  if (!hasMod(mods, 'BU')) return null;
  const { viewport, map } = context;
  const length = 1700 + (map.preempt * 2) ** Math.fround(1.07);
  const bubbles = play.judgements.flatMap((judgement, i): Bubble[] => {
    const { part, result, time } = judgement;
    if (part === 'slider' || part === 'spin') return [];
    const isHit = result !== 'miss';
    // The combo is that before the result.
    const combo = play.totals.combo[i - 1] ?? 0;
    const accent = colourOf(context, map.objects[judgement.object]!);
    return [
      {
        at: viewport.toScreen(placeOf(play, judgement)),
        maxScale: Math.min(maxScale, 1.25 + 0.005 * combo),
        colour: isHit ? { r: accent.r / darkening, g: accent.g / darkening, b: accent.b / darkening } : black,
        isHit,
        copies: part === 'circle' || part === 'spinner' ? 1 : 2,
        appears: time,
        vanishes: time + length,
      },
    ];
  });
  return {
    bubbles: createTimeline(bubbles),
    sizePx: map.radius * radii * viewport.osuPx,
    ringPx: endRing * viewport.osuPx,
  };
}

/** Circles have their bubble where they are seen, parts of sliders where they would be without stacking. */
function placeOf({ map }: Play, { object, part, point, at }: Judgement): OsuPoint {
  const judged = map.objects[object]!;
  if (part === 'circle' || judged.kind !== 'slider') return judged.kind === 'spinner' ? judged.at : at;
  const place = point === null ? judged.at : ballAt(judged, judged.points[point]!.time);
  const stacked = (judged.stackHeight * map.radius) / 10;
  return { x: place.x + stacked, y: place.y + stacked };
}

/** Draws the bubbles, later ones above earlier ones. */
export function drawBubbles(list: DisplayList, { bubbles, sizePx, ringPx }: Bubbles, t: Millis): void {
  for (const bubble of aliveAt(bubbles, t)) drawBubble(list, bubble, { sizePx, ringPx }, t);
}

function drawBubble(
  list: DisplayList,
  { at, maxScale: grown, colour, isHit, copies, appears, vanishes }: Bubble,
  { sizePx, ringPx }: Pick<Bubbles, 'sizePx' | 'ringPx'>,
  t: Millis,
): void {
  const progress = (t - appears) / (vanishes - appears);
  const popped = progressBetween(progress, growing, 1);
  const scale =
    popped > 0
      ? grown * (1 + (popScale - 1) * outQuint(popped))
      : 1 + (grown - 1) * progressBetween(progress, 0, growing);
  const radiusPx = (sizePx / 2) * scale;
  const alpha = 1 - outCirc(popped);
  const look = { colour, alpha: 1 - (1 - alpha) ** copies };
  const flash = outQuint(progressBetween(progress, 0, flashing));
  if (!isHit || flash === 1) {
    list.pie({ at, radiusPx, sweep: 1 }, look);
    return;
  }
  const start = sizePx * startRing;
  const ring = (start + (ringPx - start) * flash) * scale;
  list.pie({ at, radiusPx, sweep: 1 }, { colour: mixLight(white, colour, flash) });
  list.pie({ at, radiusPx: Math.max(0, radiusPx - ring), sweep: 1 }, look);
}

function outCirc(progress: number): number {
  return Math.sqrt(1 - (1 - progress) ** 2);
}

/** Mixes two colours as light, as the game does. */
function mixLight(from: Rgb, to: Rgb, amount: number): Rgb {
  const mix = (a: number, b: number) => fromLight(toLight(a) + (toLight(b) - toLight(a)) * amount);
  return { r: mix(from.r, to.r), g: mix(from.g, to.g), b: mix(from.b, to.b) };
}
