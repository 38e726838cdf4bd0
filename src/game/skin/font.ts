import { findImage, type SkinImage, type SkinSource } from './skin-source.ts';

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

export type Glyph = keyof typeof glyphFiles;

/** Digits and signs as images, all from one layer: two skins' digits side by side would not match. */
export interface Font {
  readonly glyphs: Readonly<Partial<Record<Glyph, SkinImage>>>;
  /** Skin pixels by which a glyph reaches into the one before. */
  readonly overlap: number;
}

/** The font of the first layer that has its zero. Each layer names its own fonts. */
export function findFont(name: FontName, sources: readonly SkinSource[]): Font | null {
  for (const source of sources) {
    // The key overlay's font has no setting in a skin.ini.
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
