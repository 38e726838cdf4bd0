import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../../children/index.ts';
import { Failure } from '../../../failure.ts';
import type { Account } from './account.ts';
import { databaseName } from './address.ts';
import type { Binaries } from './binaries.ts';
import { runToEnd } from './command.ts';
import { dynamicSharedMemory } from './settings.ts';

/** Creates the cluster on first use. It creates it under another name first, so that no process sees an incomplete one. */
export async function createCluster({
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
  if (existsSync(cluster)) return;
  await removeUnfinished(folder);
  const unfinished = join(folder, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`);
  const initdb = [binaries.initdb, '-D', unfinished, '-U', databaseName, '-E', 'UTF8', '--locale=C'];
  const options = ['--auth-local=trust', '--auth-host=reject', '--no-instructions', `--set=${dynamicSharedMemory}`];
  const { code, stderr } = await runToEnd(account.run([...initdb, ...options]), 120_000);
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Failure('database/cannot-start', `The embedded database could not be created. ${stderr.trim()}`);
  }
  try {
    await rename(unfinished, cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have created it first.
    if (!existsSync(cluster)) throw error;
  }
  await syncFolder(folder);
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const creatorPid = /^unfinished-(\d+)-/.exec(name)?.[1];
    if (creatorPid !== undefined && !isAlive(Number(creatorPid))) {
      // The initdb of the killed process may still write.
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
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
