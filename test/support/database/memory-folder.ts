import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Enough for the databases of all tests that run at the same time. */
const requiredBytes = 4 * 1024 ** 3;

/**
 * Creates a temporary folder in memory if there is room, otherwise on disk. For databases: PostgreSQL waits until the disk
 * has every commit, and creating or dropping a database writes thousands of pages.
 */
export async function memoryFolder(prefix: string): Promise<string> {
  const shared = '/dev/shm';
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }));
  return mkdtemp(join(bavail * bsize >= requiredBytes ? shared : tmpdir(), prefix));
}
