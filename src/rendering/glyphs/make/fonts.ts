import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charactersIn } from './font-file.ts';

/** A font file and the characters that are drawn from it. */
export interface FontFile {
  readonly path: string;
  readonly characters: readonly number[];
}

/** Bold enough to be readable on a moving background. */
const weight = 500;

/** Subsets of Noto Sans JP; the Japanese one has the kanji of JIS levels 1 and 2. */
const alphabets = ['latin', 'japanese', 'latin-ext', 'cyrillic', 'vietnamese'];

/**
 * The font is also available in numbered slices. These add symbols, stars and arrows; rarer kanji would triple the
 * build time.
 */
const isSign = (codePoint: number) => codePoint < 0x3400 || codePoint >= 0xfb00;

/** Each character once, from the first file that has it. `folder` contains the files of @fontsource/noto-sans-jp. */
export function fontFiles(folder: string): FontFile[] {
  const seen = new Set<number>();
  const slices = readdirSync(folder).filter((name) => new RegExp(`-\\d+-${weight}-normal\\.woff$`).test(name));
  const files = [
    ...alphabets.map((alphabet) => ({ name: `noto-sans-jp-${alphabet}-${weight}-normal.woff`, all: true })),
    ...slices.sort().map((name) => ({ name, all: false })),
  ];
  return files.map(({ name, all }) => {
    const path = join(folder, name);
    const characters = charactersIn(readFileSync(path)).filter(
      (codePoint) => codePoint >= 32 && !seen.has(codePoint) && (all || isSign(codePoint)),
    );
    for (const codePoint of characters) seen.add(codePoint);
    return { path, characters };
  });
}
