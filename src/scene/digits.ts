import type { Glyph } from '../osu/skin/index.ts';
import type { DisplayList, ScreenPoint } from './display-list.ts';
import type { Drawn, DrawnFont } from './pictures.ts';

export interface DigitsLook {
  /** The middle of the line's height, at its left, centre or right. */
  readonly at: ScreenPoint;
  readonly align: 'left' | 'centre' | 'right';
  /** Screen pixels a skin pixel. */
  readonly scale: number;
  readonly alpha?: number;
  readonly additive?: boolean;
  readonly still?: boolean;
}

/** Writes a number in one of the skin's fonts; characters the font lacks are left out. */
export function drawDigits(list: DisplayList, font: DrawnFont | null, text: string, look: DigitsLook): void {
  if (font === null) return;
  const { at, scale, alpha, additive, still } = look;
  const glyphs = glyphsOf(font, text);
  const share = look.align === 'left' ? 0 : look.align === 'centre' ? 0.5 : 1;
  let pen = at.x - widthOf(font, glyphs) * scale * share;
  for (const { image, width } of glyphs) {
    list.sprite(image, { at: { x: pen + (width / 2) * scale, y: at.y }, scale, alpha, additive, still });
    pen += (width - font.overlap) * scale;
  }
}

function glyphsOf(font: DrawnFont, text: string): Drawn[] {
  return Array.from(text, (character) => font.glyphs[character as Glyph]).filter((glyph) => glyph !== undefined);
}

/** In skin pixels. */
function widthOf(font: DrawnFont, glyphs: readonly Drawn[]): number {
  return glyphs.reduce((sum, { width }) => sum + width, 0) - font.overlap * Math.max(0, glyphs.length - 1);
}
