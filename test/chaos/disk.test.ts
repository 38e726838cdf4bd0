import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createClients } from './clients.ts';
import { readerOf, recordEndings } from './database-reader.ts';
import { expectNothingLost } from './expect-nothing-lost.ts';
import { isLong, settleTimeoutMs, testTimeoutMs } from './run-length.ts';
import { type RunningService, startService } from './running-service.ts';

const fullMs = isLong ? 30_000 : 4_000;

let service: RunningService | undefined;
let folder: string;
const mounted: string[] = [];
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await service?.logs());
  await service?.remove();
  for (const path of mounted.toReversed()) execFileSync('umount', ['--lazy', path]);
  await rm(folder, { recursive: true, force: true });
});

test(
  'while the disk of temporary files is full, or all disks are, jobs wait',
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-chaos-disk-'));
    const dataDir = join(folder, 'data');
    const temporary = join(dataDir, 'tmp');
    // The embedded database takes about 40 MB, and its log grows in steps of 16 MB.
    if (!(await mountSmallDisk(dataDir, 400)) || !(await mountSmallDisk(temporary, 40))) return;
    const running = await startService({ workers: 1, dataDir });
    service = running;
    const database = readerOf(service);
    await recordEndings(database);
    const clients = createClients(service);
    await clients.submit(isLong ? 3 : 2);
    for (const disks of [[temporary], [temporary, dataDir]]) {
      await vi.waitFor(() => expect(running.renders()).not.toEqual([]), { timeout: settleTimeoutMs, interval: 100 });
      const ballast = disks.map((disk) => join(disk, 'ballast'));
      for (const file of ballast) await fill(file);
      expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'degraded' });
      await sleep(fullMs);
      for (const file of ballast) await rm(file);
      await clients.submit(1);
    }
    await expectNothingLost(service, { accepted: clients.accepted, database });
  },
  testTimeoutMs,
);

/** Returns false, with a warning, when this process may not mount. */
async function mountSmallDisk(path: string, megabytes: number): Promise<boolean> {
  await mkdir(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'reprise-chaos', path], { stdio: 'pipe' });
    mounted.push(path);
    return true;
  } catch (error) {
    console.warn(`Skipping the full disk: a small one could not be mounted. ${(error as Error).message}`);
    return false;
  }
}

/** Fills the disk to the last byte, while other processes write and delete. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; ) {
      try {
        await file.write(Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    await file.close();
  }
}
