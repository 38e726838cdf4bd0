import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type ArchiveLimits, archiveLimits, isFolderName, memberPath } from '../../game/archive/index.ts';
import { ArchiveRefused, type ArchiveRule } from './archive-refused.ts';
import { type Member, readDirectory } from './central-directory.ts';
import { validateMembers } from './check-entries.ts';

export interface ArchiveOptions {
  readonly limits?: ArchiveLimits;
  /** Aborts reading with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A file or a folder in an archive on disk. */
export interface ArchiveMember {
  /** Path inside the archive, with slashes. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The declared size. Reading yields exactly this many bytes or fails. */
  readonly bytes: number;
  /** Inflates the member as a stream; throws ArchiveRefused if its size or checksum differ from the declared ones. */
  read(to?: (chunk: Uint8Array) => void | Promise<void>): Promise<void>;
}

/**
 * The members of an untrusted archive, in the order of their position in the file. The file is read as a
 * stream. Each member inflates to exactly its declared size; the declared sizes together are within the limits, so the
 * inflated bytes are too.
 */
export async function* archiveMembers(path: string, options: ArchiveOptions = {}): AsyncGenerator<ArchiveMember> {
  const { limits = archiveLimits, signal } = options;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    await checkMagic(file);
    const { members, start: end } = await readDirectory(file, size, limits.maxEntries);
    validateMembers(members, size, limits);
    let behindLast = 0;
    for (const member of members.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
      signal?.throwIfAborted();
      // Overlapping members are a decompression bomb.
      if (member.headerOffset < behindLast) throw damaged(member, 'overlaps another entry');
      if (member.headerOffset >= end) throw damaged(member, 'is not where the directory says');
      const start = await dataStart(file, member);
      behindLast = start + member.compressedBytes;
      if (behindLast > end) throw damaged(member, 'is cut off or reaches into the directory');
      yield {
        path: memberPath(member.name, limits),
        isFolder: isFolderName(member.name),
        bytes: member.declaredBytes,
        read: (to = () => {}) => readData(file, { member, start, to, signal }),
      };
    }
  } finally {
    await file.close();
  }
}

async function checkMagic(file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead < 2 || buffer.toString('latin1') !== 'PK') {
    throw new ArchiveRefused('wrong-magic', 'It does not start like a ZIP archive.');
  }
}

const localHeaderBytes = 30;
const localSignature = 0x04034b50;

/** The local header before a member's bytes repeats the name, possibly with another length. */
async function dataStart(file: FileHandle, member: Member): Promise<number> {
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(localHeaderBytes),
    0,
    localHeaderBytes,
    member.headerOffset,
  );
  if (bytesRead < localHeaderBytes || buffer.readUInt32LE(0) !== localSignature) {
    throw damaged(member, 'is not where the directory says');
  }
  return member.headerOffset + localHeaderBytes + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
}

interface Data {
  readonly member: Member;
  readonly start: number;
  readonly to: (chunk: Uint8Array) => void | Promise<void>;
  readonly signal: AbortSignal | undefined;
}

const stored = 0;
const deflated = 8;

async function readData(file: FileHandle, { member, start, to, signal }: Data): Promise<void> {
  if (member.isEncrypted) throw refused(member, 'encrypted', 'is encrypted');
  if (member.method !== stored && member.method !== deflated)
    throw damaged(member, `is packed by method ${member.method}`);
  let length = 0;
  let crc = 0;
  const packed = bytesOf(file, { start, length: member.compressedBytes });
  async function pass(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > member.declaredBytes) throw damaged(member, 'unpacks to more than it declares');
      crc = crc32(chunk, crc);
      await to(chunk);
    }
  }
  try {
    if (member.method === deflated) {
      await pipeline(packed, createInflateRaw({ chunkSize }), pass, signal ? { signal } : {});
    } else await pass(packed);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw damaged(member, `does not inflate: ${error.message}`, error);
    }
    throw error;
  }
  if (length !== member.declaredBytes) throw damaged(member, `unpacks to ${length} bytes, not ${member.declaredBytes}`);
  if (crc !== member.crc) throw damaged(member, 'fails its checksum');
}

const chunkSize = 64 * 1024;

async function* bytesOf(
  file: FileHandle,
  { start, length }: { start: number; length: number },
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const wanted = Math.min(chunkSize, length - at);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function damaged(member: Member, what: string, cause?: Error): ArchiveRefused {
  return refused(member, 'damaged', what, cause);
}

function refused({ name }: Member, rule: ArchiveRule, what: string, cause?: Error): ArchiveRefused {
  return new ArchiveRefused(rule, `The entry ${JSON.stringify(name.slice(0, 200))} ${what}.`, { cause });
}
