import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import type { Account } from './account.ts';
import { ourName, socketPath } from './address.ts';
import type { Binaries } from './binaries.ts';
import { finish } from './command.ts';
import { isAlive } from './postmaster.ts';

/** A socket's address holds 108 bytes on Linux and 104 on macOS, its end included. */
const maxSocketPathBytes = 100;

/** Where PostgreSQL's folder and cluster are; the folder is made, and named the same whichever way it was reached. */
export async function layOut(dataDir: string): Promise<{ folder: string; cluster: string }> {
  await mkdir(dataDir, { recursive: true });
  await makePrivateFolder(join(dataDir, 'postgres'));
  const folder = await realpath(join(dataDir, 'postgres'));
  return { folder, cluster: join(folder, 'cluster') };
}

/** Makes the cluster on first use, beside its place and then moved there, so that a half-made one is never seen. */
export async function makeCluster({
  binaries,
  account,
  folder,
  cluster,
}: {
  binaries: Binaries;
  account: Account;
  folder: string;
  cluster: string;
}): Promise<void> {
  if (await exists(cluster)) return;
  await removeHalfMade(folder);
  const unfinished = join(folder, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`);
  const initdb = [binaries.initdb, '-D', unfinished, '-U', ourName, '-E', 'UTF8', '--locale=C'];
  const options = ['--auth-local=trust', '--auth-host=reject', '--no-instructions'];
  const { code, stderr } = await finish(account.run([...initdb, ...options]), 120_000);
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Failure('database/cannot-start', `The embedded database could not be created. ${stderr.trim()}`);
  }
  try {
    await rename(unfinished, cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was quicker.
    if (!(await exists(cluster))) throw error;
  }
  await syncFolder(folder);
}

async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = /^unfinished-(\d+)-/.exec(name)?.[1];
    if (maker !== undefined && !isAlive(Number(maker))) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

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

async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

export function shortSocketFolder(folder: string, temporary: string = tmpdir()): string {
  const name = `reprise-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const path = join(temporary, name);
  return fitsSocket(path) ? path : join('/tmp', name);
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) <= maxSocketPathBytes;
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );
