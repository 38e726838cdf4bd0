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

/** How pictures are taken of what moves. */
export interface Camera {
  readonly viewport: Viewport;
  /** For how long, in song milliseconds, half of them before the picture's time and half after it; 0 for an instant. */
  readonly exposure: Millis;
}

/** So much of the picture's height lies between two moments of what moves: two pixels of 1080. */
const spacing = 1 / 540;
const mostMoments = 64;
/** What grows is drawn anew each time: so often that it fills the screen once, but not less than that. */
const leastForLarge = 8;
/** What comes or goes meanwhile is seen in parts of so many. */
const momentsOfChange = 4;

/**
 * Draws something that moves as a whole: once where it stands still or is seen for an instant, else at as many places of
 * its way as it takes to look like one streak. It keeps the look it has at t. A place is null while it is not there.
 */
export function drawGliding(
  list: DisplayList,
  camera: Camera,
  { t, placeAt }: { readonly t: Millis; readonly placeAt: (time: Millis) => ScreenPoint | null },
  draw: (sprites: Sprites, at: ScreenPoint) => void,
): void {
  if (camera.exposure === 0) {
    const at = placeAt(t);
    if (at) draw(list, at);
    return;
  }
  const [start, middle, end] = [0, 0.5, 1].map((share) => placeAt(momentOf(camera, t, share)));
  const movedPx = distance(start, middle) + distance(middle, end);
  const count = momentsFor(camera, movedPx, { most: mostMoments, comesOrGoes: !start !== !end });
  const at = middle ?? start ?? end;
  if (!at) return;
  if (count > 1) {
    const path = evenly(count).map((share) => placeAt(momentOf(camera, t, share)));
    list.streak(
      spritesOf((sprites) => draw(sprites, at)),
      path.map((place) => place && { x: place.x - at.x, y: place.y - at.y }),
    );
  } else if (middle) draw(list, middle);
}

/**
 * Draws a picture that moves, grows or turns, in the same way. It reaches `reach` of its own pixels from its place.
 * A look is null while it is not there.
 */
export function drawMoving(
  list: DisplayList,
  camera: Camera,
  { t, image, reach }: { readonly t: Millis; readonly image: ImageName; readonly reach: number },
  lookAt: (time: Millis) => SpriteLook | null,
): void {
  if (camera.exposure === 0) {
    const look = lookAt(t);
    if (look) list.sprite(image, look);
    return;
  }
  const [start, middle, end] = [0, 0.5, 1].map((share) => lookAt(momentOf(camera, t, share)));
  const { widthPx, heightPx } = camera.viewport;
  const turnedPx = reach * (turnedBy(start, middle) + turnedBy(middle, end));
  if (start && middle && end && turnedPx < (spacing * heightPx) / 2) {
    const placeAt = (time: Millis) => lookAt(time)?.at ?? null;
    drawGliding(list, camera, { t, placeAt }, (sprites, at) => sprites.sprite(image, { ...middle, at }));
    return;
  }
  if (start && middle && end && onlyTurns(start, end)) {
    const [from, to] = [start.rotation ?? 0, end.rotation ?? 0];
    list.sprite(image, { ...middle, rotation: (from + to) / 2, sweep: Math.abs(to - from) });
    return;
  }
  const movedPx = turnedPx + distance(start?.at, middle?.at) + distance(middle?.at, end?.at);
  const sizePx = 2 * reach * Math.max(...[start, middle, end].map((look) => Math.abs(look?.scale ?? 0)));
  const filling = Math.floor((widthPx * heightPx) / (sizePx * sizePx));
  const most = Math.min(mostMoments, Math.max(leastForLarge, filling));
  const count = momentsFor(camera, movedPx, { most, comesOrGoes: !start !== !end });
  if (count > 1) {
    const looks = evenly(count).map((share) => lookAt(momentOf(camera, t, share)));
    list.motion(image, looks);
  } else if (middle) list.sprite(image, middle);
}

/** The part of the exposure around t in which something is seen that has been there since a time. */
export function shareSeen({ exposure }: Camera, since: Millis, t: Millis): number {
  return exposure === 0 ? 1 : clamp01((t + exposure / 2 - since) / exposure);
}

/** The time when a part of the exposure around t is over. */
function momentOf({ exposure }: Camera, t: Millis, share: number): Millis {
  return t + (share - 0.5) * exposure;
}

/** The middles of so many equal parts. */
function evenly(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i + 0.5) / count);
}

function momentsFor(
  { viewport }: Camera,
  movedPx: number,
  { most, comesOrGoes }: { readonly most: number; readonly comesOrGoes: boolean },
): number {
  const moments = Math.min(most, Math.ceil(movedPx / (spacing * viewport.heightPx)));
  return Math.max(comesOrGoes ? momentsOfChange : 1, moments);
}

function distance(from?: ScreenPoint | null, to?: ScreenPoint | null): number {
  return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
}

/** Whether it turns about its middle and does nothing else. */
function onlyTurns(from: SpriteLook, to: SpriteLook): boolean {
  return from.scale === to.scale && distance(from.at, to.at) === 0 && !from.origin;
}

/** How far a point comes that lies one pixel of the picture from its place, in screen pixels. */
function turnedBy(from?: SpriteLook | null, to?: SpriteLook | null): number {
  if (!from || !to) return 0;
  const turned = Math.abs((to.rotation ?? 0) - (from.rotation ?? 0));
  return Math.abs(to.scale - from.scale) + Math.abs(to.scale) * turned;
}
