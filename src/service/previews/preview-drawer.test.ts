import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPreviewDrawer, type DrawerOptions, PreviewRefused } from './preview-drawer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-draw-'));
});
afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

/** A drawer whose child runs `onTask`. */
async function drawer(onTask: string, options: Partial<DrawerOptions> = {}) {
  const childPath = join(folder, 'child.mjs');
  await writeFile(
    childPath,
    `import { writeFileSync } from 'node:fs';
     process.on('message', (task) => { ${onTask} });
     process.send({ kind: 'ready' });`,
  );
  return createPreviewDrawer({ assets: '/assets', childPath, ...options });
}

test('the child gets its paths and an empty environment', async () => {
  const draw = await drawer(
    `writeFileSync(task.file, JSON.stringify([task, Object.keys(process.env)]));
     process.send({ kind: 'done' });`,
  );
  const file = join(folder, 'out');
  await draw({ skin: 'mine.osk', file }, { signal: never });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([{ assets: '/assets', file, skin: 'mine.osk' }, []]);
});

test.each([
  ['breaks', 'throw new Error("What is this?")', {}],
  ['is reported as broken', "process.send({ kind: 'broken', message: 'What is this?' })", {}],
  ['never ends', 'setInterval(() => {}, 1000)', { timeLimitMs: 50 }],
  ['takes all memory', 'const all = []; setInterval(() => all.push(Buffer.alloc(5e7, 1)), 10)', { memoryMb: 200 }],
])('a skin that %s is refused', async (_, onTask, options) => {
  const draw = await drawer(onTask, options);
  await expect(draw({ skin: 'bad.osk', file: join(folder, 'out') }, { signal: never })).rejects.toThrow(PreviewRefused);
});

test('a skin is not refused when another process ends the child or the service stops', async () => {
  const ended = await drawer('process.kill(process.pid, "SIGKILL")');
  const task = { skin: 'mine.osk', file: join(folder, 'out') };
  await expect(ended(task, { signal: never })).rejects.not.toThrow(PreviewRefused);
  const endless = await drawer('setInterval(() => {}, 1000)');
  await expect(endless(task, { signal: AbortSignal.timeout(200) })).rejects.not.toThrow(PreviewRefused);
});
