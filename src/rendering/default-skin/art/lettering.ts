import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { faded, palette } from './palette.ts';
import type { Pen } from './picture.ts';
import { type Paint, shadowed } from './shapes.ts';

export type Weight = 500 | 700 | 900;

/** A file with all weights, so that installed fonts do not matter. */
const fontFile = '@fontsource-variable/noto-sans-jp/files/noto-sans-jp-latin-wght-normal.woff2';
const family = 'Default skin';
const require = createRequire(import.meta.url);

export function useFont(pen: Pen, size: number, weight: Weight): void {
  if (!GlobalFonts.has(family) && !GlobalFonts.registerFromPath(require.resolve(fontFile), family)) {
    throw new Error(`The font ${fontFile} cannot be read.`);
  }
  pen.font = `${size}px "${family}"`;
  pen.fontVariationSettings = `'wght' ${weight}`;
}

export interface Lettering {
  readonly size: number;
  readonly weight?: Weight;
  readonly paint?: Paint;
  /** Skin pixels between letters. */
  readonly spacing?: number;
  readonly shadow?: { readonly blur: number; readonly down?: number; readonly colour: string } | null;
  /** Width of a dark outline, for bright backgrounds. */
  readonly outline?: number;
  readonly align?: 'left' | 'center' | 'right';
}

const softShadow = { blur: 5, down: 1.5, colour: faded(palette.ink, 0.75) };

/** The height of the font's capitals and digits at size 1. */
const capHeight = 0.733;

/** Draws text with its capitals centred on the origin. */
export function letter(pen: Pen, text: string, look: Lettering): void {
  const { size, weight = 700, paint = palette.white, spacing = 0, outline = 0 } = look;
  const { shadow = softShadow, align = 'center' } = look;
  const write = () => {
    useFont(pen, size, weight);
    pen.letterSpacing = `${spacing}px`;
    pen.textAlign = align;
    pen.textBaseline = 'alphabetic';
    // The spacing after the last letter would shift the text off centre.
    const shift = align === 'left' ? 0 : align === 'right' ? spacing : spacing / 2;
    const baseline = (size * capHeight) / 2;
    if (outline > 0) {
      pen.lineWidth = outline * 2;
      pen.lineJoin = 'round';
      pen.strokeStyle = faded(palette.ink, 0.55);
      pen.strokeText(text, shift, baseline);
      pen.shadowColor = 'transparent';
    }
    pen.fillStyle = paint;
    pen.fillText(text, shift, baseline);
    pen.letterSpacing = '0px';
  };
  if (shadow === null) write();
  else shadowed(pen, shadow, write);
}
