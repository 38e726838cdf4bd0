import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where files stay while they arrive. One folder a process, so that what a killed one left behind can be told apart. */
export interface UploadFolder {
  /** A path nobody uses yet. */
  newPath(): string;
  /** Removes the folder with all that is in it. */
  close(): Promise<void>;
}

/** Makes this process's folder and clears away those of processes that are no more. */
export async function openUploadFolder(dataDir: string): Promise<UploadFolder> {
  const parent = join(dataDir, 'tmp');
  await mkdir(parent, { recursive: true });
  await removeOrphans(parent);
  const folder = join(parent, `uploads-${process.pid}-${randomUUID()}`);
  await mkdir(folder);
  openFolders.add(folder);
  return {
    newPath: () => join(folder, randomUUID()),
    async close() {
      openFolders.delete(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const openFolders = new Set<string>();

async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^uploads-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isInUse(Number(pid), join(parent, name))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** In a container every process may have the same id, so that one's own says nothing about a folder one did not open. */
function isInUse(pid: number, folder: string): boolean {
  return pid === process.pid ? openFolders.has(folder) : isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
