import type { Millis } from '../../../game/units.ts';
import { type CursorPath, cursorPath, laggingAt } from '../cursor/index.ts';
import type { ScreenPoint } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';

/** What lies behind the play follows the cursor a little, and lags behind it. */
export interface Parallax {
  readonly way: CursorPath;
  readonly viewport: Viewport;
  readonly lag: Millis;
}

/** Of the screen's size, from one end of the way to the other. */
const amount = 0.04;
const lagMs = 120;

/** How much larger a picture has to be to have its edges out of sight wherever the cursor is. */
export const parallaxZoom = 1 + amount;

export function createParallax({ replay, play, viewport }: Pick<SceneInput, 'replay' | 'play' | 'viewport'>): Parallax {
  return { way: cursorPath(replay, play.map), viewport, lag: lagMs * play.map.clockRate };
}

export function shiftAt({ way, viewport, lag }: Parallax, t: Millis): ScreenPoint {
  const { x, y } = viewport.toScreen(laggingAt(way, lag, t));
  return { x: shifted(x, viewport.widthPx), y: shifted(y, viewport.heightPx) };
}

function shifted(at: number, size: number): number {
  return (Math.min(size, Math.max(0, at)) - size / 2) * amount;
}
