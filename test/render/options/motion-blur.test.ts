import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FramePixels } from '../../../src/rendering/compositor/index.ts';
import { prepareRender, type RenderRequest } from '../../../src/rendering/render/index.ts';
import { drawCursor } from '../../../src/rendering/scene/cursor/index.ts';
import { drawPlay } from '../../../src/rendering/scene/frame.ts';
import { drawHud } from '../../../src/rendering/scene/hud/index.ts';
import { createDisplayList } from '../../../src/rendering/scene/index.ts';
import { archiveFiles, createSceneRenderer, type SceneRenderer } from '../../../src/rendering/scene-loader/index.ts';
import { assets } from '../../support/processes/built-files.ts';
import { buildRequest, type PlayParts, smallOptions } from '../../support/rendering/test-render.ts';
import { moving } from '../../support/replays/build-play.ts';

type Request = Omit<RenderRequest, 'file'>;

const moments = 16;

/** How much a frame may differ from brute force: PSNR in dB, mean and maximum difference of a channel. */
interface Limit {
  readonly psnr: number;
  readonly mean: number;
  readonly max: number;
}

/** Across the screen and back, 90 ms each way. */
const zigzag = moving(
  0,
  4000,
  15,
  (t) => [512 * Math.abs(((t / 90) % 2) - 1), 192 + 100 * Math.sin(t / 70), 0] as const,
);
const following = moving(0, 4000, 10, (t): readonly [number, number, number] => [
  100 + Math.max(0, Math.min(300, (t - 2000) * 0.2)),
  200,
  t >= 1990 ? 5 : 0,
]);
const resting = moving(0, 4000, 10, () => [256, 192, 0]);
const spinning = moving(0, 6000, 10, (t): readonly [number, number, number] => [
  256 + 100 * Math.cos(t / 20),
  192 + 100 * Math.sin(t / 20),
  1,
]);

/** Follows a slider of 400 pixels that takes half a second. */
const chasing = moving(0, 4000, 10, (t): readonly [number, number, number] => [
  60 + Math.max(0, Math.min(400, (t - 2000) * 0.8)),
  200,
  t >= 1990 ? 5 : 0,
]);

/** Circles along a wave, a number of milliseconds apart. */
function stream(count: number, step: number): string[] {
  return Array.from({ length: count }, (_, i) => `${streamAt(i).join(',')},${2000 + i * step},${i === 0 ? 5 : 1},0`);
}

function streamAt(i: number): readonly [number, number] {
  return [Math.round(256 + 200 * Math.sin(i / 4)), Math.round(192 + 120 * Math.cos(i / 3))];
}

/** Hits every circle of a stream with alternating keys. */
function streaming(count: number, step: number): ReturnType<typeof moving> {
  return moving(0, 8000, 5, (t) => {
    const along = Math.max(0, Math.min(count - 1, (t - 2000) / step));
    const [from, to] = [streamAt(Math.floor(along)), streamAt(Math.ceil(along))];
    const part = along - Math.floor(along);
    const near = Math.round((t - 2000) / step);
    const isDown = near >= 0 && near < count && Math.abs(t - 2000 - near * step) < step / 3;
    const at = isDown ? streamAt(near) : [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    return [at[0] ?? 0, at[1] ?? 0, isDown ? (near % 2 === 0 ? 5 : 10) : 0] as const;
  });
}

describe('a blurred frame is the average of 16 sharp frames:', () => {
  test.each<[string, PlayParts, number, Limit]>([
    ['a fast cursor', { frames: zigzag }, 1040, { psnr: 52, mean: 0.1, max: 25 }],
    [
      'approach circles',
      { objects: ['100,100,1500,5,0', '300,200,1600,1,0', '400,100,1700,1,0'], frames: resting },
      1400,
      { psnr: 52, mean: 0.1, max: 30 },
    ],
    [
      'a slider ball with its follow circle',
      { objects: ['100,200,2000,6,0,L|400:200,1,300,0|0'], frames: following },
      2300,
      { psnr: 46, mean: 0.1, max: 60 },
    ],
    ['a spinner', { objects: ['256,192,2000,12,0,5000'], frames: spinning }, 4000, { psnr: 40, mean: 0.6, max: 80 }],
    [
      'slider ends that snake in',
      { objects: ['60,60,2000,6,0,L|460:60,1,400,0|0', '60,200,2000,2,0,L|460:200,1,400,0|0'], frames: resting },
      1000,
      { psnr: 40, mean: 0.3, max: 90 },
    ],
    [
      'slider ends that snake out',
      { objects: ['60,200,2000,6,0,L|460:200,1,400,0|0'], timing: ['0,250,4,1,0,100,1,0'], frames: chasing },
      2400,
      { psnr: 40, mean: 0.3, max: 90 },
    ],
    ['hit bursts', { objects: stream(5, 60), frames: streaming(5, 60) }, 2150, { psnr: 40, mean: 0.3, max: 90 }],
    ['rolling digits', { objects: stream(8, 90), frames: streaming(8, 90) }, 2500, { psnr: 40, mean: 0.3, max: 90 }],
    ['fast streams', { objects: stream(40, 83), frames: streaming(40, 83) }, 3000, { psnr: 40, mean: 0.4, max: 90 }],
    [
      'star fountains',
      {
        objects: stream(40, 83),
        frames: streaming(40, 83),
        timing: ['0,500,4,1,0,100,1,0', '2700,-100,4,1,0,100,0,1'],
      },
      2950,
      // The edge of a small star: 89 on x86-64, 91 on ARM64, whose additions round differently.
      { psnr: 40, mean: 0.4, max: 100 },
    ],
  ])('%s', async (_, parts, t, limit) => {
    await expectNear(buildRequest(parts), [[t, limit]]);
  });

  // Not at 12 s, where the pulse of a follow circle would show as two rings.
  test('moments of the demo', async () => {
    const folder = join(assets, 'demo');
    const request: Request = {
      ...buildRequest({}),
      replay: readFileSync(join(folder, 'demo.osr')),
      beatmap: { files: archiveFiles(readFileSync(join(folder, 'demo.osz'))) },
    };
    const limit = { psnr: 44, mean: 0.4, max: 70 };
    // A spinner is a little softer than with brute force.
    const spinnerLimit = { psnr: 41, mean: 0.6, max: 80 };
    await expectNear(request, [
      [12_100, limit],
      // Not at 20 s, where the grade of the break appears at once, at its full brightness.
      [20_100, limit],
      [31_000, limit],
      [40_000, spinnerLimit],
    ]);
  });
});

describe('the exposure of a frame is', () => {
  test.each<[string, PlayParts, number]>([
    ['half of its duration', { options: { motionBlur: true } }, 500 / 60],
    ['longer at fewer frames per second', { options: { motionBlur: true, fps: 30 } }, 500 / 30],
    ['measured in song time, so it is longer with DT', { options: { motionBlur: true }, modBits: 64 }, 750 / 60],
    ['zero without motion blur', { options: { motionBlur: false } }, 0],
  ])('%s', async (_, parts, exposure) => {
    expect((await prepareRender(buildRequest(parts))).scenes[0].exposure).toBeCloseTo(exposure);
  });
});

test('a blurred frame does not depend on the frames before it', async () => {
  const request = withBlur(buildRequest({ objects: ['256,192,2000,12,0,5000'], frames: spinning }), true);
  const [along, alone] = [await prepareRender(request), await prepareRender(request)];
  for (let t = 3000; t < 3200; t += 1000 / 60) await along.renderer.draw(t);
  await along.renderer.draw(3210);
  await alone.renderer.draw(3210);
  expect(Buffer.compare(rgbOf(along.renderer.compositor), rgbOf(alone.renderer.compositor))).toBe(0);
});

async function expectNear(request: Request, frames: readonly (readonly [t: number, limit: Limit])[]): Promise<void> {
  const { scenes, encoding } = await prepareRender(withBlur(request, false));
  const sharp = await createSceneRenderer(scenes[0], encoding);
  const blurred = await prepareRender(withBlur(request, true));
  for (const [t, limit] of frames) {
    await blurred.renderer.draw(t);
    const found = distance(rgbOf(blurred.renderer.compositor), await bruteForce(sharp, t, blurred.scenes[0].exposure));
    expect(found.psnr, `decibels at ${t}`).toBeGreaterThanOrEqual(limit.psnr);
    expect(found.mean, `mean at ${t}`).toBeLessThanOrEqual(limit.mean);
    expect(found.max, `furthest at ${t}`).toBeLessThanOrEqual(limit.max);
  }
}

function withBlur(request: Request, motionBlur: boolean): Request {
  return { ...request, options: { ...smallOptions, ...request.options, motionBlur } };
}

/** The average of several frames within the exposure. */
async function bruteForce(renderer: SceneRenderer, t: number, exposure: number): Promise<Float64Array> {
  const { scene, compositor } = renderer;
  const sum = new Float64Array(compositor.width * compositor.height * 3);
  for (let i = 0; i < moments; i++) {
    const moment = t + ((i + 0.5) / moments - 0.5) * exposure;
    // Loads the pictures of this moment only: loading all of them takes longer than everything else.
    await renderer.draw(moment);
    const list = createDisplayList();
    drawPlay(list, scene, moment);
    drawHud(list, scene.hud, moment);
    drawCursor(list, scene.cursor, moment);
    compositor.compose(list);
    const levels = rgbOf(compositor);
    for (let k = 0; k < sum.length; k++) sum[k]! += levels[k]! / moments;
  }
  return sum;
}

function distance(one: Uint8Array, other: Float64Array): Limit {
  let squares = 0;
  let sum = 0;
  let max = 0;
  for (let i = 0; i < one.length; i++) {
    const difference = Math.abs(one[i]! - other[i]!);
    squares += difference * difference;
    sum += difference;
    max = Math.max(max, difference);
  }
  return { psnr: 10 * Math.log10(255 ** 2 / (squares / one.length)), mean: sum / one.length, max };
}

function rgbOf({ width, height, rgba }: FramePixels): Uint8Array {
  const { pixels, strideBytes } = rgba();
  const packed = new Uint8Array(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const end = y * strideBytes + width * 4;
    for (let from = y * strideBytes; from < end; from += 4) {
      packed[to++] = pixels[from]!;
      packed[to++] = pixels[from + 1]!;
      packed[to++] = pixels[from + 2]!;
    }
  }
  return packed;
}
