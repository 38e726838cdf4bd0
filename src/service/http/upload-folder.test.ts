import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openUploadFolder } from './upload-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'reprise-uploads-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A folder as some process may have left it. */
function leave(name: string, minutesAgo = 0): string {
  const folder = join(dataDir, 'tmp', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'video.mp4'), 'half');
  const at = new Date(Date.now() - minutesAgo * 60_000);
  utimesSync(folder, at, at);
  return name;
}

const left = () => readdirSync(join(dataDir, 'tmp'));
const machine = hostname().replace(/[^A-Za-z0-9.-]/g, '-');
/** Beyond what the system gives out. */
const nobody = 2 ** 22 + 1;

test.each<[what: string, name: string, minutesAgo: number, isKept: boolean]>([
  ['a process of this machine that is no more', `${machine}_${nobody}_a`, 0, false],
  ['a process of this machine that lives', `${machine}_1_a`, 600, true],
  ['a predecessor with the same id', `${machine}_${process.pid}_a`, 0, false],
  ['another machine that was there a minute ago', 'elsewhere_1_a', 1, true],
  ['another machine that was not heard of for an hour', 'elsewhere_1_a', 61, false],
  ['something that makes no such folders', 'scratch', 1440, true],
])('what was left by %s', async (_, name, minutesAgo, isKept) => {
  leave(name, minutesAgo);
  const folder = await openUploadFolder(dataDir);
  expect(left().includes(name)).toBe(isKept);
  await folder.close();
});

test('two folders of one process do not take each other for orphans, and leave nothing', async () => {
  const [one, two] = [await openUploadFolder(dataDir), await openUploadFolder(dataDir)];
  writeFileSync(one.newPath(), 'a');
  expect(left()).toHaveLength(2);
  await one.close();
  writeFileSync(two.newPath(), 'b');
  await two.close();
  expect(left()).toEqual([]);
});

test('a process that is killed while others go on is cleared away after', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = await openUploadFolder(dataDir);
  const orphan = leave(`${machine}_${nobody}_b`);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(left).not.toContain(orphan);
  expect(left()).toHaveLength(1);
  await folder.close();
});
