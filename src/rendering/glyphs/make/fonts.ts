import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charactersIn } from './font-file.ts';
import { standardCharacters } from './standard-characters.ts';

/** A font file and the characters that are drawn from it. */
export interface FontFile {
  readonly path: string;
  readonly characters: readonly number[];
}

/**
 * The Japanese font comes first, so that titles with kana and kanji look like one font. The second one adds Greek and
 * more Latin and Cyrillic letters. Han characters come from the last one only if Japanese does not use their form.
 */
const fonts = ['noto-sans-jp', 'noto-sans', 'noto-sans-kr', 'noto-sans-sc'];

/** Each character once, from the first font that has it. `folder` contains the packages of @fontsource-variable. */
export function fontFiles(folder: string): FontFile[] {
  const seen = new Set<number>();
  const standard = standardCharacters();
  const isWanted = (codePoint: number) => isSign(codePoint) || standard.has(codePoint);
  return fonts.flatMap(filesOf).map((path) => {
    const characters = charactersIn(readFileSync(path)).filter(
      (codePoint) => isWanted(codePoint) && !seen.has(codePoint),
    );
    for (const codePoint of characters) seen.add(codePoint);
    return { path, characters };
  });

  /** Each font is in slices of some hundred characters. */
  function filesOf(font: string): string[] {
    const files = join(folder, font, 'files');
    const slices = readdirSync(files).filter((name) => name.endsWith('-wght-normal.woff2') && !name.includes(shaped));
    return slices.sort().map((name) => join(files, name));
  }
}

/** A script whose glyphs depend on the letters beside them. */
const shaped = 'devanagari';

/** Letters, kana, punctuation and symbols. */
function isSign(codePoint: number): boolean {
  return codePoint >= 32 && (codePoint < 0x3400 || codePoint >= 0xfb00);
}
