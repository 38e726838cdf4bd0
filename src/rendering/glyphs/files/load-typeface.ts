import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { createTypeface, type LoadedTypeface, pageFileName, pagesFor, readPage } from '../index.ts';

/** Loads the glyphs of these texts from a folder of glyph pages; the build writes one to dist/assets/glyphs. */
export function loadTypeface(folder: string, texts: readonly string[]): LoadedTypeface {
  const files = pagesFor(texts)
    .map((page) => ({ page, path: join(folder, pageFileName(page)) }))
    .filter(({ path }) => existsSync(path));
  return createTypeface(
    texts,
    files.flatMap(({ page, path }) => readPage(page, inflateRawSync(readFileSync(path)))),
  );
}
