import type { DisplayList, ImageName, ScreenRect } from './display-list.ts';
import type { Stage } from './stage.ts';

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
}

/** Fills the screen with a picture, cut where it does not fit. */
export function drawBackdrop(list: DisplayList, { widthPx, heightPx }: Stage, backdrop: Backdrop): void {
  const { image, alpha, part } = backdrop;
  const scale = Math.max(widthPx / backdrop.width, heightPx / backdrop.height);
  const width = backdrop.width * scale;
  const height = backdrop.height * scale;
  const shade = 255 * backdrop.light;
  const crop = part && {
    left: (part.left + (width - widthPx) / 2) / width,
    top: (part.top + (height - heightPx) / 2) / height,
    width: part.width / width,
    height: part.height / height,
  };
  list.sprite(image, {
    at: { x: widthPx / 2, y: heightPx / 2 },
    scale,
    tint: { r: shade, g: shade, b: shade },
    still: !backdrop.moves || scale === 1,
    ...(alpha !== undefined && { alpha }),
    ...(crop && { crop }),
  });
}
