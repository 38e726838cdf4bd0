import { Failure } from '../../../failure.ts';

/** How the 13 bytes before an LZMA stream say it is to be read. */
export interface LzmaHeader {
  /** How many high bits of the byte before choose a literal's model. */
  readonly lc: number;
  /** How many low bits of the position choose a literal's model. */
  readonly lp: number;
  /** How many low bits of the position choose every other model. */
  readonly pb: number;
  readonly dictionaryBytes: number;
  /** Of the text; null: not said, the stream closes itself with an end marker. */
  readonly size: number | null;
}

export const lzmaHeaderBytes = 13;

const maxDictionaryBytes = 16 * 1024 * 1024;

/** Reads a header and refuses what no client writes; it is also what bounds the decoder's memory. */
export function readLzmaHeader(bytes: Uint8Array): LzmaHeader {
  if (bytes.length < lzmaHeaderBytes) {
    throw new Failure('replay/unreadable', `An LZMA header has ${lzmaHeaderBytes} bytes, found ${bytes.length}.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, lzmaHeaderBytes);
  const properties = view.getUint8(0);
  const lc = properties % 9;
  const lp = Math.floor(properties / 9) % 5;
  const pb = Math.floor(properties / 45);
  if (pb > 4 || lc + lp > 4) {
    throw new Failure('replay/unreadable', `Byte ${properties} is no LZMA property that is in use; replays have 93.`);
  }
  const dictionaryBytes = view.getUint32(1, true);
  if (dictionaryBytes > maxDictionaryBytes) {
    throw new Failure(
      'replay/unreadable',
      `The LZMA dictionary claims ${dictionaryBytes} bytes; at most ${maxDictionaryBytes} are accepted.`,
    );
  }
  const size = view.getBigUint64(5, true);
  return { lc, lp, pb, dictionaryBytes, size: size === 0xffffffffffffffffn ? null : Number(size) };
}

/** The header of a stream whose size is known, with the properties that every client writes. */
export function writeLzmaHeader(into: Uint8Array, header: { dictionaryBytes: number; size: number }): void {
  const view = new DataView(into.buffer, into.byteOffset, lzmaHeaderBytes);
  view.setUint8(0, 0x5d);
  view.setUint32(1, header.dictionaryBytes, true);
  view.setBigUint64(5, BigInt(header.size), true);
}
