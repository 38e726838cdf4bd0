import { createHash } from 'node:crypto';
import { chmod, chown, lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { Account } from './account.ts';
import { socketPath } from './address.ts';
import { currentUid } from './current-uid.ts';
import { createPrivateFolder } from './data-folder.ts';

/** The address of a socket has at most 108 bytes on Linux and 104 on macOS, including the final NUL. */
const maxSocketPathBytes = 100;

/** Creates the private folder of the socket: next to the cluster, or at a short path if that one is too long. */
export async function createSocketFolder(folder: string, account: Account): Promise<string> {
  const usual = join(folder, 'run');
  const path = fitsSocket(usual) ? usual : shortSocketFolder(folder);
  await createPrivateFolder(path);
  const { uid } = await lstat(path).then((stats) => {
    if (stats.isDirectory()) return stats;
    throw new Failure('database/cannot-start', `${path} must be a folder, but is a file or a link. Remove it.`);
  });
  // In a shared temporary folder, another user may have created it to intercept connections.
  const ourUid = currentUid();
  if (uid !== ourUid && uid !== account.owner?.uid) {
    throw new Failure(
      'database/cannot-start',
      `${path} belongs to user ${uid}. Remove it, or choose a DATA_DIR with a shorter path.`,
    );
  }
  if (ourUid === uid || ourUid === 0) await chmod(path, 0o700);
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
