import type { Glyph } from '../../../game/skin/index.ts';
import type { Rgb } from '../../../game/units.ts';
import type { DrawnFont } from '../pictures.ts';
import type { DisplayList, ScreenPoint } from './display-list.ts';

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
  let pen = at.x - (share === 0 ? 0 : digitsWidth(font, text, fixedWidth) * scale * share);
  for (const character of text) {
    const glyph = font.glyphs[character as Glyph];
    if (glyph === undefined) continue;
    const room = roomOf(font, character, fixedWidth);
    list.sprite(glyph.image, { at: { x: pen + (room / 2) * scale, y: at.y }, scale, tint, alpha, additive, still });
    pen += (room - font.overlap) * scale;
  }
}

/** In skin pixels. */
export function digitsWidth(font: DrawnFont, text: string, fixedWidth = false): number {
  let width = 0;
  let count = 0;
  for (const character of text) {
    if (font.glyphs[character as Glyph] === undefined) continue;
    width += roomOf(font, character, fixedWidth);
    count++;
  }
  return width - font.overlap * Math.max(0, count - 1);
}

/** In skin pixels; signs may be higher or lower. */
export function digitsHeight(font: DrawnFont | null): number {
  return font?.glyphs[0]?.height ?? 0;
}

/** How wide a character that the font has is, before the next overlaps it. */
function roomOf({ glyphs }: DrawnFont, character: string, fixedWidth: boolean): number {
  const counts = fixedWidth && character >= '0' && character <= '9';
  return ((counts ? glyphs[5] : undefined) ?? glyphs[character as Glyph])?.width ?? 0;
}
