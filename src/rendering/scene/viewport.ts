import type { OsuPoint } from '../../game/units.ts';
import type { ScreenPoint } from './display-list/display-list.ts';

/**
 * The frame's geometry. Three scales share it: the playfield in osu! pixels, and the 480-unit-high window around it
 * that storyboards use, both with `osuPx` screen pixels per unit; and the HUD in skin pixels, 768 to the height.
 */
export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Screen pixels per osu! pixel. */
  readonly osuPx: number;
  /** Screen pixels per skin pixel of the HUD and the cursor. */
  readonly uiPx: number;
  /** The HUD's size in skin pixels; its height is 768, or more if the frame is taller than wide. */
  readonly uiWidth: number;
  readonly uiHeight: number;
  /** The playfield's top left corner, in screen pixels. */
  readonly left: number;
  readonly top: number;
  /** The screen position of a playfield point. */
  toScreen(point: OsuPoint): ScreenPoint;
  /** The screen position of a HUD point, in skin pixels from the top left. */
  ui(x: number, y: number): ScreenPoint;
}

const standardUiHeight = 768;

/** The game draws the playfield eight units below the centre. */
const playfieldShift = 8;

/** Fits playfield and HUD into a frame size. */
export function createViewport(size: { width: number; height: number }): Viewport {
  const { width, height } = size;
  // Frames narrower than 4:3 are fitted by their width.
  const isNarrow = width * 3 < height * 4;
  const osuPx = isNarrow ? width / 640 : height / 480;
  const uiPx = (osuPx * 480) / standardUiHeight;
  return {
    widthPx: width,
    heightPx: height,
    osuPx,
    uiPx,
    uiWidth: width / uiPx,
    uiHeight: isNarrow ? height / uiPx : standardUiHeight,
    left: (width - 512 * osuPx) / 2,
    top: (height - 384 * osuPx) / 2 + playfieldShift * osuPx,
    toScreen,
    ui,
  };
}

// All viewports share these two functions, so that the engine's compiled code serves every render.

function toScreen(this: Viewport, { x, y }: OsuPoint): ScreenPoint {
  return { x: this.left + x * this.osuPx, y: this.top + y * this.osuPx };
}

function ui(this: Viewport, x: number, y: number): ScreenPoint {
  return { x: x * this.uiPx, y: y * this.uiPx };
}

/** A viewport whose HUD has the standard height, centred vertically in a taller frame. */
export function withCentredUi(viewport: Viewport): Viewport {
  const offset = (viewport.uiHeight - standardUiHeight) / 2;
  return { ...viewport, uiHeight: standardUiHeight, ui: (x, y) => viewport.ui(x, y + offset) };
}
