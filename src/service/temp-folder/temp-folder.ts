import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isAlive } from '../../children/index.ts';
import { requireFreeSpace } from '../../disk-full.ts';
import { createOwnedName, ownerOf, thisMachine } from './owned-name.ts';

/** Holds the files of one process while it works on them, so that other processes can remove them if it is killed. */
export interface TempFolder {
  readonly path: string;
  /** Returns a path that is not in use. */
  newPath(): string;
  /** Health check: throws `storage/full` if its disk has hardly any space left. */
  check(): Promise<void>;
  /** Removes the folder and everything in it. */
  close(): Promise<void>;
}

/** How often a process marks its folder as in use and looks for abandoned folders. */
const heartbeatMs = 60_000;
/** A process on another machine cannot be checked directly; it counts as dead without a heartbeat for this long. */
const abandonedAfterMs = 60 * heartbeatMs;

/** Creates this process's folder below `dataDir`. Removes the folders of dead processes, now and at every heartbeat. */
export async function openTempFolder(dataDir: string): Promise<TempFolder> {
  const parent = join(dataDir, 'tmp');
  await mkdir(parent, { recursive: true });
  await removeOrphans(parent);
  const folder = join(parent, createOwnedName());
  await mkdir(folder);
  openFolders.add(folder);
  const timer = setInterval(async () => {
    const now = new Date();
    await utimes(folder, now, now).catch(() => {});
    await removeOrphans(parent).catch(() => {});
  }, heartbeatMs).unref();
  return {
    path: folder,
    newPath: () => join(folder, randomUUID()),
    check: () => requireFreeSpace(folder),
    async close() {
      clearInterval(timer);
      openFolders.delete(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const openFolders = new Set<string>();

async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (await isInUse(folder)) continue;
    // A render of the killed process may still be writing until it notices that its parent is gone.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function isInUse(folder: string): Promise<boolean> {
  const owner = ownerOf(basename(folder));
  if (owner === null) return true; // Not a folder of ours: leave it alone.
  if (owner.machine !== thisMachine) return (await sinceHeartbeatMs(folder)) < abandonedAfterMs;
  // A restarted container often gets the same process id again, so our own id does not prove that the folder is ours.
  return owner.pid === process.pid ? openFolders.has(folder) : isAlive(owner.pid);
}

async function sinceHeartbeatMs(folder: string): Promise<number> {
  // Another process may have removed the folder in the meantime.
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs;
}
