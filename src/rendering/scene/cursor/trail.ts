import type { Millis } from '../../../game/units.ts';
import { rainbow } from '../animation/rainbow.ts';
import { type Tween, tweenAt } from '../animation/tween.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { exposedFraction, type MotionBlur } from '../display-list/motion-blur.ts';
import type { SizedElement } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';
import { type ComboEffect, comboAlpha, comboGrowth } from './combo-effect.ts';
import { cursorAt } from './cursor-path.ts';
import { type Distances, distanceAt, pointAtDistance } from './distances.ts';

/** The cursor's trail. Skins with `cursormiddle` have a long continuous one, others a row of fading stamps. */
export interface Trail {
  readonly distances: Distances;
  readonly element: SizedElement;
  readonly viewport: Viewport;
  readonly motionBlur: MotionBlur;
  /** Screen pixels per skin pixel. */
  readonly scalePx: number;
  readonly clockRate: number;
  /** The cursor's scale over time; a stamp keeps that of its own time. */
  readonly size: Tween;
  readonly comboEffect: ComboEffect;
  /** A factor for the number of stamps. */
  readonly density: number;
  /** Real milliseconds for one turn around the colour wheel; null for the skin's colours. */
  readonly rainbowMs: number | null;
  /** Real milliseconds for one turn of the cursor, which each stamp takes over when it is laid; null if they do not turn. */
  readonly rotationMs: number | null;
  /** Draws a glow around each stamp. */
  readonly hasGlow: boolean;
  /** Osu! pixels between the stamps of a long trail; null for a short one. */
  readonly spacing: number | null;
}

const stampMs = 1000 / 60;
const shortMs = 150;
const longMs = 500;
/** The number of stamps per width of the image. */
const stampsPerWidth = 2.5;
/** The maximum number of stamps, for a cursor that jumps wildly. */
const maxStamps = 400;
const glow = { scale: 2.5, alpha: 0.15 };

/** Computes the spacing of the trail's stamps. */
export function createTrail({ isLong, ...trail }: Omit<Trail, 'spacing'> & { readonly isLong: boolean }): Trail {
  const width = (trail.element.frames[0].width * trail.scalePx) / trail.viewport.osuPx;
  return { ...trail, spacing: isLong ? Math.max(width / stampsPerWidth, 1) / trail.density : null };
}

/** Draws the trail of the last fraction of a second. */
export function drawTrail(list: DisplayList, trail: Trail, t: Millis): void {
  if (trail.spacing === null) drawShort(list, trail, t);
  else drawLong(list, trail, trail.spacing, t);
}

function drawShort(list: DisplayList, trail: Trail, t: Millis): void {
  const { viewport, motionBlur, clockRate } = trail;
  const { path } = trail.distances;
  const step = (stampMs * clockRate) / trail.density;
  const lifetime = shortMs * clockRate;
  for (let stamp = Math.ceil((t - lifetime) / step); stamp * step <= t + motionBlur.exposure / 2; stamp++) {
    const time = stamp * step;
    const position = cursorAt(path, time);
    if (position === null || time < path.times[0]!) continue;
    const alpha = Math.min(1, 1 - (t - time) / lifetime) * exposedFraction(motionBlur, time, t);
    drawStamp(
      list,
      trail,
      { time, t },
      {
        at: viewport.toScreen(position),
        scale: trail.scalePx * tweenAt(trail.size, time),
        alpha,
        additive: undefined,
      },
    );
  }
}

function drawLong(list: DisplayList, trail: Trail, spacing: number, t: Millis): void {
  const { viewport, motionBlur, distances } = trail;
  const lifetime = longMs * trail.clockRate;
  const last = Math.floor(distanceAt(distances, t + motionBlur.exposure / 2) / spacing);
  const maxCount = Math.ceil(maxStamps * trail.density);
  const first = Math.max(Math.ceil(distanceAt(distances, t - lifetime) / spacing), last - maxCount + 1, 1);
  for (let stamp = first; stamp <= last; stamp++) {
    const { at, time } = pointAtDistance(distances, stamp * spacing);
    drawStamp(
      list,
      trail,
      { time, t },
      {
        at: viewport.toScreen(at),
        scale: trail.scalePx * tweenAt(trail.size, time),
        alpha: Math.min(1, 1 - (t - time) / lifetime) * exposedFraction(motionBlur, time, t),
        additive: true,
      },
    );
  }
}

interface Stamp {
  readonly at: ScreenPoint;
  readonly scale: number;
  readonly alpha: number;
  readonly additive: true | undefined;
}

/** Draws one stamp, in the colour and size of its time. There are hundreds of them, so no look is copied. */
function drawStamp(list: DisplayList, trail: Trail, { time, t }: { time: Millis; t: Millis }, stamp: Stamp): void {
  const { image } = trail.element.frames[0];
  const tint = trail.rainbowMs === null ? undefined : rainbow(time / trail.clockRate / trail.rainbowMs);
  const scale = stamp.scale * comboGrowth(trail.comboEffect, time);
  const alpha = stamp.alpha * comboAlpha(trail.comboEffect, t);
  const rotation = trail.rotationMs === null ? undefined : rotationAt(time / trail.clockRate, trail.rotationMs);
  // A stamp never moves and is blurred, so drawing it on whole pixels is not visible.
  list.sprite(image, { at: stamp.at, scale, alpha, tint, rotation, additive: stamp.additive, still: true });
  if (!trail.hasGlow) return;
  const light = {
    at: stamp.at,
    scale: scale * glow.scale,
    alpha: alpha * glow.alpha,
    tint,
    rotation,
    additive: true,
    still: true,
  };
  list.sprite(image, light);
}

/** The angle of something that turns constantly, at a real time. */
export function rotationAt(realMs: number, turnMs: number): number {
  return ((realMs % turnMs) / turnMs) * 2 * Math.PI;
}
