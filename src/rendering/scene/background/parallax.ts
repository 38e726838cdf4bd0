import type { Millis } from '../../../game/units.ts';
import { type CursorPath, createCursorPath, delayedCursorAt } from '../cursor/index.ts';
import type { ScreenPoint } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';

/** The background follows the cursor by a small part of its movement, with a lag. */
export interface Parallax {
  readonly path: CursorPath;
  readonly viewport: Viewport;
  readonly lag: Millis;
}

/** The shift from one screen edge to the other, as a fraction of the screen size. */
const shiftFraction = 0.04;
const lagMs = 120;

/** How much an image is enlarged so that its edges stay outside the screen at any shift. */
export const parallaxZoom = 1 + shiftFraction;

/** Prepares the shift of the background for this replay. */
export function createParallax({ replay, play, viewport }: Pick<SceneInput, 'replay' | 'play' | 'viewport'>): Parallax {
  return { path: createCursorPath(replay, play.map), viewport, lag: lagMs * play.map.clockRate };
}

/** The offset of the background from its centre, in screen pixels. */
export function parallaxShift({ path, viewport, lag }: Parallax, t: Millis): ScreenPoint {
  const { x, y } = viewport.toScreen(delayedCursorAt(path, lag, t));
  return { x: shiftAlong(x, viewport.widthPx), y: shiftAlong(y, viewport.heightPx) };
}

function shiftAlong(at: number, size: number): number {
  return (Math.min(size, Math.max(0, at)) - size / 2) * shiftFraction;
}
