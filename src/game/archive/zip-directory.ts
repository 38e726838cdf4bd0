import { Failure } from '../../failure.ts';
import { decodeEntryName } from './entry-name.ts';

/** A record of a ZIP file's central directory. Its values are not trustworthy. */
export interface DirectoryRecord {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly isLink: boolean;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly declaredBytes: number;
  readonly headerOffset: number;
}

const endSignature = 0x06054b50;
const endBytes = 22;
const end64Signature = 0x06064b50;
const end64Bytes = 56;
const locator64Signature = 0x07064b50;
const locator64Bytes = 20;
const recordSignature = 0x02014b50;
const recordBytes = 46;
const localSignature = 0x04034b50;
const localBytes = 30;
const maxCommentBytes = 0xffff;
const symlinkType = 0o120000;
const fileTypeMask = 0o170000;

/** Position of the directory in its file, and the declared number of entries. */
export interface DirectoryLocation {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** How many bytes at the end of a file are needed to find the directory, with a comment of any length. */
export const maxDirectoryTailBytes = end64Bytes + locator64Bytes + endBytes + maxCommentBytes;

/** Reads the directory of an archive in memory. */
export function readDirectory(bytes: Uint8Array, maxEntries: number): DirectoryRecord[] {
  const place = locateDirectory(bytes);
  return readRecords(bytes.subarray(place.start, place.end), place.count, maxEntries);
}

/** Parses the bytes of a directory; `maxEntries` limits the work, whatever the directory declares. */
export function readRecords(bytes: Uint8Array, count: number, maxEntries: number): DirectoryRecord[] {
  if (count > maxEntries) throw tooManyEntries(count, maxEntries);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length;

  const records: DirectoryRecord[] = [];
  let at = 0;
  while (at < end) {
    if (records.length === maxEntries) throw tooManyEntries(records.length + 1, maxEntries);
    if (at + recordBytes > end || view.getUint32(at, true) !== recordSignature) {
      throw unreadable(`Expected a record at byte ${at} of the ZIP directory.`);
    }
    const nameEnd = at + recordBytes + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > end) throw unreadable(`The record at byte ${at} exceeds the ZIP directory.`);

    const flags = view.getUint16(at + 8, true);
    records.push({
      name: decodeEntryName(bytes.subarray(at + recordBytes, nameEnd), (flags & 0x800) !== 0),
      method: view.getUint16(at + 10, true),
      isEncrypted: (flags & 1) !== 0,
      isLink: ((view.getUint32(at + 38, true) >>> 16) & fileTypeMask) === symlinkType,
      crc: view.getUint32(at + 16, true),
      ...readSizes(view, at, { start: nameEnd, end: extraEnd }),
    });
    at = next;
  }
  if (records.length !== count)
    throw unreadable(`The ZIP directory has ${records.length} records but declares ${count}.`);
  return records;
}

/** The compressed bytes of an entry, after its local header, whose variable part may differ from the directory's. */
export function locateEntry(bytes: Uint8Array, record: DirectoryRecord): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = record.headerOffset;
  if (header + localBytes > bytes.length || view.getUint32(header, true) !== localSignature) {
    throw unreadable(`The entry ${JSON.stringify(record.name)} is not at the offset in the directory.`);
  }
  const start = header + localBytes + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const end = start + record.compressedBytes;
  if (end > bytes.length) throw unreadable(`The entry ${JSON.stringify(record.name)} is truncated.`);
  return bytes.subarray(start, end);
}

/** Finds the directory in the last bytes of a file, which begin at byte `tailStart` of the file. */
export function locateDirectory(tail: Uint8Array, tailStart = 0): DirectoryLocation {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const end = locateEndRecord(view);
  const parts = view.getUint16(end + 4, true);
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let start = view.getUint32(end + 16, true);
  if (parts !== 0 && parts !== 0xffff) throw unreadable('The archive is part of a multi-part archive.');

  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    const end64 = locateEndRecord64(view, { end, tailStart });
    if (end64 !== null) {
      count = readUint64(view, end64 + 32);
      size = readUint64(view, end64 + 40);
      start = readUint64(view, end64 + 48);
    }
  }
  if (start + size > tailStart + end)
    throw unreadable(`The ZIP directory (${size} bytes at offset ${start}) does not fit into the file.`);
  return { start, end: start + size, count };
}

function locateEndRecord(view: DataView): number {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - maxCommentBytes); at--) {
    // The comment must end exactly at the end of the file; otherwise the signature is part of other data.
    if (view.getUint32(at, true) === endSignature && at + endBytes + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  }
  throw unreadable('The file does not end with a ZIP directory.');
}

function locateEndRecord64(view: DataView, { end, tailStart }: { end: number; tailStart: number }): number | null {
  const locator = end - locator64Bytes;
  if (locator < 0 || view.getUint32(locator, true) !== locator64Signature) return null;
  const at = readUint64(view, locator + 8) - tailStart;
  if (at < 0 || at + end64Bytes > locator || view.getUint32(at, true) !== end64Signature) {
    throw unreadable(`Expected the ZIP64 end record at byte ${at + tailStart}.`);
  }
  return at;
}

/** Reads sizes and offset. A value of all ones is in the ZIP64 extra field instead, in this order. */
function readSizes(view: DataView, record: number, extra: { start: number; end: number }) {
  let declaredBytes = view.getUint32(record + 24, true);
  let compressedBytes = view.getUint32(record + 20, true);
  let headerOffset = view.getUint32(record + 42, true);

  const wide = locateExtraField(view, extra, 1);
  if (wide !== null) {
    let at = wide.start;
    const next = () => {
      if (at + 8 > wide.end) throw unreadable('A 64-bit size is missing from the ZIP directory.');
      at += 8;
      return readUint64(view, at - 8);
    };
    if (declaredBytes === 0xffffffff) declaredBytes = next();
    if (compressedBytes === 0xffffffff) compressedBytes = next();
    if (headerOffset === 0xffffffff) headerOffset = next();
  }
  return { declaredBytes, compressedBytes, headerOffset };
}

function locateExtraField(view: DataView, extra: { start: number; end: number }, id: number) {
  for (let at = extra.start; at + 4 <= extra.end; ) {
    const start = at + 4;
    const end = start + view.getUint16(at + 2, true);
    if (end > extra.end) return null;
    if (view.getUint16(at, true) === id) return { start, end };
    at = end;
  }
  return null;
}

function readUint64(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw unreadable(`A size or offset in the ZIP directory is too large: ${value}.`);
  return value;
}

function unreadable(what: string): Failure {
  return new Failure('archive/unreadable', what);
}

function tooManyEntries(count: number, allowed: number): Failure {
  return new Failure('archive/too-large', `The archive has ${count} entries or more; the limit is ${allowed}.`);
}
