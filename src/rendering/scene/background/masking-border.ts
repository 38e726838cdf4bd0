import type { Millis } from '../../../game/units.ts';
import type { DisplayList, ScreenRect } from '../display-list/display-list.ts';
import { type Background, backgroundBrightness } from './background.ts';

/** Draws the skin's border over the area beside a 4:3 storyboard: stretched, and mirrored on the right. */
export function drawMaskingBorder(
  list: DisplayList,
  background: Background,
  { side, t }: { readonly side: ScreenRect; readonly t: Millis },
): void {
  const { maskingBorder: border } = background;
  const brightness = backgroundBrightness(background, t);
  if (border === null || brightness === 0) return;
  const { left, top, width, height } = side;
  const scale = width / border.width;
  const shade = 255 * brightness;
  list.sprite(border.image, {
    at: { x: left + width / 2, y: top + height / 2 },
    scale: left > 0 ? -scale : scale,
    scaleY: height / border.height,
    tint: { r: shade, g: shade, b: shade },
    still: true,
  });
}
