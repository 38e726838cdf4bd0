import type { Rgb } from '../../../game/units.ts';
import type { DisplayList, FillLook, SpriteLook } from '../display-list/display-list.ts';
import { drawText, type Typeface } from '../display-list/text.ts';
import type { Drawn } from '../pictures.ts';
import type { Viewport } from '../viewport.ts';

/** What the elements of the HUD draw with. Their places and sizes are skin pixels, 768 to the height. */
export interface Ui {
  readonly viewport: Viewport;
  readonly typeface: Typeface;
  /** Song milliseconds a real millisecond: the HUD moves as fast whatever the song does. */
  readonly clockRate: number;
}

export interface LabelLook {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly align?: 'left' | 'centre' | 'right';
  readonly colour?: Rgb;
  readonly alpha?: number;
  /** On light ground of its own, text needs no shadow. */
  readonly shadow?: boolean;
}

const black: Rgb = { r: 0, g: 0, b: 0 };
const white: Rgb = { r: 255, g: 255, b: 255 };

/** Text with a shadow below it, to be read on any background. */
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

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function drawBox(list: DisplayList, { viewport }: Ui, { x, y, width, height }: Box, look: FillLook): void {
  const { x: left, y: top } = viewport.ui(x, y);
  list.fill({ left, top, width: width * viewport.uiPx, height: height * viewport.uiPx }, look);
}

/** A box whose edges lie on whole pixels, and which is never thinner than one: for what stands still side by side. */
export function drawSharpBox(list: DisplayList, { viewport }: Ui, { x, y, width, height }: Box, look: FillLook): void {
  const from = viewport.ui(x, y);
  const to = viewport.ui(x + width, y + height);
  const left = Math.round(from.x);
  const top = Math.round(from.y);
  const size = { width: Math.max(1, Math.round(to.x) - left), height: Math.max(1, Math.round(to.y) - top) };
  list.fill({ left, top, ...size }, look);
}

/** Everything there is; a picture higher than wide reaches beyond the 768 of the HUD. */
export function drawScreen(list: DisplayList, { viewport }: Ui, look: FillLook): void {
  list.fill({ left: 0, top: 0, width: viewport.widthPx, height: viewport.heightPx }, look);
}

export interface PictureLook extends Omit<SpriteLook, 'at' | 'scale' | 'scaleY'> {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
}

export function drawPicture(list: DisplayList, { viewport }: Ui, drawn: Drawn, look: PictureLook): void {
  const { x, y, origin, rotation, alpha, tint, additive, still, crop } = look;
  const at = viewport.ui(x, y);
  const scale = (look.scale ?? 1) * viewport.uiPx;
  list.sprite(drawn.image, { at, scale, origin, rotation, alpha, tint, additive, still, crop });
}

export const topLeft = { x: 0, y: 0 };
