import { inflateSync } from 'node:zlib';

/**
 * The code points for which a .woff file has glyphs. Read from the file itself, because a canvas silently substitutes
 * missing glyphs from other installed fonts.
 */
export function charactersIn(woff: Buffer): number[] {
  const cmap = tableOf(woff, 'cmap');
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + i * 8));
  const segmented = subtables.find((at) => cmap.readUInt16BE(at) === 4);
  if (segmented === undefined) throw new Error('The font has no table of characters in format 4.');
  return segmentsAt(cmap, segmented).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
}

function tableOf(woff: Buffer, tag: string): Buffer {
  const count = woff.readUInt16BE(12);
  for (let entry = 44; entry < 44 + count * 20; entry += 20) {
    if (woff.toString('latin1', entry, entry + 4) !== tag) continue;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const bytes = woff.subarray(offset, offset + packed);
    return packed < woff.readUInt32BE(entry + 12) ? inflateSync(bytes) : bytes;
  }
  throw new Error(`The font has no table ${tag}.`);
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
