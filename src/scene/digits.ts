import type { Glyph } from '../osu/skin/index.ts';
import type { Rgb } from '../osu/units.ts';
import type { DisplayList, ScreenPoint } from './display-list.ts';
import type { Drawn, DrawnFont } from './pictures.ts';

export interface DigitsLook {
  /** The middle of the line's height, at its left, centre or right. */
  readonly at: ScreenPoint;
  readonly align: 'left' | 'centre' | 'right';
  /** Screen pixels a skin pixel. */
  readonly scale: number;
  /** Digits take the same room each, so that a number that counts does not tremble. */
  readonly fixedWidth?: boolean;
  readonly tint?: Rgb;
  readonly alpha?: number;
  readonly additive?: boolean;
  readonly still?: boolean;
}

/** Writes a number in one of the skin's fonts; characters the font lacks are left out. */
export function drawDigits(list: DisplayList, font: DrawnFont | null, text: string, look: DigitsLook): void {
  if (font === null) return;
  const { at, scale, fixedWidth = false, tint, alpha, additive, still } = look;
  const share = look.align === 'left' ? 0 : look.align === 'centre' ? 0.5 : 1;
  let pen = at.x - digitsWidth(font, text, fixedWidth) * scale * share;
  for (const { image, room } of glyphsOf(font, text, fixedWidth)) {
    list.sprite(image, { at: { x: pen + (room / 2) * scale, y: at.y }, scale, tint, alpha, additive, still });
    pen += (room - font.overlap) * scale;
  }
}

/** In skin pixels. */
export function digitsWidth(font: DrawnFont, text: string, fixedWidth = false): number {
  const glyphs = glyphsOf(font, text, fixedWidth);
  return glyphs.reduce((sum, { room }) => sum + room, 0) - font.overlap * Math.max(0, glyphs.length - 1);
}

/** In skin pixels; signs may be higher or lower. */
export function digitsHeight(font: DrawnFont | null): number {
  return font?.glyphs[0]?.height ?? 0;
}

function glyphsOf(font: DrawnFont, text: string, fixedWidth: boolean): (Drawn & { room: number })[] {
  const five = font.glyphs[5]?.width;
  return Array.from(text)
    .map((character) => ({ character, glyph: font.glyphs[character as Glyph] }))
    .filter((found): found is { character: string; glyph: Drawn } => found.glyph !== undefined)
    .map(({ character, glyph }) => ({
      ...glyph,
      room: fixedWidth && five !== undefined && character >= '0' && character <= '9' ? five : glyph.width,
    }));
}
