import { brotliDecompressSync } from 'node:zlib';

const headerBytes = 48;
/** The number of `cmap` in the format's list of known tables. */
const cmapNumber = 0;
/** Marks a table that is not in that list; its name follows. */
const unknownTable = 63;
const [glyf, loca] = [10, 11];

/**
 * The code points for which a .woff2 file has glyphs. Read from the file itself, because a canvas silently substitutes
 * missing glyphs from other installed fonts.
 */
export function charactersIn(woff2: Buffer): number[] {
  const cmap = cmapOf(woff2);
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + i * 8));
  const segmented = subtables.find((at) => cmap.readUInt16BE(at) === 4);
  if (segmented === undefined) throw new Error('The font has no table of characters in format 4.');
  return segmentsAt(cmap, segmented).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
}

/** All tables are compressed as one; a list of their numbers and sizes, without offsets, is before them. */
function cmapOf(woff2: Buffer): Buffer {
  let at = headerBytes;
  let offset = 0;
  let cmap: { start: number; end: number } | undefined;
  /** A number in groups of seven bits; the high bit of a byte says that another one follows. */
  function readNumber(): number {
    for (let value = 0; ; ) {
      const byte = woff2.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
  for (let left = woff2.readUInt16BE(12); left > 0; left--) {
    const flags = woff2.readUInt8(at++);
    const table = flags & 63;
    if (table === unknownTable) at += 4;
    const size = readNumber();
    const isTransformed = flags >> 6 !== (table === glyf || table === loca ? 3 : 0);
    const end = offset + (isTransformed ? readNumber() : size);
    if (table === cmapNumber) cmap = { start: offset, end };
    offset = end;
  }
  if (cmap === undefined) throw new Error('The font has no table of characters.');
  return brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20))).subarray(cmap.start, cmap.end);
}

/** First and last code point of each segment; the last segment only marks the end of the table. */
function segmentsAt(cmap: Buffer, at: number): [number, number][] {
  const count = cmap.readUInt16BE(at + 6) / 2;
  const lasts = at + 14;
  const firsts = lasts + count * 2 + 2;
  return Array.from({ length: count }, (_, i): [number, number] => [
    cmap.readUInt16BE(firsts + i * 2),
    cmap.readUInt16BE(lasts + i * 2),
  ]).filter(([first]) => first !== 0xffff);
}
