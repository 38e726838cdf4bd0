import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadTypeface } from './files/index.ts';
import { createTypeface, pageFileName, pagesFor, readPage } from './index.ts';
import { fontFiles } from './make/fonts.ts';
import { pagesOf } from './make/make-pages.ts';
import { rasterise } from './make/rasterise.ts';
import { emPx, type GlyphBitmap, pageBytes } from './page.ts';

const fonts = 'node_modules/@fontsource-variable';
const square: GlyphBitmap = {
  codePoint: 0x41,
  advance: 40.25,
  left: -2,
  top: 3,
  width: 2,
  height: 2,
  coverage: Uint8Array.of(0, 85, 170, 255),
};
const space: GlyphBitmap = {
  codePoint: 0x20,
  advance: 16,
  left: 0,
  top: 0,
  width: 0,
  height: 0,
  coverage: new Uint8Array(0),
};

describe('pages', () => {
  test('a page is read back as it was written', () => {
    const glyphs = [square, { ...square, codePoint: 0x42, coverage: Uint8Array.of(9, 8, 7, 6) }];
    expect(readPage(0, pageBytes(glyphs))).toEqual(glyphs);
  });

  test('a code point determines its page and its index in it', () => {
    expect(readPage(0x9d, pageBytes([{ ...square, codePoint: 0x4e8c }]))[0]!.codePoint).toBe(0x4e8c);
  });

  test('a page with missing or extra bytes is refused', () => {
    const bytes = pageBytes([square]);
    expect(() => readPage(0, bytes.subarray(0, -1))).toThrow('Glyph page 0');
    expect(() => readPage(0, Buffer.concat([bytes, Buffer.from([0])]))).toThrow('Glyph page 0');
  });

  test.each([
    [0, '00.bin'],
    [0x4e, '4e.bin'],
    [0x1f6, '1f6.bin'],
  ])('page %i is the file %s', (page, name) => {
    expect(pageFileName(page)).toBe(name);
  });

  test('texts need their pages, and always the ASCII page', () => {
    expect(pagesFor([])).toEqual([0]);
    expect(pagesFor(['春町 Clover', '★'])).toEqual([0, 0x4c, 0xcc, 0xea]);
  });
});

describe('a typeface', () => {
  const { typeface, pictures } = createTypeface(['AAß'], [square, space, { ...square, codePoint: 0x152 }]);

  test('measures in ems', () => {
    expect(typeface.glyph('A')).toMatchObject({ image: 'glyph/41', left: -2 / emPx, advance: 40.25 / emPx });
  });

  test('has a space without an image', () => {
    expect(typeface.glyph(' ')).toMatchObject({ image: null, advance: 16 / emPx });
  });

  test('keeps only the images that the texts need', () => {
    expect([...pictures.keys()]).toEqual(['glyph/missing', 'glyph/41']);
  });

  test('shows a hollow box for characters without a glyph in the fonts', () => {
    expect(typeface.glyph('ß').image).toBe('glyph/missing');
    expect([...'ßA Ǎ\u200b'].map((character) => typeface.has(character))).toEqual([false, true, true, true, true]);
    const { width, height, rgba } = pictures.get('glyph/missing')!;
    const middle = (Math.floor(height / 2) * width + width / 2) * 4;
    expect([rgba[middle + 3], Math.max(...rgba)]).toEqual([0, 255]);
  });

  test.each(['Ǎ', '𝐀', 'Ａ'])('shows a letter in its usual form rather than a box (%s)', (character) => {
    expect(typeface.glyph(character).image).toBe('glyph/41');
  });

  test('loads the usual forms of letters, too', () => {
    const alpha = { ...square, codePoint: 0x3b1 };
    expect(createTypeface(['ἄ'], [square, alpha]).typeface.glyph('ἄ').image).toBe('glyph/3b1');
  });

  test('does not show the first part of a syllable for the syllable', () => {
    const jamo = { ...square, codePoint: 0x1112 };
    expect(createTypeface(['한'], [square, jamo]).typeface.has('한')).toBe(false);
  });

  test.each(['\u200b', '\ufe0f', '\u0007', '\u0489'])(
    'shows no box for characters without a glyph (%j)',
    (character) => {
      expect(typeface.glyph(character)).toMatchObject({ image: null, advance: 0 });
    },
  );

  test('returns white images of one height, with the shape in alpha relative to the baseline', () => {
    const { width, height, rgba, density } = pictures.get('glyph/41')!;
    expect([width, height, density]).toEqual([2, pictures.get('glyph/missing')!.height, emPx]);
    const baseline = typeface.glyph('A').top * emPx;
    const alphaAt = (x: number, above: number) => rgba[((baseline - above) * width + x) * 4 + 3];
    expect([alphaAt(0, 3), alphaAt(1, 3), alphaAt(0, 2), alphaAt(1, 2)]).toEqual([0, 85, 170, 255]);
    expect([alphaAt(1, 4), alphaAt(1, 1)]).toEqual([0, 0]);
    expect(rgba.filter((_, i) => i % 4 !== 3).every((channel) => channel === 255)).toBe(true);
  });
});

describe('the built glyphs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-glyphs-'));
  const ascii = fontFiles(fonts).map(({ path, characters }) => ({
    path,
    characters: characters.filter((codePoint) => codePoint < 127),
  }));
  beforeAll(() => {
    for (const [page, bytes] of pagesOf(ascii)) writeFileSync(join(folder, pageFileName(page)), bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('have every character of ASCII', () => {
    const { typeface, pictures } = loadTypeface(folder, []);
    for (let code = 33; code < 127; code++) {
      const { image, advance } = typeface.glyph(String.fromCharCode(code));
      expect(image).toBe(`glyph/${code.toString(16)}`);
      expect(advance).toBeGreaterThan(0.1);
      expect(Math.max(...pictures.get(image!)!.rgba.filter((_, i) => i % 4 === 3))).toBeGreaterThan(200);
    }
  });

  test('are on the baseline, with descenders below it', () => {
    const bottomOf = new Map(
      readPage(0, inflateRawSync(pagesOf(ascii).get(0)!)).map((g) => [g.codePoint, g.top - g.height]),
    );
    expect(Math.abs(bottomOf.get('H'.charCodeAt(0))!)).toBeLessThanOrEqual(1);
    expect(bottomOf.get('p'.charCodeAt(0))!).toBeLessThan(-8);
  });

  test('are deterministic', () => {
    expect(pagesOf(ascii)).toEqual(pagesOf(ascii));
  });

  test('are not drawn from installed fonts', () => {
    expect(loadTypeface(folder, ['漢']).typeface.glyph('漢').image).toBe('glyph/missing');
  });
});

describe('the fonts', () => {
  const parts = fontFiles(fonts);
  const fontOf = (character: string) =>
    parts
      .filter(({ characters }) => characters.includes(character.codePointAt(0)!))
      .map(({ path }) => path.split('/').at(-3));

  test.each([
    ['Latin, Vietnamese', 'noto-sans-jp', 'Aéñếā'],
    ['symbols', 'noto-sans-jp', '★☆♪→～…！'],
    ['Japanese', 'noto-sans-jp', '春町クローバーのカナ漢ｱ仝'],
    ['Korean', 'noto-sans-kr', '셀러브리티아이유힝'],
    ['Korean beside Hangul', 'noto-sans-jp', 'ㅋㅠ'],
    ['Roman numerals', 'noto-sans-kr', 'ⅡⅣ'],
    ['Chinese characters that Japanese has', 'noto-sans-jp', '你好周杰風破'],
    ['simplified Chinese', 'noto-sans-sc', '东凤们简语'],
    ['traditional Chinese', 'noto-sans-jp', '妳們嗎臺灣'],
    ['Cyrillic', 'noto-sans-jp', 'Жя'],
    ['more Cyrillic and Latin', 'noto-sans', 'Қғəʌ'],
    ['Greek', 'noto-sans', 'ΑθήναὍ'],
  ])('have %s in %s', (_, font, characters) => {
    for (const character of characters) expect([character, ...fontOf(character)]).toEqual([character, font]);
  });

  test('have each character once', () => {
    const all = parts.flatMap(({ characters }) => characters);
    expect(new Set(all).size).toBe(all.length);
  });

  test.each([
    ['Hebrew, Arabic', 'אע'],
    ['Thai, Devanagari', 'ไห'],
    ['rare syllables and characters', '뷁鿕'],
  ])('leave out %s', (_, characters) => {
    for (const character of characters) expect([character, ...fontOf(character)]).toEqual([character]);
  });

  test('have whole letters where the font composes them of two glyphs', () => {
    const file = parts.find(({ characters }) => characters.includes('ṃ'.codePointAt(0)!))!;
    const [whole, plain] = [...'ṃɱ'].map((character) => {
      const [glyph] = rasterise({ ...file, characters: [character.codePointAt(0)!] });
      return glyph!.width;
    });
    expect(Math.abs(whole! - plain!)).toBeLessThan(emPx / 8);
  });
});
