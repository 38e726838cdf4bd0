import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { expectNothingLost } from './aftermath.ts';
import { bookOf, recordEndings } from './book.ts';
import { gatherCrowd } from './crowd.ts';
import { type House, openHouse } from './house.ts';
import { isLong, settledMs, storyMs } from './length.ts';

const fullMs = isLong ? 30_000 : 4_000;

let house: House | undefined;
let mounted: string | null = null;
let folder: string;
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(await house?.logs());
  await house?.remove();
  if (mounted !== null) execFileSync('umount', ['--lazy', mounted]);
  mounted = null;
  await rm(folder, { recursive: true, force: true });
});

test.each([
  // The embedded database alone takes some forty megabytes, and its log grows by sixteen at a time.
  ['everything is', '', 400],
  ['temporary files are', 'tmp', 40],
])(
  'the disk that %s on fills up, and jobs wait until there is room',
  async (_, below, megabytes) => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-chaos-disk-'));
    const dataDir = join(folder, 'data');
    const disk = join(dataDir, below);
    await mkdir(disk, { recursive: true });
    if (!mountSmallDisk(disk, megabytes)) return;
    house = await openHouse({ workers: 1, dataDir });
    const book = bookOf(house);
    await recordEndings(book);
    const crowd = gatherCrowd(house);
    await crowd.submit(isLong ? 3 : 2);
    await vi.waitFor(() => expect(house!.renders()).not.toEqual([]), { timeout: settledMs });
    const ballast = join(disk, 'ballast');
    await fill(ballast);
    await sleep(fullMs);
    await rm(ballast);
    await crowd.submit(1);
    await expectNothingLost(house, { accepted: crowd.accepted, book });
  },
  storyMs,
);

/** False, and said plainly, where this process may not mount. */
function mountSmallDisk(path: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'reprise-chaos', path], { stdio: 'pipe' });
    mounted = path;
    return true;
  } catch (error) {
    console.warn(`The full disk is not tried: a small one could not be mounted here. ${(error as Error).message}`);
    return false;
  }
}

/** Until not one more byte fits, while others free and take some. */
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
