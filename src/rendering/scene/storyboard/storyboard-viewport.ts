import { parallaxZoom } from '../background/parallax.ts';
import type { ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { Viewport } from '../viewport.ts';

/** Where a storyboard lies on the screen: its units are those of the window, without the playfield's shift. */
export interface Frame {
  /** Screen pixels a storyboard unit. */
  readonly unitPx: number;
  /** The middle of the storyboard, at 320, 240. */
  readonly middle: ScreenPoint;
  /** The part of the screen in which it is seen. */
  readonly window: ScreenRect;
  /** What lies left and right of the window; empty where there is nothing. */
  readonly sides: readonly ScreenRect[];
}

/** Storyboards are made for screens of 4:3, or for wide ones, and are cut off where theirs ends. */
const widths = { narrow: 640, wide: (480 * 16) / 9 };
const middleX = 320;
const middleY = 240;

export function frameOf(viewport: Viewport, isWide: boolean): Frame {
  const { widthPx, heightPx, osuPx } = viewport;
  const width = Math.min(widthPx, Math.round((isWide ? widths.wide : widths.narrow) * osuPx));
  const left = Math.round((widthPx - width) / 2);
  const right = widthPx - left - width;
  return {
    unitPx: osuPx,
    middle: { x: widthPx / 2, y: heightPx / 2 },
    window: { left, top: 0, width, height: heightPx },
    sides: [
      { left: 0, top: 0, width: left, height: heightPx },
      { left: left + width, top: 0, width: right, height: heightPx },
    ].filter((side) => side.width > 0),
  };
}

/**
 * The same with everything moved and a little larger, as the background is; the window stays. By whole pixels, or what
 * stands still would be put on whole pixels each in its own time, and tremble.
 */
export function shifted(frame: Frame, { x, y }: ScreenPoint): Frame {
  const middle = { x: frame.middle.x + Math.round(x), y: frame.middle.y + Math.round(y) };
  return { ...frame, unitPx: frame.unitPx * parallaxZoom, middle };
}

export function toScreen({ unitPx, middle }: Frame, x: number, y: number): ScreenPoint {
  return { x: middle.x + (x - middleX) * unitPx, y: middle.y + (y - middleY) * unitPx };
}
