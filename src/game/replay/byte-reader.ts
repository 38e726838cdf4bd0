import { Failure } from '../../failure.ts';

/** Reads the little-endian fields of an .osr file in order; every read checks for the end of the file. */
export interface ByteReader {
  /** Offset of the next read. */
  readonly position: number;
  readonly remaining: number;
  u8(field: string): number;
  u16(field: string): number;
  i32(field: string): number;
  i64(field: string): bigint;
  /** 0x00, or 0x0b + ULEB128 byte length + UTF-8. */
  string(field: string, maxBytes: number): string;
  skip(field: string, bytes: number): void;
}

// ignoreBOM keeps a leading U+FEFF, so that writing the string back gives the same bytes.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Creates a reader at the start of the bytes. */
export function createByteReader(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;

  /** Moves past `size` bytes and returns their offset. */
  function take(field: string, size: number): number {
    const start = position;
    if (size > view.byteLength - start) {
      throw new Failure(
        'replay/unreadable',
        `The file ends inside the ${field}: expected ${size} bytes at offset ${start}, found ${view.byteLength - start}.`,
      );
    }
    position += size;
    return start;
  }

  function uleb128(field: string): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = view.getUint8(take(field, 1));
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new Failure('replay/unreadable', `The length of the ${field} has more than 5 bytes.`);
  }

  return {
    get position() {
      return position;
    },
    get remaining() {
      return view.byteLength - position;
    },
    u8: (field) => view.getUint8(take(field, 1)),
    u16: (field) => view.getUint16(take(field, 2), true),
    i32: (field) => view.getInt32(take(field, 4), true),
    i64: (field) => view.getBigInt64(take(field, 8), true),
    string(field, maxBytes) {
      const marker = view.getUint8(take(field, 1));
      if (marker === 0) return '';
      if (marker !== 0x0b) {
        throw new Failure(
          'replay/unreadable',
          `Expected the ${field} at offset ${position - 1} to start with byte 0 or 11, found ${marker}.`,
        );
      }
      const length = uleb128(field);
      if (length > maxBytes) {
        throw new Failure('replay/unreadable', `The ${field} has ${length} bytes; the limit is ${maxBytes}.`);
      }
      const start = take(field, length);
      return utf8.decode(bytes.subarray(start, start + length));
    },
    skip: (field, size) => void take(field, size),
  };
}
