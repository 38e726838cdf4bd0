import type { Rgb } from '../../../game/units.ts';
import type { DisplayList, ImageName, ScreenPoint } from './display-list.ts';

/** One character of a typeface, measured in ems (1 is the size of the text). */
export interface TypeGlyph {
  /** White, its shape in alpha, an em of its pixels a skin pixel: drawn at scale 24, it is 24 pixels high. Null: a blank. */
  readonly image: ImageName | null;
  /** From the pen to the image's left edge, and from the baseline up to its top edge. */
  readonly left: number;
  readonly top: number;
  /** From the pen to the next character's. */
  readonly advance: number;
}

/** Characters as images, from fonts that come with the program: nothing depends on what a machine has installed. */
export interface Typeface {
  /** A character the fonts lack has the shape of a hollow box. */
  glyph(character: string): TypeGlyph;
}

export interface TextLook {
  readonly at: ScreenPoint;
  readonly sizePx: number;
  readonly align?: 'left' | 'centre' | 'right';
  readonly colour?: Rgb;
  readonly alpha?: number;
  /** Drawn between pixels instead of on them. */
  readonly moving?: boolean;
}

/**
 * Draws one line; `at` is on its baseline. Letters that stand still are whole pixels apart, the same two always as far
 * from each other: rounded one by one, those of small text would stand now closer, now wider.
 */
export function drawText(list: DisplayList, typeface: Typeface, text: string, look: TextLook): void {
  const { sizePx } = look;
  const still = !look.moving;
  const share = look.align === 'right' ? 1 : look.align === 'centre' ? 0.5 : 0;
  const step = (advance: number) => (still ? Math.round(advance * sizePx) : advance * sizePx);
  let width = 0;
  for (const character of text) width += step(typeface.glyph(character).advance);
  const begins = look.at.x - width * share;
  let pen = still ? Math.round(begins) : begins;
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

/** In ems. */
export function textWidth(typeface: Typeface, text: string): number {
  let width = 0;
  for (const character of text) width += typeface.glyph(character).advance;
  return width;
}
