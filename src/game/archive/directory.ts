import { Failure } from '../../failure.ts';
import { decodeMemberName } from './member-name.ts';

/** What the central directory of a ZIP file says about one member. None of it is to be believed. */
export interface DirectoryRecord {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly link: boolean;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly declaredBytes: number;
  readonly headerOffset: number;
}

const END = 0x06054b50;
const END_SIZE = 22;
const END64 = 0x06064b50;
const END64_SIZE = 56;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_SIZE = 20;
const RECORD = 0x02014b50;
const RECORD_SIZE = 46;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const LONGEST_COMMENT = 0xffff;
const LINK_TYPE = 0o120000;
const FILE_TYPE_BITS = 0o170000;

/** Where the directory lies in its file, and how many members it claims. */
export interface DirectoryPlace {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** As much of a file's end as it takes to find the directory, whatever comment follows it. */
export const DIRECTORY_TAIL_BYTES = END64_SIZE + LOCATOR64_SIZE + END_SIZE + LONGEST_COMMENT;

/** The members of an archive held in memory. */
export function readDirectory(bytes: Uint8Array, maxEntries: number): DirectoryRecord[] {
  const place = locateDirectory(bytes);
  return readRecords(bytes.subarray(place.start, place.end), place.count, maxEntries);
}

/** Walks the bytes of a directory; `maxEntries` bounds the work whatever the directory claims. */
export function readRecords(bytes: Uint8Array, count: number, maxEntries: number): DirectoryRecord[] {
  if (count > maxEntries) throw tooMany(count, maxEntries);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length;

  const records: DirectoryRecord[] = [];
  let at = 0;
  while (at < end) {
    if (records.length === maxEntries) throw tooMany(records.length + 1, maxEntries);
    if (at + RECORD_SIZE > end || view.getUint32(at, true) !== RECORD) {
      throw unreadable(`Expected a record at byte ${at} of the directory.`);
    }
    const nameEnd = at + RECORD_SIZE + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > end) throw unreadable(`The record at byte ${at} runs past the directory's end.`);

    const flags = view.getUint16(at + 8, true);
    records.push({
      name: decodeMemberName(bytes.subarray(at + RECORD_SIZE, nameEnd), (flags & 0x800) !== 0),
      method: view.getUint16(at + 10, true),
      encrypted: (flags & 1) !== 0,
      link: ((view.getUint32(at + 38, true) >>> 16) & FILE_TYPE_BITS) === LINK_TYPE,
      crc: view.getUint32(at + 16, true),
      ...readSizes(view, at, { start: nameEnd, end: extraEnd }),
    });
    at = next;
  }
  if (records.length !== count) throw unreadable(`The directory lists ${records.length} members and claims ${count}.`);
  return records;
}

/** Where a member's compressed bytes lie: its own header in front of them repeats the name, at a length of its own. */
export function locateMember(bytes: Uint8Array, record: DirectoryRecord): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = record.headerOffset;
  if (header + LOCAL_SIZE > bytes.length || view.getUint32(header, true) !== LOCAL) {
    throw unreadable(`The member ${JSON.stringify(record.name)} is not where the directory says.`);
  }
  const start = header + LOCAL_SIZE + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const end = start + record.compressedBytes;
  if (end > bytes.length) throw unreadable(`The member ${JSON.stringify(record.name)} is cut off.`);
  return bytes.subarray(start, end);
}

/** Finds the directory in the last bytes of a file, of which the first is byte `tailStart` of the whole. */
export function locateDirectory(tail: Uint8Array, tailStart = 0): DirectoryPlace {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const end = locateEndRecord(view);
  const parts = view.getUint16(end + 4, true);
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let start = view.getUint32(end + 16, true);
  if (parts !== 0 && parts !== 0xffff) throw unreadable('The archive is one part of several.');

  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    const end64 = locateEndRecord64(view, { end, tailStart });
    if (end64 !== null) {
      count = readUint64(view, end64 + 32);
      size = readUint64(view, end64 + 40);
      start = readUint64(view, end64 + 48);
    }
  }
  if (start + size > tailStart + end)
    throw unreadable(`The directory (${size} bytes at ${start}) does not fit into the file.`);
  return { start, end: start + size, count };
}

function locateEndRecord(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
    // The comment must reach exactly to the end of the file, or the signature is only part of some other bytes.
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  }
  throw unreadable('There is no ZIP directory at the end of the file.');
}

function locateEndRecord64(view: DataView, { end, tailStart }: { end: number; tailStart: number }): number | null {
  const locator = end - LOCATOR64_SIZE;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64) return null;
  const at = readUint64(view, locator + 8) - tailStart;
  if (at < 0 || at + END64_SIZE > locator || view.getUint32(at, true) !== END64) {
    throw unreadable(`Expected the 64-bit end of the directory at byte ${at + tailStart}.`);
  }
  return at;
}

/** Sizes and offset; those that are all ones are 64 bits wide and stand in the extra field, in this order. */
function readSizes(view: DataView, record: number, extra: { start: number; end: number }) {
  let declaredBytes = view.getUint32(record + 24, true);
  let compressedBytes = view.getUint32(record + 20, true);
  let headerOffset = view.getUint32(record + 42, true);

  const wide = locateExtraField(view, extra, 1);
  if (wide !== null) {
    let at = wide.start;
    const next = () => {
      if (at + 8 > wide.end) throw unreadable('A 64-bit size is missing from the directory.');
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
  if (!Number.isSafeInteger(value)) throw unreadable(`A size or an offset is ${value}.`);
  return value;
}

function unreadable(what: string): Failure {
  return new Failure('archive/unreadable', what);
}

function tooMany(count: number, allowed: number): Failure {
  return new Failure('archive/too-large', `The archive has ${count} entries or more; at most ${allowed} are allowed.`);
}
