import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPreviewDrawer, type DrawerOptions, PreviewRefused } from './draw.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-draw-'));
});
afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

/** A drawer whose child is this program. */
async function drawer(program: string, options: Partial<DrawerOptions> = {}) {
  const childPath = join(folder, 'child.mjs');
  await writeFile(childPath, program);
  return createPreviewDrawer({ assets: '/assets', childPath, ...options });
}

test('the child gets its paths and nothing else', async () => {
  const draw = await drawer(
    `import { writeFileSync } from 'node:fs';
     writeFileSync(process.argv[3], JSON.stringify([process.argv.slice(2), Object.keys(process.env)]));`,
  );
  const file = join(folder, 'out');
  await draw({ skin: 'mine.osk', file }, { signal: never });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([['/assets', file, 'mine.osk'], []]);
  await draw({ skin: null, file }, { signal: never });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([['/assets', file], []]);
});

test.each([
  ['breaks', 'throw new Error("What is this?")', {}],
  ['never ends', 'setInterval(() => {}, 1000)', { timeLimitMs: 500 }],
  ['takes all memory', 'const all = []; setInterval(() => all.push(Buffer.alloc(5e7, 1)), 10)', { memoryMb: 200 }],
])('a skin that %s is refused', async (_, program, options) => {
  const draw = await drawer(program, options);
  await expect(draw({ skin: 'bad.osk', file: join(folder, 'out') }, { signal: never })).rejects.toThrow(PreviewRefused);
});

test('a child that was ended from outside, or because the service stops, says nothing about its skin', async () => {
  const ended = await drawer('process.kill(process.pid, "SIGKILL")');
  const task = { skin: 'mine.osk', file: join(folder, 'out') };
  await expect(ended(task, { signal: never })).rejects.not.toThrow(PreviewRefused);
  const endless = await drawer('setInterval(() => {}, 1000)');
  await expect(endless(task, { signal: AbortSignal.timeout(200) })).rejects.not.toThrow(PreviewRefused);
});
