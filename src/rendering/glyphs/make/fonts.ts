import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charactersIn } from './font-file.ts';

/** A font file and the characters that are drawn from it. */
export interface FontFile {
  readonly path: string;
  readonly characters: readonly number[];
}

const font = 'noto-sans-jp';

/** Each character once, from the first file that has it. `folder` contains the packages of @fontsource-variable. */
export function fontFiles(folder: string): FontFile[] {
  const seen = new Set<number>();
  const kanji = kanjiOfStandard();
  const files = join(folder, font, 'files');
  // The font is in slices of some hundred characters.
  const slices = readdirSync(files).filter((name) => name.endsWith('-wght-normal.woff2'));
  return slices.sort().map((name) => {
    const path = join(files, name);
    const characters = charactersIn(readFileSync(path)).filter(
      (codePoint) => (isSign(codePoint) || kanji.has(codePoint)) && !seen.has(codePoint),
    );
    for (const codePoint of characters) seen.add(codePoint);
    return { path, characters };
  });
}

/** Letters, kana, punctuation and symbols. */
function isSign(codePoint: number): boolean {
  return codePoint >= 32 && (codePoint < 0x3400 || codePoint >= 0xfb00);
}

/** The code points of JIS X 0208, with the 6,355 kanji of levels 1 and 2. The font has twice as many. */
function kanjiOfStandard(): Set<number> {
  const numbers = Array.from({ length: 94 }, (_, i) => 0xa1 + i);
  const bytes = numbers.slice(0, 84).flatMap((row) => numbers.flatMap((place) => [row, place]));
  const text = new TextDecoder('euc-jp').decode(Uint8Array.from(bytes));
  return new Set(Array.from(text, (character) => character.codePointAt(0)!));
}
