import type { DisplayList, ImageName, ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import type { Viewport } from '../viewport.ts';
import { parallaxZoom } from './parallax.ts';

/** An image that covers the viewport or a part of it, cropped where its aspect ratio differs. */
export interface CoverImage {
  readonly image: ImageName;
  readonly width: number;
  readonly height: number;
  readonly alpha?: number;
  /** The pixels change every frame, so the compositor should not cache a copy scaled to the viewport. */
  readonly isVideo?: boolean;
  /** 0 black to 1 unchanged. */
  readonly brightness: number;
  /** The part of the viewport to fill; all of it by default. */
  readonly area?: ScreenRect | undefined;
  /** The window in the middle of the viewport that the image covers; all of it by default. */
  readonly window?: ScreenRect | undefined;
  /** Fits the width, even if the image then does not cover the height. */
  readonly fitsWidth?: boolean;
  /** The parallax offset; null without parallax. A shifted image is enlarged so that its edges stay outside. */
  readonly shift: ScreenPoint | null;
}

/** Draws an image scaled to cover the viewport, or its window. */
export function drawCoverImage(list: DisplayList, { widthPx, heightPx }: Viewport, cover: CoverImage): void {
  const { image, alpha, shift, isVideo, window } = cover;
  const windowWidth = window?.width ?? widthPx;
  const coverScale = Math.max(windowWidth / cover.width, cover.fitsWidth ? 0 : heightPx / cover.height);
  const scale = shift ? snappedScale(coverScale * parallaxZoom) : coverScale;
  const width = cover.width * scale;
  const height = cover.height * scale;
  const shade = 255 * cover.brightness;
  const { x: right, y: down } = shift ?? { x: 0, y: 0 };
  const area = cover.area ?? (width > windowWidth + maxRoundingPx ? window : undefined);
  const crop = area && {
    left: (area.left - right + (width - widthPx) / 2) / width,
    top: (area.top - down + (height - heightPx) / 2) / height,
    width: area.width / width,
    height: area.height / height,
  };
  list.sprite(image, {
    at: { x: widthPx / 2 + right, y: heightPx / 2 + down },
    scale,
    tint: { r: shade, g: shade, b: shade },
    // At scale 1, whole-pixel steps are invisible under parallax and cost half as much as interpolation.
    still: scale === 1 || (!shift && !isVideo),
    alpha,
    crop,
  });
}

/** An image of the window's own aspect ratio may be larger by a rounding error. */
const maxRoundingPx = 0.5;

/** Returns 1 for an image decoded for this viewport, whose rounded size is less than a pixel too large. */
function snappedScale(scale: number): number {
  return scale < 1 && scale > 1 - 1 / 256 ? 1 : scale;
}
