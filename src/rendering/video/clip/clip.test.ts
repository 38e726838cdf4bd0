import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { encodeTestClip, type TestClipOptions } from '../../../../test/support/video/test-clip.ts';
import { type Clip, openClip } from './clip.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-clip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { width: 128, height: 72 };
/** Greys that survive lossy codecs: each picture is 4 levels lighter than the previous one, up to 50 pictures. */
const grey = (frame: number) => [20 + (frame % 50) * 4, 128, 128] as const;

let clips = 0;
function bytesOf(options: Partial<TestClipOptions> = {}): Promise<Uint8Array> {
  const file = join(folder, `${clips++}.video`);
  return encodeTestClip({ file, format: 'matroska', codec: 'mpeg4', frames: 50, colour: grey, ...options });
}

async function open(bytes: Uint8Array, cover = size): Promise<Clip> {
  const clip = await openClip(bytes, cover);
  onTestFinished(() => clip?.close());
  expect(clip).not.toBeNull();
  return clip!;
}

/** Returns the number of the picture at a time, which its grey reveals. */
async function frameAt(clip: Clip, ms: number): Promise<number> {
  const { rgba } = await clip.pictureAt(ms);
  // Limited range: 16 is black and 235 is white.
  const luma = 16 + (rgba[4 * 500]! * 219) / 255;
  return Math.max(0, Math.round((luma - 20) / 4));
}

describe.each([
  ['avi', 'mpeg4'],
  ['flv', 'flv'],
  ['mp4', 'libx264'],
  ['matroska', 'libx264'],
  ['matroska', 'mpeg4'],
  ['mpeg', 'mpeg1video'],
])('a video in %s of %s', (format, codec) => {
  test('shows each picture at its time, in any order', async () => {
    // MPEG-1 allows only a few frame rates; this is one of them.
    const clip = await open(await bytesOf({ format, codec, fps: 25, keyEvery: 10 }));
    const first = (await clip.pictureAt(0)).at;
    for (const frame of [0, 1, 2, 3, 10, 11, 30, 49, 5, 4, 48, 0, 25])
      expect(await frameAt(clip, first + frame * 40 + 20), `picture ${frame}`).toBe(frame);
    expect(Math.abs(clip.durationMs - 2000)).toBeLessThanOrEqual(80);
  });
});

describe('a picture', () => {
  test('is the same object from its time until the next picture', async () => {
    const clip = await open(await bytesOf({ fps: 25 }));
    expect(await frameAt(clip, 39.9)).toBe(0);
    const second = await clip.pictureAt(40);
    expect(await frameAt(clip, 40)).toBe(1);
    expect(await clip.pictureAt(79.9)).toBe(second);
    expect(await frameAt(clip, 80)).toBe(2);
  });

  test('before the first is the first one, and after the last is the last one', async () => {
    const clip = await open(await bytesOf({ frames: 10 }));
    expect(await frameAt(clip, -500)).toBe(0);
    expect(await frameAt(clip, 60_000)).toBe(9);
    expect(await frameAt(clip, 100)).toBe(3);
  });

  test.each([
    ['as large as it is', [64, 48], [64, 48]],
    ['as large as it takes to cover a size of another shape', [320, 240], [128, 96]],
    ['or of yet another', [256, 72], [256, 72]],
  ] as const)('is painted %s', async (_, [width, height], painted) => {
    const clip = await open(await bytesOf({ width, height }));
    expect([clip.width, clip.height]).toEqual(painted);
    expect((await clip.pictureAt(0)).rgba.length).toBe(painted[0] * painted[1] * 4);
  });

  // Y, U and V of pure colours in BT.601, limited range, the default for a video without a colour space.
  test.each([
    ['red', [81, 90, 240], [255, 0, 0]],
    ['green', [145, 54, 34], [0, 255, 0]],
    ['blue', [41, 240, 110], [0, 0, 255]],
    ['white', [235, 128, 128], [255, 255, 255]],
    ['black', [16, 128, 128], [0, 0, 0]],
  ] as const)('is as %s as it was', async (_, yuv, rgb) => {
    const clip = await open(await bytesOf({ frames: 3, colour: () => yuv }));
    const { rgba } = await clip.pictureAt(0);
    for (const [channel, value] of rgb.entries())
      expect(Math.abs(rgba[4000 + channel]! - value)).toBeLessThanOrEqual(4);
    expect(rgba[4003]).toBe(255);
  });

  test('requested during another request is found after it', async () => {
    const clip = await open(await bytesOf({ fps: 25 }));
    const found = await Promise.all([800, 40, 1200].map(async (ms) => (await clip.pictureAt(ms)).at));
    expect(found).toEqual([800, 40, 1200]);
  });
});

test('a long video is searched by seeking, and frees its memory at the end', async () => {
  const clip = await open(await bytesOf({ frames: 600, fps: 25, keyEvery: 50 }));
  for (const frame of [599, 0, 300, 301, 599, 120]) expect(await frameAt(clip, frame * 40 + 20)).toBe(frame % 50);
});

describe('openClip returns null for', () => {
  test.each([
    ['nothing', () => new Uint8Array(0)],
    ['noise', () => Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919) >> 3)],
    ['a list of other files', () => new TextEncoder().encode('#EXTM3U\n#EXTINF:1,\n/etc/passwd\n')],
  ])('%s', async (_, bytes) => {
    expect(await openClip(bytes(), size)).toBeNull();
  });

  test('pictures that are too large', async () => {
    expect(await openClip(await bytesOf({ width: 4128, height: 16, frames: 2 }), size)).toBeNull();
  });

  test('a video that is cut off after its header', async () => {
    const whole = await bytesOf();
    expect(await openClip(whole.subarray(0, 300), size)).toBeNull();
  });
});

test('a broken part of a video is skipped', async () => {
  const bytes = Uint8Array.from(await bytesOf({ format: 'avi', frames: 50, fps: 25, keyEvery: 5 }));
  const middle = Math.floor(bytes.length * 0.4);
  for (let i = middle; i < middle + 400; i++) bytes[i] = (i * 31) & 0xff;
  const clip = await open(bytes);
  expect(await frameAt(clip, 49 * 40 + 20)).toBe(49);
  expect((await clip.pictureAt(1000)).rgba.length).toBe(64 * 36 * 4);
});

test('a video ends where it becomes unreadable, and shows the same pictures until then in any order', async () => {
  const whole = await bytesOf({ format: 'avi', frames: 150, fps: 25, keyEvery: 10 });
  const bytes = Uint8Array.from(whole);
  // The last pictures and the index remain, so seeking would still find them.
  for (let i = bytes.length >> 1; i < bytes.length - 3_500; i++) bytes[i] = (i * 31) & 0xff;
  const clip = await open(bytes);
  expect((await open(whole)).durationMs).toBe(6_000);
  expect(clip.durationMs).toBeGreaterThan(2_000);
  expect(clip.durationMs).toBeLessThan(4_500);
  const inOrder: number[] = [];
  const times = Array.from({ length: Math.floor(clip.durationMs / 40) }, (_, i) => i * 40 + 20);
  for (const ms of times) inOrder.push(await frameAt(clip, ms));
  for (const i of [times.length - 1, 3, times.length - 2, 0]) {
    expect(await frameAt(await open(bytes), times[i]!)).toBe(inOrder[i]);
    expect(await frameAt(clip, times[i]!)).toBe(inOrder[i]);
  }
});
