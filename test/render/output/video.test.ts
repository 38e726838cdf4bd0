import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { renderReplay } from '../../../src/rendering/render/index.ts';
import {
  buildRequest,
  emptyFolder,
  filesIn,
  knockWave,
  pixelOf,
  plainPng,
  renderPlay,
  smallOptions,
} from '../../support/rendering/test-render.ts';
import { taps } from '../../support/replays/build-play.ts';
import { findKnocks } from '../../support/video/test-sound.ts';

const circle = '256,192,2000,1,0';
const hit = taps([[2010, 256, 192]], 5000);

describe('the mp4', () => {
  test('has the requested number of frames, size and speed, and sound of the same length', async () => {
    const options = { start: 1500, end: 2500, width: 320, height: 180, fps: 30 };
    const { result, read } = await renderPlay({ objects: [circle], frames: hit, options });
    const video = read();
    expect(result).toMatchObject({ frames: 30, durationMs: 1000, player: 'Somebody', result: { n300: 1, misses: 0 } });
    expect(video).toMatchObject({ width: 320, height: 180, framesPerSecond: 30, pixelFormat: 'yuv420p' });
    expect(video.times).toHaveLength(30);
    expect(video.codecs).toEqual(['h264', 'aac']);
    expect(video.durationSeconds).toBeCloseTo(1, 1);
    expect(video.samples.length / 2 / 48_000).toBeCloseTo(1, 1);
  });

  test('half the time passes at one and a half times the speed', async () => {
    const { result } = await renderPlay({
      objects: [circle],
      frames: hit,
      modBits: 64,
      options: { start: 1500, end: 2400, width: 320, height: 180, fps: 30 },
    });
    expect(result).toMatchObject({ frames: 18, durationMs: 600, mods: ['DT'] });
  });

  test.each([
    [0, [200, 100, 50]],
    [0.5, [100, 50, 25]],
    [1, [0, 0, 0]],
  ] as const)('at dim %d the background has the colour it should have', async (backgroundDim, rgb) => {
    const { read } = await renderPlay({
      objects: [circle],
      frames: hit,
      events: ['0,0,"bg.png",0,0'],
      set: { 'bg.png': plainPng('rgb(200,100,50)') },
      options: { start: 1900, end: 2000, backgroundDim, crf: 10 },
    });
    const seen = pixelOf(read([3]).pictures.get(3)!, smallOptions, [90, 60]);
    for (const [i, expected] of limitedBt709(rgb).entries()) expect(Math.abs(seen[i]! - expected)).toBeLessThan(4);
  });

  test('a hit sound is within five milliseconds of its time', async () => {
    const { read } = await renderPlay({
      objects: [circle],
      frames: hit,
      skin: { 'skin.ini': new Uint8Array(), 'normal-hitnormal.wav': knockWave(), 'soft-hitnormal.wav': knockWave() },
      options: { start: 1500, end: 2500, width: 160, height: 90 },
    });
    const [first] = findKnocks(read().samples);
    expect(Math.abs(first! - 0.51)).toBeLessThan(0.005);
  });

  test('the same request yields identical bytes', async () => {
    const parts = { objects: [circle], frames: hit, options: { start: 1800, end: 2400 } };
    const [one, other] = [await renderPlay(parts), await renderPlay(parts)];
    const hash = ({ file }: { file: string }) => createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(hash(one)).toBe(hash(other));
  });

  test('a frame does not depend on the requested clip', async () => {
    const from = (start: number) =>
      renderPlay({ objects: [circle], frames: hit, options: { start, end: 2100, crf: 0 } });
    const [early, late] = [await from(1500), await from(1900)];
    const [one] = early.read([30]).pictures.values();
    const [other] = late.read([6]).pictures.values();
    expect(one!.equals(other!)).toBe(true);
  });
});

describe('the thumbnail', () => {
  test('is a JPEG of 1280×720, also for a clip of two seconds', async () => {
    const folder = emptyFolder();
    const thumbnail = join(folder, 'thumbnail.jpg');
    const request = buildRequest({ objects: [circle], frames: hit, options: { start: 1000, end: 1200 } });
    await renderReplay({ ...request, file: join(folder, 'video.mp4'), thumbnail });
    expect(filesIn(folder)).toEqual(['thumbnail.jpg', 'video.mp4']);
    const bytes = readFileSync(thumbnail);
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(await loadImage(bytes)).toMatchObject({ width: 1280, height: 720 });
  });

  test('shows the background brightly and without the HUD, also with the default dim and with Flashlight', async () => {
    const folder = emptyFolder();
    const thumbnail = join(folder, 'thumbnail.jpg');
    const request = buildRequest({
      objects: [circle],
      frames: hit,
      modBits: 1024,
      events: ['0,0,"bg.png",0,0'],
      set: { 'bg.png': plainPng('rgb(200,200,200)') },
      options: { start: 1800, end: 2000, backgroundDim: 0.95, width: 320, height: 180 },
    });
    await renderReplay({ ...request, file: join(folder, 'video.mp4'), thumbnail });
    const canvas = createCanvas(1280, 720);
    const context = canvas.getContext('2d');
    context.drawImage(await loadImage(readFileSync(thumbnail)), 0, 0);
    const brightness = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[1]!;
    // The corners, where the HUD would be.
    for (const [x, y] of [
      [30, 30],
      [1250, 30],
      [30, 690],
      [1250, 690],
      [640, 700],
    ] as const)
      expect(Math.abs(brightness(x, y) - 130), `at ${x}, ${y}`).toBeLessThan(5);
    // The circle is in the middle.
    const middle = Array.from({ length: 40 }, (_, i) => brightness(640 + i * 2, 360));
    expect(Math.max(...middle) - Math.min(...middle)).toBeGreaterThan(50);
  });
});

describe('an abort', () => {
  test.each(['before the start', 'in the middle'])('%s leaves no file', async (when) => {
    const folder = emptyFolder();
    const controller = new AbortController();
    if (when === 'before the start') controller.abort();
    const request = buildRequest({ objects: [circle], frames: hit });
    const render = renderReplay(
      { ...request, file: join(folder, 'video.mp4'), thumbnail: join(folder, 'thumbnail.jpg') },
      { signal: controller.signal, onProgress: ({ frame }) => void (frame > 0 && controller.abort()) },
    );
    await expect(render).rejects.toThrow('aborted');
    expect(filesIn(folder)).toEqual([]);
  });
});

test('progress is reported from preparation to the last frame', async () => {
  const stages: string[] = [];
  let last = 0;
  await renderPlay(
    { objects: [circle], frames: hit, options: { start: 1500, end: 2000 } },
    {
      onProgress({ stage, frame, frames }) {
        if (stages.at(-1) !== stage) stages.push(stage);
        expect(frame).toBeGreaterThanOrEqual(last);
        expect(frame).toBeLessThanOrEqual(frames);
        last = frame;
      },
    },
  );
  expect(stages).toEqual(['preparing', 'rendering', 'finishing']);
  expect(last).toBe(30);
});

function limitedBt709([r, g, b]: readonly [number, number, number]): number[] {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + (219 / 255) * y, 128 + ((224 / 255) * (b - y)) / 1.8556, 128 + ((224 / 255) * (r - y)) / 1.5748];
}
