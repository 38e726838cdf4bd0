import { Failure } from '../../failure.ts';
import { fileKey } from '../file-key.ts';
import { crc32 } from './crc32.ts';
import { type Inflate, inflate, maxInflatedBytes } from './inflate.ts';
import { type ArchiveLimits, archiveLimits } from './limits.ts';
import { isFolderName, isSystemMetadata, memberPath } from './member-name.ts';
import { type DirectoryRecord, locateMember, readDirectory } from './zip-directory.ts';

/** An .osz or .osk: what is in it is known at once, a member is inflated when it is read. */
export interface Archive {
  /** The files in it, in the order of the directory; no folders, nothing a system has added. */
  readonly entries: readonly ArchiveEntry[];
  /** The file of that name; case and the kind of slash do not matter. */
  find(name: string): ArchiveEntry | null;
  /** The bytes of the file of that name, checked against its checksum; null when there is none. */
  read(name: string): Uint8Array | null;
}

export interface ArchiveEntry {
  /** The path inside the archive, with slashes. */
  readonly name: string;
  /** As declared. Reading yields exactly that many bytes or fails. */
  readonly bytes: number;
}

const storedMethod = 0;
const deflateMethod = 8;

/**
 * Opens an archive that anyone may have made. All declared sizes together are held against the limits here, and reading
 * stops where a member exceeds its own: so nothing that is read, alone or in sum, can be beyond the limits. Where the
 * platform can inflate, it does so for us.
 */
export function openArchive(
  bytes: Uint8Array,
  limits: ArchiveLimits = archiveLimits,
  inflateBy: Inflate = inflate,
): Archive {
  const records = readDirectory(bytes, limits.maxEntries);
  requireWithinLimits(records, bytes.length, limits);

  const files = new Map<string, { entry: ArchiveEntry; record: DirectoryRecord }>();
  for (const record of records) {
    const name = memberPath(record.name, limits);
    if (record.isLink) throw new Failure('archive/unsafe', `The member ${JSON.stringify(record.name)} is a link.`);
    if (isFolderName(record.name) || name === '' || isSystemMetadata(name)) continue;
    // Unpacked on Windows, where the game runs, the later of two files with one name replaces the earlier.
    files.set(fileKey(name), { entry: { name, bytes: record.declaredBytes }, record });
  }

  return {
    entries: Array.from(files.values(), (file) => file.entry),
    find: (name) => files.get(fileKey(name))?.entry ?? null,
    read(name) {
      const file = files.get(fileKey(name));
      return file === undefined ? null : readMember(bytes, file.record, inflateBy);
    },
  };
}

function requireWithinLimits(records: readonly DirectoryRecord[], archiveBytes: number, limits: ArchiveLimits): void {
  const allowed = Math.min(limits.maxTotalBytes, limits.maxRatio * archiveBytes);
  let total = 0;
  for (const { name, declaredBytes } of records) {
    total += declaredBytes;
    if (declaredBytes > limits.maxMemberBytes) {
      throw tooLarge(
        `${JSON.stringify(name)} has ${declaredBytes} bytes; at most ${limits.maxMemberBytes} are allowed.`,
      );
    }
  }
  if (total > allowed) throw tooLarge(`${archiveBytes} bytes unpack to ${total}; at most ${allowed} are allowed.`);
}

function readMember(bytes: Uint8Array, record: DirectoryRecord, inflateBy: Inflate): Uint8Array {
  const name = JSON.stringify(record.name);
  if (record.isEncrypted) throw new Failure('archive/unreadable', `The member ${name} is encrypted.`);
  if (record.method !== storedMethod && record.method !== deflateMethod) {
    throw new Failure(
      'archive/unreadable',
      `The member ${name} is packed by method ${record.method}; 0 or 8 expected.`,
    );
  }
  const packed = locateMember(bytes, record);
  if (record.method === storedMethod && packed.length !== record.declaredBytes) {
    throw new Failure(
      'archive/unreadable',
      `The member ${name} has ${packed.length} bytes, not ${record.declaredBytes}.`,
    );
  }
  const member =
    record.method === storedMethod ? packed.slice() : inflateExactly(packed, record.declaredBytes, inflateBy);
  if (crc32(member) !== record.crc) throw new Failure('archive/unreadable', `The member ${name} fails its checksum.`);
  return member;
}

/** To exactly `size` bytes. A stream that yields more is given up at once, one that yields less is refused. */
function inflateExactly(packed: Uint8Array, size: number, inflateBy: Inflate): Uint8Array {
  if (size > maxInflatedBytes(packed.length))
    throw new Failure('archive/unreadable', `${packed.length} bytes cannot inflate to the declared ${size}.`);
  let member: Uint8Array | null;
  try {
    member = inflateBy(packed, size);
  } catch (cause) {
    throw new Failure('archive/unreadable', `A member does not inflate: ${String(cause)}.`, { cause });
  }
  if (member === null) throw tooLarge(`A member inflates to more than the ${size} bytes it declares.`);
  if (member.length !== size) {
    throw new Failure('archive/unreadable', `A member inflates to ${member.length} bytes and declares ${size}.`);
  }
  return member;
}

function tooLarge(what: string): Failure {
  return new Failure('archive/too-large', what);
}
