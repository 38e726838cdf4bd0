import { createHash } from 'node:crypto';
import { chmod, chown, lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { Account } from './account.ts';
import { socketPath } from './address.ts';
import { makePrivateFolder } from './data-folder.ts';

/** A socket's address holds 108 bytes on Linux and 104 on macOS, its end included. */
const maxSocketPathBytes = 100;

/** The private folder of the socket: beside the cluster, or a short one when that path is too long for a socket. */
export async function makeSocketFolder(folder: string, account: Account): Promise<string> {
  const beside = join(folder, 'run');
  const path = fitsSocket(beside) ? beside : shortSocketFolder(folder);
  await makePrivateFolder(path);
  const { uid } = await lstat(path).then((stats) => {
    if (stats.isDirectory()) return stats;
    throw new Failure('database/cannot-start', `${path} is in the way: a folder is needed there. Remove it.`);
  });
  // In a shared temporary folder, another user may have made it first to listen in.
  if (uid !== process.getuid!() && uid !== account.owner?.uid) {
    throw new Failure(
      'database/cannot-start',
      `${path} belongs to user ${uid}. Remove it, or choose a DATA_DIR with a shorter path.`,
    );
  }
  if (process.getuid!() === uid || process.getuid!() === 0) await chmod(path, 0o700);
  if (account.owner !== null) await chown(path, account.owner.uid, account.owner.gid);
  return path;
}

export function shortSocketFolder(folder: string, temporary: string = tmpdir()): string {
  const name = `reprise-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const path = join(temporary, name);
  return fitsSocket(path) ? path : join('/tmp', name);
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) <= maxSocketPathBytes;
}
