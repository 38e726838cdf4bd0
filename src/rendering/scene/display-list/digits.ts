import type { Glyph } from '../../../game/skin/index.ts';
import type { Rgb } from '../../../game/units.ts';
import type { SizedFont } from '../pictures.ts';
import type { DisplayList, ImageName, MomentLook, ScreenPoint, Sprites } from './display-list.ts';

/** Where and how a number is drawn. */
export interface DigitsLook {
  /** The left end, centre or right end of the line, at its top or, by default, at half the height of its first glyph. */
  readonly at: ScreenPoint;
  readonly align: 'left' | 'centre' | 'right';
  readonly from?: 'top' | 'middle';
  /** Screen pixels per skin pixel. */
  readonly scale: number;
  /** All digits have the same width, so that a changing number does not jitter. */
  readonly fixedWidth?: boolean;
  readonly tint?: Rgb;
  readonly alpha?: number;
  readonly additive?: boolean;
  readonly still?: boolean;
}

/**
 * Draws a number in one of the skin's fonts; characters that the font lacks are skipped. All glyphs hang from the top of
 * the line, as in stable: skins draw the dot at the bottom of a tall image or, like the game, of a short one.
 */
export function drawDigits(list: Sprites, font: SizedFont | null, text: string, look: DigitsLook): void {
  if (font === null) return;
  const { at, from = 'middle', scale, fixedWidth = false, tint, alpha, additive, still } = look;
  const offset = look.align === 'left' ? 0 : look.align === 'centre' ? 0.5 : 1;
  const top = from === 'top' ? at.y : at.y - (firstHeight(font, text) / 2) * scale;
  let pen = at.x - (offset === 0 ? 0 : digitsWidth(font, text, fixedWidth) * scale * offset);
  for (const character of text) {
    const glyph = font.glyphs[character as Glyph];
    if (glyph === undefined) continue;
    const advance = advanceOf(font, character, fixedWidth);
    // A digit wider than the fixed width starts at the pen.
    const x = pen + (Math.max(advance, glyph.width) / 2) * scale;
    list.sprite(glyph.image, { at: { x, y: top + (glyph.height / 2) * scale }, scale, tint, alpha, additive, still });
    pen += (advance - font.overlap) * scale;
  }
}

/** Where and how a number is drawn that may change during the exposure: aligned right, all digits of the same width. */
export type RollingDigitsLook = Pick<DigitsLook, 'at' | 'scale' | 'still'>;

/**
 * Draws a number that changes during the exposure: the mean of its texts at all moments. Counted from the end, they have
 * their digits at the same places. A digit that stays the same is drawn once.
 */
export function drawRollingDigits(
  list: DisplayList,
  font: SizedFont | null,
  texts: readonly string[],
  look: RollingDigitsLook,
): void {
  const [text] = texts;
  const { at, scale, still } = look;
  if (texts.length === 1 && text !== undefined)
    drawDigits(list, font, text, { at, scale, still, align: 'right', from: 'top', fixedWidth: true });
  else if (font !== null) drawColumns(list, font, texts, look);
}

function drawColumns(
  list: DisplayList,
  font: SizedFont,
  texts: readonly string[],
  { at, scale, still }: RollingDigitsLook,
): void {
  const longest = Math.max(...texts.map(({ length }) => length));
  const columns: { readonly characters: readonly string[]; readonly pen: number }[] = [];
  let pen = at.x;
  for (let fromEnd = 1; fromEnd <= longest; fromEnd++) {
    const characters = texts.map((text) => text.charAt(text.length - fromEnd));
    const some = characters.find((character) => font.glyphs[character as Glyph] !== undefined);
    if (some === undefined) continue;
    pen -= (advanceOf(font, some, true) - font.overlap) * scale;
    columns.push({ characters, pen });
  }
  for (const column of columns.reverse()) {
    const lookOf = (character: string): (MomentLook & { readonly image: ImageName }) | null => {
      const glyph = font.glyphs[character as Glyph];
      if (glyph === undefined) return null;
      const { width, height } = glyph;
      const x = column.pen + (Math.max(advanceOf(font, character, true), width) / 2) * scale;
      return { image: glyph.image, at: { x, y: at.y + (height / 2) * scale }, scale, still };
    };
    drawColumn(list, column.characters, lookOf);
  }
}

function drawColumn(
  list: DisplayList,
  characters: readonly string[],
  lookOf: (character: string) => (MomentLook & { readonly image: ImageName }) | null,
): void {
  const looks = new Map<string, ReturnType<typeof lookOf>>();
  for (const character of characters) if (!looks.has(character)) looks.set(character, lookOf(character));
  const some = [...looks.values()].find((look) => look !== null);
  if (!some) return;
  if (looks.size === 1) list.sprite(some.image, some);
  else
    list.motion(
      some.image,
      characters.map((character) => looks.get(character) ?? null),
    );
}

/**
 * The width of a number, in skin pixels. With a fixed width, the overlap counts after the last character too, as in
 * stable: right-aligned numbers are that much further to the right.
 */
export function digitsWidth(font: SizedFont, text: string, fixedWidth = false): number {
  let width = 0;
  let count = 0;
  for (const character of text) {
    if (font.glyphs[character as Glyph] === undefined) continue;
    width += advanceOf(font, character, fixedWidth);
    count++;
  }
  return width - font.overlap * Math.max(0, fixedWidth ? count : count - 1);
}

function firstHeight({ glyphs }: SizedFont, text: string): number {
  for (const character of text) {
    const glyph = glyphs[character as Glyph];
    if (glyph !== undefined) return glyph.height;
  }
  return 0;
}

/** The height of the digits, in skin pixels; other glyphs may differ. */
export function digitsHeight(font: SizedFont | null): number {
  return font?.glyphs[0]?.height ?? 0;
}

/** The width of a character, before the overlap with the next. */
function advanceOf({ glyphs }: SizedFont, character: string, fixedWidth: boolean): number {
  const isFixed = fixedWidth && character >= '0' && character <= '9';
  return ((isFixed ? glyphs[5] : undefined) ?? glyphs[character as Glyph])?.width ?? 0;
}
