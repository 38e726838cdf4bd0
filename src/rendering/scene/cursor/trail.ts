import type { Millis } from '../../../game/units.ts';
import { rainbow } from '../animation/rainbow.ts';
import { type Tween, tweenAt } from '../animation/tween.ts';
import type { DisplayList, ScreenPoint } from '../display-list/display-list.ts';
import { type Camera, shareSeen } from '../display-list/motion-blur.ts';
import type { DrawnElement } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';
import { type ComboLook, comboAlpha, comboGrowth } from './combo-look.ts';
import { cursorAt } from './cursor-path.ts';
import { type Distances, distanceAt, placeAt } from './distances.ts';

/** What the cursor leaves behind. Skins with a `cursormiddle` have a long unbroken one, others a row of fading stamps. */
export interface Trail {
  readonly distances: Distances;
  readonly art: DrawnElement;
  readonly viewport: Viewport;
  readonly camera: Camera;
  /** Screen pixels to a pixel of the skin's pictures. */
  readonly px: number;
  readonly clockRate: number;
  readonly size: Tween;
  readonly comboLook: ComboLook;
  /** Stamps for every one there would be. */
  readonly density: number;
  /** Real milliseconds once around the rainbow; null: as the skin has it. */
  readonly rainbowMs: number | null;
  /** Light around it, besides itself. */
  readonly glows: boolean;
  /** Osu! pixels between the stamps of a long one; null for a short one. */
  readonly spacing: number | null;
}

const stampMs = 1000 / 60;
const shortMs = 150;
const longMs = 500;
/** A stamp lies this part of its width from the next. */
const stampsAWidth = 2.5;
/** Of a cursor that jumps about madly, only the freshest stamps are drawn. */
const mostStamps = 400;
const glow = { scale: 2.5, alpha: 0.15 };

export function createTrail({ long, ...trail }: Omit<Trail, 'spacing'> & { readonly long: boolean }): Trail {
  const width = (trail.art.frames[0].width * trail.px) / trail.viewport.osuPx;
  return { ...trail, spacing: long ? Math.max(width / stampsAWidth, 1) / trail.density : null };
}

export function drawTrail(list: DisplayList, trail: Trail, t: Millis): void {
  if (trail.spacing === null) drawShort(list, trail, t);
  else drawLong(list, trail, trail.spacing, t);
}

function drawShort(list: DisplayList, trail: Trail, t: Millis): void {
  const { viewport, camera, clockRate } = trail;
  const { way } = trail.distances;
  const step = (stampMs * clockRate) / trail.density;
  const life = shortMs * clockRate;
  for (let stamp = Math.ceil((t - life) / step); stamp * step <= t + camera.exposure / 2; stamp++) {
    const time = stamp * step;
    const place = cursorAt(way, time);
    if (place === null || time < way.times[0]!) continue;
    const alpha = Math.min(1, 1 - (t - time) / life) * shareSeen(camera, time, t);
    drawStamp(list, trail, { time, t }, { at: viewport.toScreen(place), scale: trail.px, alpha, additive: undefined });
  }
}

function drawLong(list: DisplayList, trail: Trail, spacing: number, t: Millis): void {
  const { viewport, camera, distances } = trail;
  const life = longMs * trail.clockRate;
  const last = Math.floor(distanceAt(distances, t + camera.exposure / 2) / spacing);
  const most = Math.ceil(mostStamps * trail.density);
  const first = Math.max(Math.ceil(distanceAt(distances, t - life) / spacing), last - most + 1, 1);
  for (let stamp = first; stamp <= last; stamp++) {
    const { at, time } = placeAt(distances, stamp * spacing);
    drawStamp(
      list,
      trail,
      { time, t },
      {
        at: viewport.toScreen(at),
        scale: trail.px * tweenAt(trail.size, time),
        alpha: Math.min(1, 1 - (t - time) / life) * shareSeen(camera, time, t),
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

/** What was laid at a time keeps the colour and the size it had then. There are hundreds of them: no look is copied. */
function drawStamp(list: DisplayList, trail: Trail, { time, t }: { time: Millis; t: Millis }, stamp: Stamp): void {
  const { image } = trail.art.frames[0];
  const tint = trail.rainbowMs === null ? undefined : rainbow(time / trail.clockRate / trail.rainbowMs);
  const scale = stamp.scale * comboGrowth(trail.comboLook, time);
  const alpha = stamp.alpha * comboAlpha(trail.comboLook, t);
  // It stays where it was laid, and blurred as it is nobody sees it lie on whole pixels.
  list.sprite(image, { at: stamp.at, scale, alpha, tint, additive: stamp.additive, still: true });
  if (!trail.glows) return;
  const light = {
    at: stamp.at,
    scale: scale * glow.scale,
    alpha: alpha * glow.alpha,
    tint,
    additive: true,
    still: true,
  };
  list.sprite(image, light);
}
