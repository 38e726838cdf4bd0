import type { OsuPoint } from '../../game/units.ts';
import type { ScreenPoint } from './display-list/display-list.ts';

/**
 * The picture's geometry. Three scales share the screen: the playfield in osu! pixels and the 480 units high window
 * around it, which storyboards use, both `osuPx` screen pixels a unit; and skin pixels, 768 to the height, for the HUD.
 */
export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Screen pixels an osu! pixel. */
  readonly osuPx: number;
  /** Screen pixels a skin pixel of the HUD and the cursor. */
  readonly uiPx: number;
  /** The HUD's width and height in skin pixels; the height is 768, and more where the picture is higher than wide. */
  readonly uiWidth: number;
  readonly uiHeight: number;
  /** Where the playfield begins, in screen pixels. */
  readonly left: number;
  readonly top: number;
  /** Where a point of the playfield lies on the screen. */
  toScreen(point: OsuPoint): ScreenPoint;
  /** Where a point of the HUD, in skin pixels from the top left, lies on the screen. */
  ui(x: number, y: number): ScreenPoint;
}

const usualHeight = 768;

/** The game shows the playfield eight units below the middle. */
const playfieldShift = 8;

export function createViewport(size: { width: number; height: number }): Viewport {
  const { width, height } = size;
  // Pictures narrower than 4:3 are fitted by their width.
  const isNarrow = width * 3 < height * 4;
  const osuPx = isNarrow ? width / 640 : height / 480;
  const uiPx = (osuPx * 480) / usualHeight;
  return {
    widthPx: width,
    heightPx: height,
    osuPx,
    uiPx,
    uiWidth: width / uiPx,
    uiHeight: isNarrow ? height / uiPx : usualHeight,
    left: (width - 512 * osuPx) / 2,
    top: (height - 384 * osuPx) / 2 + playfieldShift * osuPx,
    toScreen,
    ui,
  };
}

// All stages have the same two functions, and so what the engine has compiled for one show serves the next.

function toScreen(this: Viewport, { x, y }: OsuPoint): ScreenPoint {
  return { x: this.left + x * this.osuPx, y: this.top + y * this.osuPx };
}

function ui(this: Viewport, x: number, y: number): ScreenPoint {
  return { x: x * this.uiPx, y: y * this.uiPx };
}

/** The same for what is laid out for the usual height, and lies in the middle of what is higher. */
export function inTheMiddle(viewport: Viewport): Viewport {
  const above = (viewport.uiHeight - usualHeight) / 2;
  return { ...viewport, uiHeight: usualHeight, ui: (x, y) => viewport.ui(x, y + above) };
}
