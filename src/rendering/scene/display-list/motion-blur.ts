import type { Millis } from '../../../game/units.ts';
import { clamp01 } from '../animation/easing.ts';
import type { Viewport } from '../viewport.ts';
import {
  type DisplayList,
  type ImageName,
  type ScreenPoint,
  type SpriteLook,
  type Sprites,
  spritesOf,
} from './display-list.ts';

/** How much motion one frame covers. */
export interface MotionBlur {
  readonly viewport: Viewport;
  /** The song time that one frame covers, half of it before the frame's time and half after; 0 draws sharp frames. */
  readonly exposure: Millis;
}

/** The distance between two samples of a moving image, as a fraction of the frame height: two and a half pixels of 1080. */
const sampleSpacing = 1 / 432;
/**
 * The same for an image that grows, in pixels of its own: its lines grow with it. They are thicker than this, so a thin ring
 * does not become several.
 */
const ownSpacing = 2.25;
/** An image that grows is drawn once if its edge moves by no more than this fraction, five pixels of 1080. */
const minGrowth = 1 / 216;
const maxSamples = 64;
/**
 * An image that grows is scaled anew for every sample. Their number is limited so that together they fill the screen
 * about once, but not below this.
 */
const minSamplesForLarge = 8;
/** The number of moments of something that changes in steps, such as a rolling number. */
const steppedMoments = 16;
/** The minimum number of samples of something that appears or disappears within the exposure. */
const minSamplesForChange = 4;

/**
 * Draws sprites that move as a group: once if they stand still or there is no exposure, otherwise at as many positions
 * along their path as needed for an even streak. They keep the look they have at t. A position is null while they do
 * not exist.
 */
export function drawMovingSprites(
  list: DisplayList,
  motionBlur: MotionBlur,
  { t, positionAt }: { readonly t: Millis; readonly positionAt: (time: Millis) => ScreenPoint | null },
  draw: (sprites: Sprites, at: ScreenPoint) => void,
): void {
  if (motionBlur.exposure === 0) {
    const at = positionAt(t);
    if (at) draw(list, at);
    return;
  }
  const start = positionAt(sampleTime(motionBlur, t, 0));
  const middle = positionAt(t);
  const end = positionAt(sampleTime(motionBlur, t, 1));
  const movedPx = distance(start, middle) + distance(middle, end);
  const count = sampleCount(motionBlur, movedPx, {
    max: maxSamples,
    appearsOrDisappears: !start !== !end,
  });
  const at = middle ?? start ?? end;
  if (!at) return;
  if (count > 1) {
    const path = sampleFractions(count).map((fraction) => positionAt(sampleTime(motionBlur, t, fraction)));
    list.streak(
      spritesOf((sprites) => draw(sprites, at)),
      path.map((position) => position && { x: position.x - at.x, y: position.y - at.y }),
    );
  } else if (middle) draw(list, middle);
}

/**
 * Draws an image that moves, scales or rotates, in the same way; if it moves much further than it grows, at the scale it has
 * at t. It extends `reach` of its own pixels from its position. A look is null while it does not exist.
 */
export function drawMovingImage(
  list: DisplayList,
  motionBlur: MotionBlur,
  { t, image, reach }: { readonly t: Millis; readonly image: ImageName; readonly reach: number },
  lookAt: (time: Millis) => SpriteLook | null,
): void {
  if (motionBlur.exposure === 0) {
    const look = lookAt(t);
    if (look) list.sprite(image, look);
    return;
  }
  const start = lookAt(sampleTime(motionBlur, t, 0));
  const middle = lookAt(t);
  const end = lookAt(sampleTime(motionBlur, t, 1));
  const { widthPx, heightPx } = motionBlur.viewport;
  const edgePx = reach * (edgeMovementPx(start, middle) + edgeMovementPx(middle, end));
  const shiftPx = distance(start?.at, middle?.at) + distance(middle?.at, end?.at);
  // The growth of a ring that follows a fast ball hardly shows, and a streak takes less time to draw.
  if (start && middle && end && edgePx < Math.max(shiftPx, sampleSpacing * heightPx) / 2) {
    const positionAt = (time: Millis) => lookAt(time)?.at ?? null;
    drawMovingSprites(list, motionBlur, { t, positionAt }, (sprites, at) => sprites.sprite(image, { ...middle, at }));
    return;
  }
  const movedPx = edgePx + shiftPx;
  const scales = [start, middle, end].flatMap((look) => (look ? [Math.abs(look.scale)] : []));
  const sizePx = 2 * reach * Math.max(...scales);
  const samplesToFill = Math.floor((widthPx * heightPx) / (sizePx * sizePx));
  const max = Math.min(maxSamples, Math.max(minSamplesForLarge, samplesToFill));
  const appearsOrDisappears = !start !== !end;
  const blurredPx = movedPx > minGrowth * heightPx ? movedPx : 0;
  const count = sampleCount(motionBlur, blurredPx, { scale: Math.min(...scales), max, appearsOrDisappears });
  if (count > 1) {
    const looks = sampleFractions(count).map((fraction) => lookAt(sampleTime(motionBlur, t, fraction)));
    list.motion(image, looks);
  } else if (middle) list.sprite(image, middle);
}

/** The time whose mean speed a rotating image is blurred with. */
const rotationWindow: Millis = 200;

/**
 * Draws an image that rotates around its centre, once, with its blur as the sweep. The cursor of a recorded play moves in
 * steps, so that the speed of each exposure is another one, and each would need a copy of the image: the speed is the mean of
 * a longer time. The image extends `reach` of its own pixels from its position.
 */
export function drawRotatingImage(
  list: DisplayList,
  { exposure, viewport }: MotionBlur,
  { t, image, reach, look }: { t: Millis; image: ImageName; reach: number; look: SpriteLook },
  angleAt: (time: Millis) => number,
): void {
  const turned = Math.abs(angleAt(t + rotationWindow / 2) - angleAt(t - rotationWindow / 2));
  const sweep = (turned / rotationWindow) * exposure;
  const isBlurred = sweep * reach * Math.abs(look.scale) >= (sampleSpacing * viewport.heightPx) / 2;
  list.sprite(image, { ...look, rotation: angleAt(t), sweep: isBlurred ? sweep : undefined });
}

/** The times at which something is examined that changes in steps; only t without exposure. */
export function momentsOf(motionBlur: MotionBlur, t: Millis): readonly Millis[] {
  return motionBlur.exposure === 0
    ? [t]
    : sampleFractions(steppedMoments).map((fraction) => sampleTime(motionBlur, t, fraction));
}

/** The fraction of the exposure around t in which something exists that appeared at `since`. */
export function exposedFraction({ exposure }: MotionBlur, since: Millis, t: Millis): number {
  return exposure === 0 ? 1 : clamp01((t + exposure / 2 - since) / exposure);
}

/** The time at a fraction of the exposure around t. */
function sampleTime({ exposure }: MotionBlur, t: Millis, fraction: number): Millis {
  return t + (fraction - 0.5) * exposure;
}

/** The centres of `count` equal parts of the exposure, by `count`: every frame needs some of these lists. */
const fractionsByCount = Array.from({ length: maxSamples + 1 }, (_, count) =>
  Array.from({ length: count }, (_, i) => (i + 0.5) / count),
);

function sampleFractions(count: number): readonly number[] {
  return fractionsByCount[count] ?? [];
}

function sampleCount(
  { viewport }: MotionBlur,
  movedPx: number,
  { scale = 0, max, appearsOrDisappears }: { scale?: number; max: number; appearsOrDisappears: boolean },
): number {
  const spacingPx = Math.max(sampleSpacing * viewport.heightPx, ownSpacing * scale);
  const samples = Math.min(max, Math.ceil(movedPx / spacingPx));
  return Math.max(appearsOrDisappears ? minSamplesForChange : 1, samples);
}

function distance(from?: ScreenPoint | null, to?: ScreenPoint | null): number {
  return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
}

/** How far, in screen pixels, a point one image pixel from the position moves by scaling and rotation. */
function edgeMovementPx(from?: SpriteLook | null, to?: SpriteLook | null): number {
  if (!from || !to) return 0;
  const angle = Math.abs((to.rotation ?? 0) - (from.rotation ?? 0));
  return Math.abs(to.scale - from.scale) + Math.abs(to.scale) * angle;
}
