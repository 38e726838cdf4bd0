import { Failure } from '../../../failure.ts';

/** The 13 bytes before an LZMA stream. */
export interface LzmaHeader {
  /** How many high bits of the previous byte select a literal's model. */
  readonly lc: number;
  /** How many low bits of the position select a literal's model. */
  readonly lp: number;
  /** How many low bits of the position select every other model. */
  readonly pb: number;
  readonly dictionaryBytes: number;
  /** Uncompressed size in bytes; null if the stream ends with an end marker instead. */
  readonly size: number | null;
}

/** Size of an LZMA header. */
export const lzmaHeaderBytes = 13;

const maxDictionaryBytes = 16 * 1024 * 1024;

/** Reads a header and refuses values that no client writes, which also limits the decoder's memory. */
export function readLzmaHeader(bytes: Uint8Array): LzmaHeader {
  if (bytes.length < lzmaHeaderBytes) {
    throw new Failure('replay/unreadable', `Expected ${lzmaHeaderBytes} bytes of LZMA header, found ${bytes.length}.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, lzmaHeaderBytes);
  const properties = view.getUint8(0);
  const lc = properties % 9;
  const lp = Math.floor(properties / 9) % 5;
  const pb = Math.floor(properties / 45);
  if (pb > 4 || lc + lp > 4) {
    throw new Failure('replay/unreadable', `Expected LZMA properties as in replays (93), found ${properties}.`);
  }
  const dictionaryBytes = view.getUint32(1, true);
  if (dictionaryBytes > maxDictionaryBytes) {
    throw new Failure(
      'replay/unreadable',
      `The LZMA dictionary has ${dictionaryBytes} bytes; the limit is ${maxDictionaryBytes}.`,
    );
  }
  const size = view.getBigUint64(5, true);
  return { lc, lp, pb, dictionaryBytes, size: size === 0xffffffffffffffffn ? null : Number(size) };
}

/** Writes the header of a stream with a declared size and the properties that every client writes. */
export function writeLzmaHeader(into: Uint8Array, header: { dictionaryBytes: number; size: number }): void {
  const view = new DataView(into.buffer, into.byteOffset, lzmaHeaderBytes);
  view.setUint8(0, 0x5d);
  view.setUint32(1, header.dictionaryBytes, true);
  view.setBigUint64(5, BigInt(header.size), true);
}
