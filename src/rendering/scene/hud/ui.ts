import type { Rgb } from '../../../game/units.ts';
import type { DisplayList, FillLook, SpriteLook } from '../display-list/display-list.ts';
import type { MotionBlur } from '../display-list/motion-blur.ts';
import { drawText, type Typeface, textWidth } from '../display-list/text.ts';
import type { SizedImage } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';

/** What HUD elements draw with. Positions and sizes are skin pixels, 768 to the height. */
export interface Ui {
  readonly viewport: Viewport;
  readonly typeface: Typeface;
  /** Song milliseconds per real millisecond: the HUD moves at the same speed whatever the song's. */
  readonly clockRate: number;
  readonly motionBlur: MotionBlur;
}

/** Where and how a label is drawn. */
export interface LabelLook {
  readonly x: number;
  /** The y of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly align?: 'left' | 'centre' | 'right';
  readonly colour?: Rgb;
  readonly alpha?: number;
  /** Text on its own light background needs no shadow. */
  readonly shadow?: boolean;
}

const black: Rgb = { r: 0, g: 0, b: 0 };
const white: Rgb = { r: 255, g: 255, b: 255 };

/** Draws text with a shadow, so that it is readable on any background. */
export function drawLabel(list: DisplayList, { viewport, typeface }: Ui, text: string, look: LabelLook): void {
  const { x, y, size, align, colour = white, alpha = 1, shadow = true } = look;
  const at = viewport.ui(x, y);
  const sizePx = size * viewport.uiPx;
  if (shadow) {
    const offset = Math.max(1, Math.round(sizePx / 16));
    const below = { x: at.x + offset, y: at.y + offset };
    drawText(list, typeface, text, { at: below, sizePx, align, colour: black, alpha: alpha * 0.6 });
  }
  drawText(list, typeface, text, { at, sizePx, align, colour, alpha });
}

/** The size at which a text fits into a width, at most `size`: long texts are scaled down rather than cut. */
export function fittingSize(
  { typeface }: Ui,
  text: string,
  { size, maxWidth }: { readonly size: number; readonly maxWidth: number },
): number {
  return Math.min(size, maxWidth / Math.max(1, textWidth(typeface, text)));
}

/** A rectangle in skin pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Fills a box. */
export function drawBox(list: DisplayList, { viewport }: Ui, { x, y, width, height }: Box, look: FillLook): void {
  const { x: left, y: top } = viewport.ui(x, y);
  list.fill({ left, top, width: width * viewport.uiPx, height: height * viewport.uiPx }, look);
}

/** Draws a box on whole pixels, at least one pixel thick: for still boxes side by side. */
export function drawSharpBox(list: DisplayList, { viewport }: Ui, { x, y, width, height }: Box, look: FillLook): void {
  const from = viewport.ui(x, y);
  const to = viewport.ui(x + width, y + height);
  const left = Math.round(from.x);
  const top = Math.round(from.y);
  const size = { width: Math.max(1, Math.round(to.x) - left), height: Math.max(1, Math.round(to.y) - top) };
  list.fill({ left, top, ...size }, look);
}

/** Fills the whole frame, also above and below the 768 of the HUD. */
export function fillScreen(list: DisplayList, { viewport }: Ui, look: FillLook): void {
  list.fill({ left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx }, look);
}

/** Where and how an image is drawn. */
export interface ImageLook extends Omit<SpriteLook, 'at' | 'scale' | 'scaleY'> {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
}

/** Draws an image. */
export function drawImage(list: DisplayList, { viewport }: Ui, image: SizedImage, look: ImageLook): void {
  const { x, y, origin, rotation, alpha, tint, additive, still, crop } = look;
  const at = viewport.ui(x, y);
  const scale = (look.scale ?? 1) * viewport.uiPx;
  list.sprite(image.image, { at, scale, origin, rotation, alpha, tint, additive, still, crop });
}

/** The origin of images that are placed by their top left corner. */
export const topLeft = { x: 0, y: 0 };
