import type { Rgb } from '../../../game/units.ts';
import type { DisplayList, ImageName, ScreenPoint } from './display-list.ts';

/** One character of a typeface. Its measures are in ems (1 is the text size). */
export interface TypeGlyph {
  /**
   * A white image with the shape in alpha, one em per skin pixel: drawn at scale 24, it is 24 pixels high. Null for a
   * blank.
   */
  readonly image: ImageName | null;
  /** From the pen to the image's left edge, and from the baseline up to its top edge. */
  readonly left: number;
  readonly top: number;
  /** From the pen to the next character's pen. */
  readonly advance: number;
}

/** Characters as images, from fonts that come with the program, so that nothing depends on installed fonts. */
export interface Typeface {
  /** Characters that the fonts lack are hollow boxes. */
  glyph(character: string): TypeGlyph;
  /** False for characters that are hollow boxes. */
  has(character: string): boolean;
}

/** Where and how a text is drawn. */
export interface TextLook {
  readonly at: ScreenPoint;
  readonly sizePx: number;
  readonly align?: 'left' | 'centre' | 'right';
  readonly colour?: Rgb;
  readonly alpha?: number;
  /** Text that moves is drawn between pixels. */
  readonly moving?: boolean;
}

/**
 * Draws one line; `at` is on its baseline. Still text advances in whole pixels, the same for each character: if each
 * position were rounded on its own, the gaps of small text would vary.
 */
export function drawText(list: DisplayList, typeface: Typeface, text: string, look: TextLook): void {
  const { sizePx } = look;
  const still = !look.moving;
  const offset = look.align === 'right' ? 1 : look.align === 'centre' ? 0.5 : 0;
  const step = (advance: number) => (still ? Math.round(advance * sizePx) : advance * sizePx);
  let width = 0;
  for (const character of text) width += step(typeface.glyph(character).advance);
  const start = look.at.x - width * offset;
  let pen = still ? Math.round(start) : start;
  for (const character of text) {
    const glyph = typeface.glyph(character);
    if (glyph.image !== null) {
      list.sprite(glyph.image, {
        at: { x: pen + glyph.left * sizePx, y: look.at.y - glyph.top * sizePx },
        scale: sizePx,
        origin: { x: 0, y: 0 },
        tint: look.colour,
        alpha: look.alpha,
        still,
      });
    }
    pen += step(glyph.advance);
  }
}

/** The width of a text, in ems. */
export function textWidth(typeface: Typeface, text: string): number {
  let width = 0;
  for (const character of text) width += typeface.glyph(character).advance;
  return width;
}
