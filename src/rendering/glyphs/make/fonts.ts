import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charactersIn } from './font-file.ts';

/** A font file and the characters that are drawn from it. */
export interface FontPart {
  readonly path: string;
  readonly characters: readonly number[];
}

/** Heavy enough to be read over a moving picture. */
const weight = 500;

/** Noto Sans JP in parts of its alphabets; the Japanese one has the kanji of daily use and of names (JIS levels 1, 2). */
const alphabets = ['latin', 'japanese', 'latin-ext', 'cyrillic', 'vietnamese'];

/** The whole font is also there in numbered slices. They add signs, stars and arrows; rarer kanji would triple the work. */
const isSign = (codePoint: number) => codePoint < 0x3400 || codePoint >= 0xfb00;

/** Every character once, from the first file that has it. `folder` is the files of @fontsource/noto-sans-jp. */
export function fontParts(folder: string): FontPart[] {
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
