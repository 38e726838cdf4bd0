import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../children/index.ts';
import { ownerOf, thisMachine } from '../temp-folder/index.ts';
import { errorCode } from './local-errors.ts';

/** The folder for incomplete objects; hidden, so that no key can name it. */
export const incomingFolder = '.incoming';

const abandonedMillis = 24 * 60 * 60 * 1000;

/**
 * Removes incomplete files of killed processes: at once if the process ran on this machine and no longer exists. For
 * other machines' processes that cannot be known, so their files are removed when unchanged for a day.
 */
export async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (isWriterGone(entry.name) || now.getTime() - (await modified(path)) > abandonedMillis) {
      await rm(path, { force: true, recursive: true });
    }
  }
}

function isWriterGone(name: string): boolean {
  const owner = ownerOf(name);
  return owner?.machine === thisMachine && !isAlive(owner.pid);
}

async function modified(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    // Another process has finished or removed it in the meantime.
    if (errorCode(error) === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}
