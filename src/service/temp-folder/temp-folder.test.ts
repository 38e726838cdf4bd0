import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTempFolder } from './temp-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'reprise-temp-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Creates a folder as a process may have left it. */
function leaveFolder(name: string, minutesAgo = 0): string {
  const folder = join(dataDir, 'tmp', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'video.mp4'), 'half');
  const at = new Date(Date.now() - minutesAgo * 60_000);
  utimesSync(folder, at, at);
  return name;
}

const foldersLeft = () => readdirSync(join(dataDir, 'tmp'));
const machine = hostname().replace(/[^A-Za-z0-9.-]/g, '-');
/** Larger than any process id of the system. */
const unusedPid = 2 ** 22 + 1;

test.each<[what: string, name: string, minutesAgo: number, isKept: boolean]>([
  ['a dead process of this machine', `${machine}_${unusedPid}_a`, 0, false],
  ['a living process of this machine', `${machine}_1_a`, 600, true],
  ['a dead process that had our process id', `${machine}_${process.pid}_a`, 0, false],
  ['another machine with a heartbeat a minute ago', 'elsewhere_1_a', 1, true],
  ['another machine without a heartbeat for an hour', 'elsewhere_1_a', 61, false],
  ['another program', 'scratch', 1440, true],
])('a folder of %s is kept or removed', async (_, name, minutesAgo, isKept) => {
  leaveFolder(name, minutesAgo);
  const folder = await openTempFolder(dataDir);
  expect(foldersLeft().includes(name)).toBe(isKept);
  await folder.close();
});

test('two folders of one process do not remove each other, and both are gone when closed', async () => {
  const [one, two] = [await openTempFolder(dataDir), await openTempFolder(dataDir)];
  writeFileSync(one.newPath(), 'a');
  expect(foldersLeft()).toHaveLength(2);
  await one.close();
  writeFileSync(two.newPath(), 'b');
  await two.close();
  expect(foldersLeft()).toEqual([]);
});

test('a running process removes the folder of a process that was killed later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = await openTempFolder(dataDir);
  const orphan = leaveFolder(`${machine}_${unusedPid}_b`);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(foldersLeft).not.toContain(orphan);
  expect(foldersLeft()).toHaveLength(1);
  await folder.close();
});
