import { parallaxZoom } from '../background/parallax.ts';
import type { ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { Viewport } from '../viewport.ts';

/** Where a storyboard lies on the screen. Its units are osu! pixels, without the playfield's vertical offset. */
export interface StoryboardViewport {
  /** Screen pixels per storyboard unit. */
  readonly unitPx: number;
  /** The storyboard's centre (320, 240) in screen pixels. */
  readonly middle: ScreenPoint;
  /** The part of the screen in which the storyboard is visible. */
  readonly window: ScreenRect;
  /** The areas left and right of the window; empty if the window fills the screen. */
  readonly sides: readonly ScreenRect[];
}

/** Storyboards are made for 4:3 or for widescreen and are cropped to that width. */
const widths = { narrow: 640, wide: (480 * 16) / 9 };
const middleX = 320;
const middleY = 240;

/** Fits a 4:3 or widescreen storyboard into the viewport. */
export function createStoryboardViewport(viewport: Viewport, isWide: boolean): StoryboardViewport {
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
 * The viewport with parallax: shifted and enlarged like the background, with the same window. The shift is in whole
 * pixels, or still sprites would snap to pixels at different times and jitter.
 */
export function shiftStoryboardViewport(viewport: StoryboardViewport, { x, y }: ScreenPoint): StoryboardViewport {
  const middle = { x: viewport.middle.x + Math.round(x), y: viewport.middle.y + Math.round(y) };
  return { ...viewport, unitPx: viewport.unitPx * parallaxZoom, middle };
}

/** The screen position of a point in storyboard units. */
export function toScreen({ unitPx, middle }: StoryboardViewport, x: number, y: number): ScreenPoint {
  return { x: middle.x + (x - middleX) * unitPx, y: middle.y + (y - middleY) * unitPx };
}
