import { statfs } from 'node:fs/promises';
import { Failure } from './failure.ts';

/** Whether a write failed because the disk, or the user's quota, is full. */
export function isDiskFull(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Room for the largest uploads that the default limits allow, and for the database's log. */
const minFreeBytes = 256 * 1024 ** 2;

/** Throws `storage/full` if the disk of a folder has hardly any space left. A small write may succeed even then. */
export async function requireFreeSpace(folder: string, minBytes: number = minFreeBytes): Promise<void> {
  const freeBytes = await readFreeBytes(folder);
  if (freeBytes < minBytes) {
    throw new Failure(
      'storage/full',
      `Only ${Math.floor(freeBytes / 1024 ** 2)} MiB are free on the disk of ${folder}.`,
    );
  }
}

/** How many bytes users without special rights can still write to the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  return (await readDiskSpace(folder)).freeBytes;
}

export async function readDiskSpace(folder: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
