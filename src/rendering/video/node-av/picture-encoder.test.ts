import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVideo } from '../../../../test/support/video/read-video.ts';
import { openVideo } from '../open-video.ts';

const [width, height] = [64, 48];
const tiles = 12;

let file = '';
beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'reprise-pictures-')), 'out.mp4');
});
afterEach(() => rm(join(file, '..'), { recursive: true, force: true }));

const open = (fps: number, onCallersThread = false) =>
  openVideo(
    { file, width, height, fps, encoder: 'libx264', preset: 'balanced', crf: 20, audio: null, onCallersThread },
    { engine: 'node-av' },
  );

const grey = (y: number) => new Uint8Array((width * height * 3) / 2).fill(128).fill(y, 0, width * height);

/** Fine, irregular detail of low contrast, as in a photograph. */
function detail(): Uint8Array {
  const planes = grey(0);
  for (let i = 0; i < width * height; i++) planes[i] = 118 + (((i * 2_654_435_761) >>> 16) % 21);
  return planes;
}

// The quality of the tiles is chosen for this pattern.
test('other frames refer to every fourth frame after a key frame, whatever they show', async () => {
  const video = await open(15);
  for (let index = 0; index < 70; index++) await video.addFrame(grey(index % 7 < 3 ? 30 : 200));
  await video.finish();
  const { keyFrames, bFrames } = readVideo(file);
  expect(keyFrames).toEqual([0, 30, 60]);
  const others = Array.from({ length: 70 }, (_, index) => index).filter((index) => !bFrames.includes(index));
  expect(others).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 29, 30, 34, 38, 42, 46, 50, 54, 58, 59, 60, 64, 68, 69]);
});

test('tiles that stay are encoded better than tiles that change', async () => {
  async function errorAtKeyFrame(changed: 0 | 1): Promise<number> {
    const picture = detail();
    const video = await open(15);
    for (let index = 0; index < 31; index++) await video.addFrame(picture, new Uint8Array(tiles).fill(changed));
    await video.finish();
    const encoded = readVideo(file, [30]).pictures.get(30)!;
    return picture.reduce((sum, value, index) => sum + Math.abs(value - encoded[index]!), 0) / picture.length;
  }
  const [still, moving] = [await errorAtKeyFrame(0), await errorAtKeyFrame(1)];
  expect(still).toBeLessThan(0.7 * moving);
});

test.each([false, true])(
  'the event loop runs between frames, on the thread of the caller: %s',
  async (onCallersThread) => {
    const video = await open(15, onCallersThread);
    let rounds = 0;
    const count = () => {
      rounds++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (let index = 0; index < 20; index++) await video.addFrame(grey(index * 10));
    clearImmediate(next);
    await video.finish();
    expect(rounds).toBeGreaterThan(10);
    expect(readVideo(file).times).toHaveLength(20);
  },
);
