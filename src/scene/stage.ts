import type { OsuPoint } from '../osu/units.ts';
import type { ScreenPoint } from './display-list.ts';

/**
 * The picture's geometry. Three scales share the screen: the playfield in osu! pixels and the 480 units high window
 * around it, which storyboards use, both `osuPx` screen pixels a unit; and skin pixels, 768 to the height, for the HUD.
 */
export interface Stage {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Screen pixels an osu! pixel. */
  readonly osuPx: number;
  /** Screen pixels a skin pixel of the HUD and the cursor. */
  readonly uiPx: number;
  /** The HUD's width and height in skin pixels; the height is 768, and more where the picture is higher than wide. */
  readonly uiWidth: number;
  readonly uiHeight: number;
  /** Where a point of the playfield lies on the screen. */
  toScreen(point: OsuPoint): ScreenPoint;
  /** Where a point of the HUD, in skin pixels from the top left, lies on the screen. */
  ui(x: number, y: number): ScreenPoint;
}

const usualHeight = 768;

/** The game shows the playfield eight units below the middle. */
const playfieldShift = 8;

export function createStage(size: { width: number; height: number }): Stage {
  const { width, height } = size;
  // Pictures narrower than 4:3 are fitted by their width.
  const isNarrow = width * 3 < height * 4;
  const osuPx = isNarrow ? width / 640 : height / 480;
  const uiPx = (osuPx * 480) / usualHeight;
  const left = (width - 512 * osuPx) / 2;
  const top = (height - 384 * osuPx) / 2 + playfieldShift * osuPx;
  return {
    widthPx: width,
    heightPx: height,
    osuPx,
    uiPx,
    uiWidth: width / uiPx,
    uiHeight: isNarrow ? height / uiPx : usualHeight,
    toScreen: ({ x, y }) => ({ x: left + x * osuPx, y: top + y * osuPx }),
    ui: (x, y) => ({ x: x * uiPx, y: y * uiPx }),
  };
}

/** The same for what is laid out for the usual height, and lies in the middle of what is higher. */
export function inTheMiddle(stage: Stage): Stage {
  const above = (stage.uiHeight - usualHeight) / 2;
  return { ...stage, uiHeight: usualHeight, ui: (x, y) => stage.ui(x, y + above) };
}
