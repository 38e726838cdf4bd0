import { randomUUID } from 'node:crypto';
import { opendir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './local-errors.ts';

/** Where objects are written before they get their name; hidden, so that no key can reach it. */
export const incomingFolder = '.incoming';

const abandonedMillis = 24 * 60 * 60 * 1000;

/** Machines may share the folder, and every container is one. */
const machine = hostname().replace(/[^A-Za-z0-9.-]/g, '-');

/** A new file's name carries its writer, for the one who may have to clean up. */
export function incomingName(): string {
  return `${machine}_${process.pid}_${randomUUID()}`;
}

/**
 * Removes what killed processes left half written: what a process of this machine wrote that is no more, at once. Of others
 * nothing is known, and process ids are used again: their files go when nobody has written to them for a day.
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
  const [, host, pid] = /^([^_]+)_(\d+)_/.exec(name) ?? [];
  return host === machine && !isAlive(Number(pid));
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
