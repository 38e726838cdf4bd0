import { textWidth } from '../display-list/text.ts';
import type { Ui } from './ui.ts';

/** A name that fits into a width: scaled down a little, and cut if that is not enough. */
export interface FittedName {
  readonly text: string;
  readonly size: number;
}

/** Smaller names are unreadable beside the others. */
const minScale = 0.8;
export const ellipsis = '…';

/** No account has a longer name: osu! allows 15 characters. */
const maxCharacters = 40;

/** Cuts a name that would make the line around it unreadably small. */
export function shortenName(name: string): string {
  const characters = [...name];
  return characters.length <= maxCharacters ? name : `${characters.slice(0, maxCharacters).join('')}${ellipsis}`;
}

/** Fits a name of any length into a width. */
export function fitName(
  { typeface }: Pick<Ui, 'typeface'>,
  name: string,
  { size, maxWidth }: { readonly size: number; readonly maxWidth: number },
): FittedName {
  const scale = maxWidth / Math.max(1e-6, textWidth(typeface, name) * size);
  if (scale >= minScale) return { text: name, size: size * Math.min(1, scale) };
  const smallest = size * minScale;
  const room = maxWidth / smallest - textWidth(typeface, ellipsis);
  let text = '';
  let width = 0;
  for (const character of name) {
    width += textWidth(typeface, character);
    if (width > room) break;
    text += character;
  }
  return { text: `${text.trimEnd()}${ellipsis}`, size: smallest };
}
