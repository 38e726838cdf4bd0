import { randomUUID } from 'node:crypto';
import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './local-errors.ts';

/** Where objects are written before they get their name; hidden, so that no key can reach it. */
export const incomingFolder = '.incoming';

const idleMillis = 60 * 60 * 1000;
const abandonedMillis = 24 * idleMillis;

/** A new file's name carries its writer, for the one who may have to clean up. */
export function incomingName(): string {
  return `${process.pid}-${randomUUID()}`;
}

/**
 * Removes what killed processes left half written.
 *
 * A file is left over when nobody has written to it for an hour and its writer is gone; after a day it goes in any
 * case, because process ids are used again and mean nothing between two machines that share the folder.
 */
export async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    const idle = now.getTime() - (await modified(path));
    if (idle > abandonedMillis || (idle > idleMillis && !isAlive(Number.parseInt(entry.name, 10)))) {
      await rm(path, { force: true, recursive: true });
    }
  }
}

async function modified(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    // Another process has finished or removed it meanwhile.
    if (errorCode(error) === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
