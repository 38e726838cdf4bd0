import type { DisplayList, ImageName, ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { Viewport } from '../viewport.ts';
import { parallaxZoom } from './parallax.ts';

/** A picture behind everything. */
export interface Backdrop {
  readonly image: ImageName;
  readonly width: number;
  readonly height: number;
  readonly alpha?: number;
  /** Its pixels change from frame to frame: a copy made at the size it has on the screen would not be used again. */
  readonly moves?: boolean;
  /** How much of its own light it has, 0 to 1. */
  readonly light: number;
  /** The part of the screen to fill; all of it unless said. */
  readonly part?: ScreenRect;
  /** How far from its place it is; it is larger then, so that its edges stay out of sight. */
  readonly shift?: ScreenPoint;
}

/** Fills the screen with a picture, cut where it does not fit. */
export function drawBackdrop(list: DisplayList, { widthPx, heightPx }: Viewport, backdrop: Backdrop): void {
  const { image, alpha, part, shift } = backdrop;
  const cover = Math.max(widthPx / backdrop.width, heightPx / backdrop.height);
  const scale = shift ? movedScale(cover * parallaxZoom) : cover;
  const width = backdrop.width * scale;
  const height = backdrop.height * scale;
  const shade = 255 * backdrop.light;
  const { x: right, y: down } = shift ?? { x: 0, y: 0 };
  const crop = part && {
    left: (part.left - right + (width - widthPx) / 2) / width,
    top: (part.top - down + (height - heightPx) / 2) / height,
    width: part.width / width,
    height: part.height / height,
  };
  list.sprite(image, {
    at: { x: widthPx / 2 + right, y: heightPx / 2 + down },
    scale,
    tint: { r: shade, g: shade, b: shade },
    // Steps of whole pixels are too small to be seen in what follows a cursor, and cost half as much.
    still: scale === 1 || (!shift && !backdrop.moves),
    ...(alpha !== undefined && { alpha }),
    ...(crop && { crop }),
  });
}

/** A picture made for it is larger by less than a pixel, and best drawn as it is. */
function movedScale(wanted: number): number {
  return wanted < 1 && wanted > 1 - 1 / 256 ? 1 : wanted;
}
