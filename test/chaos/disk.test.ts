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
let mounted: string | null = null;
let folder: string;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await service?.logs());
  await service?.remove();
  if (mounted !== null) execFileSync('umount', ['--lazy', mounted]);
  mounted = null;
  await rm(folder, { recursive: true, force: true });
});

test.each([
  // The embedded database takes about 40 MB, and its log grows in steps of 16 MB.
  ['all data', '', 400],
  ['temporary files', 'tmp', 40],
])(
  'while the disk of %s is full, jobs wait',
  async (_, below, megabytes) => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-chaos-disk-'));
    const dataDir = join(folder, 'data');
    const disk = join(dataDir, below);
    await mkdir(disk, { recursive: true });
    if (!mountSmallDisk(disk, megabytes)) return;
    service = await startService({ workers: 1, dataDir });
    const database = readerOf(service);
    await recordEndings(database);
    const clients = createClients(service);
    await clients.submit(isLong ? 3 : 2);
    await vi.waitFor(() => expect(service!.renders()).not.toEqual([]), { timeout: settleTimeoutMs });
    const ballast = join(disk, 'ballast');
    await fill(ballast);
    expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'degraded' });
    await sleep(fullMs);
    await rm(ballast);
    await clients.submit(1);
    await expectNothingLost(service, { accepted: clients.accepted, database });
  },
  testTimeoutMs,
);

/** Returns false, with a warning, when this process may not mount. */
function mountSmallDisk(path: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'reprise-chaos', path], { stdio: 'pipe' });
    mounted = path;
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
