import type { Millis } from '../../game/units.ts';
import { type CursorWay, laggingAt, wayOf } from './cursor/index.ts';
import type { ScreenPoint } from './display-list.ts';
import type { ShowInput } from './show.ts';
import type { Stage } from './stage.ts';

/** What lies behind the play follows the cursor a little, and lags behind it. */
export interface Parallax {
  readonly way: CursorWay;
  readonly stage: Stage;
  readonly lag: Millis;
}

/** Of the screen's size, from one end of the way to the other. */
const amount = 0.04;
const lagMs = 120;

/** How much larger a picture has to be to have its edges out of sight wherever the cursor is. */
export const parallaxZoom = 1 + amount;

export function createParallax({ replay, play, stage }: Pick<ShowInput, 'replay' | 'play' | 'stage'>): Parallax {
  return { way: wayOf(replay, play.map), stage, lag: lagMs * play.map.clockRate };
}

export function shiftAt({ way, stage, lag }: Parallax, t: Millis): ScreenPoint {
  const { x, y } = stage.toScreen(laggingAt(way, lag, t));
  return { x: shifted(x, stage.widthPx), y: shifted(y, stage.heightPx) };
}

function shifted(at: number, size: number): number {
  return (Math.min(size, Math.max(0, at)) - size / 2) * amount;
}
