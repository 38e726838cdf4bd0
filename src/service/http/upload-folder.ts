import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Where files stay while they are worked on. One folder a process, so that what a killed one left can be told apart. */
export interface UploadFolder {
  /** A path nobody uses yet. */
  newPath(): string;
  /** Removes the folder with all that is in it. */
  close(): Promise<void>;
}

/** A process says this often that its folder is in use, and looks for folders that are not. */
const everyMs = 60_000;
/** Whether a process of another machine lives cannot be asked; one that was silent for so long does not. */
const abandonedMs = 60 * everyMs;

/** Makes this process's folder and clears away those of processes that are no more, now and from time to time. */
export async function openUploadFolder(dataDir: string): Promise<UploadFolder> {
  const parent = join(dataDir, 'tmp');
  await mkdir(parent, { recursive: true });
  await removeOrphans(parent);
  const folder = join(parent, `${machine}_${process.pid}_${randomUUID()}`);
  await mkdir(folder);
  openFolders.add(folder);
  const timer = setInterval(async () => {
    const now = new Date();
    await utimes(folder, now, now).catch(() => {});
    await removeOrphans(parent).catch(() => {});
  }, everyMs).unref();
  return {
    newPath: () => join(folder, randomUUID()),
    async close() {
      clearInterval(timer);
      openFolders.delete(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const openFolders = new Set<string>();

/** Machines may share the data folder, and every container is one. */
const machine = hostname().replace(/[^A-Za-z0-9.-]/g, '-');

async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (await isInUse(name, folder)) continue;
    // A render of the killed process may be about to notice, and still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function isInUse(name: string, folder: string): Promise<boolean> {
  const [, host, pid] = /^([^_]+)_(\d+)_/.exec(name) ?? [];
  if (pid === undefined) return true; // None of ours.
  if (host !== machine) return (await silentMs(folder)) < abandonedMs;
  // In a container every process may have the same id, so that one's own says nothing about a folder one did not open.
  return Number(pid) === process.pid ? openFolders.has(folder) : isAlive(Number(pid));
}

async function silentMs(folder: string): Promise<number> {
  // Another process may have removed it meanwhile.
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs;
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
