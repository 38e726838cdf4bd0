import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CoverResizerOptions, createCoverResizer } from './cover-resizer.ts';
import { resizeCover } from './resize-cover.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-cover-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A resizer whose child runs `onTask`. */
async function resizer(onTask: string, options: CoverResizerOptions = {}) {
  const childPath = join(folder, 'child.mjs');
  await writeFile(
    childPath,
    `process.on('message', (picture) => { ${onTask} });
     process.send({ kind: 'ready' });`,
  );
  return createCoverResizer({ childPath, ...options });
}

test('the picture that a child returns is passed on', async () => {
  const resize = await resizer(
    `process.send({ kind: 'done', result: Uint8Array.from([picture.length, Object.keys(process.env).length]) });`,
  );
  // The child gets the bytes and an empty environment.
  expect(await resize(new Uint8Array(7))).toEqual(Uint8Array.of(7, 0));
});

test.each([
  ['breaks the child', 'throw new Error("What is this?")', {}],
  ['never ends', 'setInterval(() => {}, 1000)', { timeLimitMs: 50 }],
  ['takes all memory', 'const all = []; setInterval(() => all.push(Buffer.alloc(5e7, 1)), 10)', { memoryMb: 200 }],
])('a picture that %s has no small form', async (_, onTask, options) => {
  expect(await (await resizer(onTask, options))(new Uint8Array(1))).toBeNull();
});

test('pictures are resized one at a time, and too many are not kept waiting', async () => {
  const resize = await resizer(`setTimeout(() => process.send({ kind: 'done', result: picture }), 100);`, {
    maxWaiting: 2,
  });
  const results = await Promise.all([1, 2, 3].map((byte) => resize(Uint8Array.of(byte))));
  expect(results).toEqual([Uint8Array.of(1), Uint8Array.of(2), 'busy']);
});

test('a cover has the size of a card and shows the middle of the picture', async () => {
  const canvas = createCanvas(1000, 3000);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgb(200, 0, 0)';
  context.fillRect(0, 0, 1000, 3000);
  context.fillStyle = 'rgb(0, 0, 200)';
  context.fillRect(0, 1200, 1000, 600);
  const cover = await resizeCover(canvas.toBuffer('image/png'));
  const image = await loadImage(Buffer.from(cover ?? []));
  expect([image.width, image.height]).toEqual([640, 360]);
  const shown = createCanvas(640, 360).getContext('2d');
  shown.drawImage(image, 0, 0);
  for (const [x, y] of [
    [5, 5],
    [635, 355],
    [320, 180],
  ] as const) {
    const [red, green, blue] = shown.getImageData(x, y, 1, 1).data;
    expect([red! < 30, green! < 30, blue! > 170]).toEqual([true, true, true]);
  }
  expect(await resizeCover(Buffer.from('no picture'))).toBeNull();
});
