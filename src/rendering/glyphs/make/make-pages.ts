import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type GlyphBitmap, pageBytes, pageFileName, pageOf } from '../page.ts';
import { type FontFile, fontFiles } from './fonts.ts';
import { rasterise } from './rasterise.ts';

/** Draws every character of the fonts into pages. */
export function makePages(fontFolder: string, outFolder: string): void {
  mkdirSync(outFolder, { recursive: true });
  for (const [page, bytes] of pagesOf(fontFiles(fontFolder))) {
    writeFileSync(join(outFolder, pageFileName(page)), bytes);
  }
}

/** Page files by number. */
export function pagesOf(parts: readonly FontFile[]): Map<number, Uint8Array> {
  const pages = new Map<number, GlyphBitmap[]>();
  for (const glyph of parts.flatMap(rasterise)) {
    const page = pageOf(glyph.codePoint);
    const glyphs = pages.get(page) ?? [];
    if (glyphs.length === 0) pages.set(page, glyphs);
    glyphs.push(glyph);
  }
  return new Map(
    Array.from(pages, ([page, glyphs]) => [
      page,
      deflateRawSync(pageBytes(glyphs.sort((a, b) => a.codePoint - b.codePoint))),
    ]),
  );
}
