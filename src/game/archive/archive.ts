import { Failure } from '../../failure.ts';
import { fileKey } from '../file-key.ts';
import { crc32 } from './crc32.ts';
import { entryPath, isFolderName, isSystemMetadata } from './entry-name.ts';
import { type Inflate, inflate, maxInflatedBytes } from './inflate.ts';
import { type ArchiveLimits, archiveLimits } from './limits.ts';
import { type DirectoryRecord, locateEntry, readDirectory } from './zip-directory.ts';

/** An open .osz or .osk file. Its directory is read at once; entries are inflated on demand. */
export interface Archive {
  /** The files, in the order of the directory, without folders and system metadata. */
  readonly entries: readonly ArchiveEntry[];
  /** Finds a file by name; case and slash direction do not matter. */
  find(name: string): ArchiveEntry | null;
  /** Reads a file and verifies its checksum; null if there is no such file. */
  read(name: string): Uint8Array | null;
}

/** A file in an archive. */
export interface ArchiveEntry {
  /** The path inside the archive, with forward slashes. */
  readonly name: string;
  /** Declared size; reading yields exactly this many bytes or fails. */
  readonly bytes: number;
}

/** How entries are unpacked and verified. */
export interface Unpacker {
  readonly inflate: Inflate;
  readonly crc32: (bytes: Uint8Array) => number;
}

/** Unpacks in JavaScript, on any platform. */
const portableUnpacker: Unpacker = { inflate, crc32 };

const storedMethod = 0;
const deflateMethod = 8;

/**
 * Opens an untrusted archive. It checks the sum of all declared sizes against the limits, and reading stops when an entry
 * exceeds its declared size, so neither an entry nor their sum can exceed the limits. Pass the platform's own functions
 * where there are some.
 */
export function openArchive(
  bytes: Uint8Array,
  limits: ArchiveLimits = archiveLimits,
  unpacker: Unpacker = portableUnpacker,
): Archive {
  const records = readDirectory(bytes, limits.maxEntries);
  requireWithinLimits(records, bytes.length, limits);

  const files = new Map<string, { entry: ArchiveEntry; record: DirectoryRecord }>();
  for (const record of records) {
    const name = entryPath(record.name, limits);
    if (record.isLink)
      throw new Failure('archive/unsafe', `The entry ${JSON.stringify(record.name)} is a symbolic link.`);
    if (isFolderName(record.name) || name === '' || isSystemMetadata(name)) continue;
    // On Windows, where the game runs, the later of two files with the same name replaces the earlier one.
    files.set(fileKey(name), { entry: { name, bytes: record.declaredBytes }, record });
  }

  return {
    entries: Array.from(files.values(), (file) => file.entry),
    find: (name) => files.get(fileKey(name))?.entry ?? null,
    read(name) {
      const file = files.get(fileKey(name));
      return file === undefined ? null : readEntry(bytes, file.record, unpacker);
    },
  };
}

function requireWithinLimits(records: readonly DirectoryRecord[], archiveBytes: number, limits: ArchiveLimits): void {
  const allowed = Math.min(limits.maxTotalBytes, limits.maxRatio * archiveBytes);
  let total = 0;
  for (const { name, declaredBytes } of records) {
    total += declaredBytes;
    if (declaredBytes > limits.maxEntryBytes) {
      throw tooLarge(
        `The entry ${JSON.stringify(name)} has ${declaredBytes} bytes; the limit is ${limits.maxEntryBytes}.`,
      );
    }
  }
  if (total > allowed) throw tooLarge(`${archiveBytes} bytes inflate to ${total}; the limit is ${allowed}.`);
}

function readEntry(bytes: Uint8Array, record: DirectoryRecord, unpacker: Unpacker): Uint8Array {
  const name = JSON.stringify(record.name);
  if (record.isEncrypted) throw new Failure('archive/unreadable', `The entry ${name} is encrypted.`);
  if (record.method !== storedMethod && record.method !== deflateMethod) {
    throw new Failure(
      'archive/unreadable',
      `Expected compression method 0 or 8 for the entry ${name}, found ${record.method}.`,
    );
  }
  const packed = locateEntry(bytes, record);
  if (record.method === storedMethod && packed.length !== record.declaredBytes) {
    throw new Failure(
      'archive/unreadable',
      `The entry ${name} has ${packed.length} bytes but declares ${record.declaredBytes}.`,
    );
  }
  const unpacked =
    record.method === storedMethod ? packed.slice() : inflateExactly(packed, record.declaredBytes, unpacker.inflate);
  if (unpacker.crc32(unpacked) !== record.crc)
    throw new Failure('archive/unreadable', `The entry ${name} has a wrong checksum.`);
  return unpacked;
}

/** Inflates to exactly `size` bytes. It stops early if the stream yields more, and refuses a stream that yields less. */
function inflateExactly(packed: Uint8Array, size: number, inflateBy: Inflate): Uint8Array {
  if (size > maxInflatedBytes(packed.length))
    throw new Failure('archive/unreadable', `${packed.length} bytes cannot inflate to the declared ${size} bytes.`);
  let unpacked: Uint8Array | null;
  try {
    unpacked = inflateBy(packed, size);
  } catch (cause) {
    throw new Failure('archive/unreadable', `An entry cannot be inflated: ${String(cause)}.`, { cause });
  }
  if (unpacked === null) throw tooLarge(`An entry inflates to more than its declared ${size} bytes.`);
  if (unpacked.length !== size) {
    throw new Failure('archive/unreadable', `An entry inflates to ${unpacked.length} bytes but declares ${size}.`);
  }
  return unpacked;
}

function tooLarge(what: string): Failure {
  return new Failure('archive/too-large', what);
}
