import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a test archive. Wrong values are written as specified. */
export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly data?: string | Uint8Array;
  readonly method?: 'store' | 'deflate';
  /** Written instead of the method's number. */
  readonly methodNumber?: number;
  readonly flags?: number;
  readonly declaredBytes?: number;
  readonly crc?: number;
  readonly unixMode?: number;
  /** Writes the sizes after the data, as tools do that write to a pipe. */
  readonly dataDescriptor?: boolean;
  /** Writes sizes and offset in the ZIP64 extra field. */
  readonly zip64?: boolean;
}

/** Writes a ZIP file, with errors if a test needs them. */
export function makeZip(
  entries: readonly ZipEntry[],
  options: { comment?: string; declaredEntries?: number; zip64End?: boolean } = {},
): Uint8Array {
  const parts: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, record } = packEntry(entry, offset);
    parts.push(local);
    records.push(record);
    offset += local.length;
  }
  const directory = Buffer.concat(records);
  const count = options.declaredEntries ?? entries.length;
  const wide = options.zip64End === true;
  if (wide) parts.push(directory, endRecord64({ count, size: directory.length, start: offset }));
  else parts.push(directory);
  parts.push(endRecord({ count, size: directory.length, start: offset, wide, comment: options.comment ?? '' }));
  return new Uint8Array(Buffer.concat(parts));
}

function packEntry(entry: ZipEntry, offset: number): { local: Buffer; record: Buffer } {
  const name = Buffer.from(entry.name as string);
  const data = Buffer.from(entry.data ?? '');
  const deflated = (entry.method ?? 'deflate') === 'deflate';
  const packed = deflated ? deflateRawSync(data) : data;
  const method = entry.methodNumber ?? (deflated ? 8 : 0);
  const crc = entry.crc ?? crc32(data);
  const size = entry.declaredBytes ?? data.length;
  const streamed = entry.dataDescriptor === true;
  const flags = (entry.flags ?? (typeof entry.name === 'string' ? 0x800 : 0)) | (streamed ? 8 : 0);

  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  if (!streamed) {
    header.writeUInt32LE(crc, 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(size, 22);
  }
  header.writeUInt16LE(name.length, 26);

  const descriptor = Buffer.alloc(streamed ? 16 : 0);
  if (streamed) {
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(crc, 4);
    descriptor.writeUInt32LE(packed.length, 8);
    descriptor.writeUInt32LE(size, 12);
  }

  const extra = Buffer.alloc(entry.zip64 ? 28 : 0);
  if (entry.zip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(size), 4);
    extra.writeBigUInt64LE(BigInt(packed.length), 12);
    extra.writeBigUInt64LE(BigInt(offset), 20);
  }
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE((3 << 8) | 20, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(flags, 8);
  record.writeUInt16LE(method, 10);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(entry.zip64 ? 0xffffffff : packed.length, 20);
  record.writeUInt32LE(entry.zip64 ? 0xffffffff : size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(((entry.unixMode ?? 0o100644) << 16) >>> 0, 38);
  record.writeUInt32LE(entry.zip64 ? 0xffffffff : offset, 42);
  return {
    local: Buffer.concat([header, name, packed, descriptor]),
    record: Buffer.concat([record, name, extra]),
  };
}

interface DirectoryLocation {
  readonly count: number;
  readonly size: number;
  readonly start: number;
}

function endRecord({
  count,
  size,
  start,
  wide,
  comment,
}: DirectoryLocation & { wide: boolean; comment: string }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(wide ? 0xffff : count, 8);
  end.writeUInt16LE(wide ? 0xffff : count, 10);
  end.writeUInt32LE(wide ? 0xffffffff : size, 12);
  end.writeUInt32LE(wide ? 0xffffffff : start, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([end, Buffer.from(comment)]);
}

function endRecord64({ count, size, start }: DirectoryLocation): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}
