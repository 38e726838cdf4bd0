import type { ImageName, Typeface, TypeGlyph } from '../scene/index.ts';
import { emPx, type GlyphBitmap, pageOf } from './page.ts';

/** A glyph as an image for the compositor: white, with its shape in alpha. */
export interface GlyphPicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  readonly density: number;
}

/** The glyphs of some texts, and the images that display lists with these texts refer to. */
export interface LoadedTypeface {
  readonly typeface: Typeface;
  readonly pictures: ReadonlyMap<ImageName, GlyphPicture>;
}

/**
 * All images extend from this height above the baseline to this depth below it. At any size, one rounding then applies
 * to a whole line: letters share the baseline exactly and do not differ in height by a pixel.
 */
const abovePx = emPx * 1.125;
const belowPx = emPx * 0.375;

/** The characters of all fixed texts and numbers; only names of maps and players need others. */
const always = String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => 32 + i));

/** The pages that the texts need, in ascending order. */
export function pagesFor(texts: readonly string[]): number[] {
  return [...new Set(codePointsOf(texts).map(pageOf))].sort((a, b) => a - b);
}

/** `glyphs` are those of the pages from `pagesFor` that exist; glyphs that no text needs are left out. */
export function createTypeface(texts: readonly string[], glyphs: Iterable<GlyphBitmap>): LoadedTypeface {
  const needed = new Set(codePointsOf(texts.flatMap((text) => [text, ...Array.from(text, plainLetter)])));
  const known = new Map<number, TypeGlyph>();
  const pictures = new Map<ImageName, GlyphPicture>();

  function add(name: ImageName, bitmap: GlyphBitmap): TypeGlyph {
    if (bitmap.width > 0) pictures.set(name, pictureOf(bitmap));
    return {
      image: bitmap.width > 0 ? name : null,
      left: bitmap.left / emPx,
      top: abovePx / emPx,
      advance: bitmap.advance / emPx,
    };
  }

  const missing = add('glyph/missing', hollowBox());
  for (const bitmap of glyphs) {
    if (!needed.has(bitmap.codePoint)) continue;
    known.set(bitmap.codePoint, add(`glyph/${bitmap.codePoint.toString(16)}`, bitmap));
  }
  const find = (character: string) =>
    known.get(character.codePointAt(0)!) ??
    known.get(plainLetter(character).codePointAt(0)!) ??
    (unseen.test(character) ? nothing : undefined);

  return {
    typeface: {
      glyph: (character) => find(character) ?? missing,
      has: (character) => find(character) !== undefined,
    },
    pictures,
  };
}

/** Control characters and joiners have no glyph. A mark without one is left out, as the accents of letters are. */
const unseen = /^[\p{Cc}\p{Cf}\p{Mn}\p{Me}]/u;
const nothing: TypeGlyph = { image: null, left: 0, top: 0, advance: 0 };

/** The letter without its accent, or the usual form of a styled one such as 𝐀; otherwise the character itself. */
function plainLetter(character: string): string {
  const [, letter] = /^(.)\p{M}*$/su.exec(character.normalize('NFKD')) ?? [];
  return letter ?? character;
}

function codePointsOf(texts: readonly string[]): number[] {
  return Array.from([always, ...texts].join(''), (character) => character.codePointAt(0)!);
}

function pictureOf({ width, height, top, coverage }: GlyphBitmap): GlyphPicture {
  const rows = abovePx + belowPx;
  const rgba = new Uint8Array(width * rows * 4).fill(255);
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = 0;
  for (let y = 0; y < height; y++) {
    const row = abovePx - top + y;
    if (row < 0 || row >= rows) continue;
    for (let x = 0; x < width; x++) rgba[(row * width + x) * 4 + 3] = coverage[y * width + x]!;
  }
  return { width, height: rows, rgba, density: emPx };
}

function hollowBox(): GlyphBitmap {
  const [width, height, line] = [emPx * 0.5, emPx * 0.75, emPx / 16];
  const inked = (x: number, y: number) => Math.min(x, y, width - 1 - x, height - 1 - y) < line;
  const coverage = Uint8Array.from({ length: width * height }, (_, i) =>
    inked(i % width, Math.floor(i / width)) ? 255 : 0,
  );
  return { codePoint: 0, advance: emPx * 0.625, left: emPx / 16, top: height, width, height, coverage };
}
