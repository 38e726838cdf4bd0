/** Bitmap pixels per em: twice the size of most text at 1080p, about the size of it at 4K. */
export const emPx = 64;

/** A glyph bitmap, cropped to its bounding box. */
export interface GlyphBitmap {
  readonly codePoint: number;
  /** The advance in pixels. */
  readonly advance: number;
  /** Distance from the pen to the left edge, and from the baseline up to the top edge. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Coverage of each pixel, 0 to 255, row by row. */
  readonly coverage: Uint8Array;
}

/**
 * So many code points share one file. Longer pages would make a text load more characters that it does not need, shorter
 * ones more files.
 */
const pageLength = 128;

/** The page a character is on; `pageFileName` names its file. */
export function pageOf(codePoint: number): number {
  return Math.floor(codePoint / pageLength);
}

export function pageFileName(page: number): string {
  return `${page.toString(16).padStart(2, '0')}.bin`;
}

const recordBytes = 8;
/** Advances are stored in 64ths of a pixel. */
const advanceUnit = 64;

/**
 * The bytes of a page before compression, little-endian: a count (uint16), then for each glyph its place on the page, width,
 * height (uint8), left, top (int8), a zero and the advance in 64ths of a pixel (uint16); then the coverage of all glyphs
 * in the same order.
 */
export function pageBytes(glyphs: readonly GlyphBitmap[]): Uint8Array {
  const inked = glyphs.reduce((sum, { coverage }) => sum + coverage.length, 0);
  const bytes = new Uint8Array(2 + glyphs.length * recordBytes + inked);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, glyphs.length, true);
  let ink = 2 + glyphs.length * recordBytes;
  for (const [i, glyph] of glyphs.entries()) {
    const at = 2 + i * recordBytes;
    view.setUint8(at, glyph.codePoint % pageLength);
    view.setUint8(at + 1, glyph.width);
    view.setUint8(at + 2, glyph.height);
    view.setInt8(at + 3, glyph.left);
    view.setInt8(at + 4, glyph.top);
    view.setUint16(at + 6, Math.round(glyph.advance * advanceUnit), true);
    bytes.set(glyph.coverage, ink);
    ink += glyph.coverage.length;
  }
  return bytes;
}

/** Reads the bytes of `pageBytes`. Page files are deflated; each platform inflates them with its own API. */
export function readPage(page: number, bytes: Uint8Array): GlyphBitmap[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(0, true);
  const glyphs: GlyphBitmap[] = [];
  let ink = 2 + count * recordBytes;
  for (let i = 0; i < count; i++) {
    const at = 2 + i * recordBytes;
    const width = view.getUint8(at + 1);
    const height = view.getUint8(at + 2);
    glyphs.push({
      codePoint: page * pageLength + view.getUint8(at),
      advance: view.getUint16(at + 6, true) / advanceUnit,
      left: view.getInt8(at + 3),
      top: view.getInt8(at + 4),
      width,
      height,
      coverage: bytes.subarray(ink, ink + width * height),
    });
    ink += width * height;
  }
  if (ink !== bytes.length) throw new Error(`Glyph page ${page} has ${bytes.length} bytes where ${ink} are described.`);
  return glyphs;
}
