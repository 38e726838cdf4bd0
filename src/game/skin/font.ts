import { findImage, type SkinImage, type SkinSource } from './skin-source.ts';

/** A font of the game. */
export type FontName = 'hitCircle' | 'score' | 'combo' | 'scoreEntry';

const glyphFiles = {
  '0': '0',
  '1': '1',
  '2': '2',
  '3': '3',
  '4': '4',
  '5': '5',
  '6': '6',
  '7': '7',
  '8': '8',
  '9': '9',
  ',': 'comma',
  '.': 'dot',
  '%': 'percent',
  x: 'x',
} as const;

/** A character that skins have an image for. */
export type Glyph = keyof typeof glyphFiles;

/** Digits and signs as images, all from one layer, because the digits of two skins do not match. */
export interface Font {
  readonly glyphs: Readonly<Partial<Record<Glyph, SkinImage>>>;
  /** Skin pixels by which a glyph overlaps the previous one. */
  readonly overlap: number;
}

/** Finds the font in the first layer that has its digit 0. Each layer has its own font settings. */
export function findFont(name: FontName, sources: readonly SkinSource[]): Font | null {
  for (const source of sources) {
    // The font of the key overlay has no settings in skin.ini.
    const { prefix, overlap } = name === 'scoreEntry' ? { prefix: 'scoreentry', overlap: 0 } : source.ini.fonts[name];
    if (findImage(source, `${prefix}-0`, ['png']) === null) continue;

    const glyphs: Partial<Record<Glyph, SkinImage>> = {};
    for (const glyph of Object.keys(glyphFiles) as Glyph[]) {
      const image = findImage(source, `${prefix}-${glyphFiles[glyph]}`, ['png']);
      if (image !== null) glyphs[glyph] = image;
    }
    return { glyphs, overlap };
  }
  return null;
}
