import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { Failure } from '../failure.ts';
import { type ArchiveLimits, skinArchiveLimits } from '../osu/archive/index.ts';
import { type Member, readDirectory } from './archive-directory.ts';
import { checkMembers, deflated } from './member-rules.ts';

export interface CheckOptions {
  limits?: ArchiveLimits;
  /** Ends the check with its reason. */
  signal?: AbortSignal;
}

/**
 * Throws the failure of the first rule a skin's archive breaks. The file is read from disk piece by piece, and each
 * member is inflated to exactly the size it declares and thrown away: as the declared sizes together keep the limits,
 * so does what is really inflated, whatever the archive says about itself.
 */
export async function checkSkinArchive(path: string, options: CheckOptions = {}): Promise<void> {
  const { limits = skinArchiveLimits, signal } = options;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    await checkMagic(file);
    const { members, start } = await readDirectory(file, size, limits.entries);
    checkMembers(members, size, limits);
    await checkContents(file, { members, end: start, signal });
  } finally {
    await file.close();
  }
}

async function checkMagic(file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  if (bytesRead < 2 || buffer.toString('latin1') !== 'PK') throw new Failure('skin/wrong-magic');
}

interface Contents {
  members: readonly Member[];
  end: number;
  signal?: AbortSignal;
}

/** In the order in which they lie on disk; two that share bytes are a trick to make much out of little. */
async function checkContents(file: FileHandle, { members, end, signal }: Contents): Promise<void> {
  let behindLast = 0;
  for (const member of members.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    signal?.throwIfAborted();
    if (member.headerOffset < behindLast) throw damaged(member, 'overlaps another entry');
    if (member.headerOffset >= end) throw damaged(member, 'is not where the directory says');
    const start = await dataStart(file, member);
    behindLast = start + member.compressedBytes;
    if (behindLast > end) throw damaged(member, 'is cut off or reaches into the directory');
    await checkData(file, { member, start, signal });
  }
}

const localHeaderBytes = 30;
const localSignature = 0x04034b50;

/** A member's own header in front of its bytes repeats the name, at a length of its own. */
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
  member: Member;
  start: number;
  signal?: AbortSignal;
}

async function checkData(file: FileHandle, { member, start, signal }: Data): Promise<void> {
  let length = 0;
  let crc = 0;
  const packed = bytesOf(file, { start, length: member.compressedBytes });
  async function measure(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > member.declaredBytes) throw damaged(member, 'unpacks to more than it declares');
      crc = crc32(chunk, crc);
    }
  }
  try {
    if (member.method === deflated) await pipeline(packed, createInflateRaw({ chunkSize }), measure, { signal });
    else await measure(packed);
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

function damaged({ name }: Member, what: string, cause?: Error): Failure {
  return new Failure('skin/damaged', `The entry ${JSON.stringify(name.slice(0, 200))} ${what}.`, { cause });
}
