import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings, type JobCreated, renderOptionsOf, type SubmittedSettings } from '../../src/contract/index.ts';
import { defaultEncoding, prepareRender } from '../../src/rendering/render/index.ts';
import { archiveFiles } from '../../src/rendering/scene-loader/index.ts';
import { startChromium } from '../support/chromium.ts';
import { post, replayForm } from '../support/http.ts';
import { largePictureSet, liveReplay, liveSet, softSkin } from '../support/live-play.ts';
import { withPage } from '../support/page.ts';
import { type ServeProcess, startServeProcess } from '../support/serve.ts';
import { sharedData } from '../support/shared-data.ts';

/** Picture decoders may differ this much; all other code is the same. */
const maxDifference = 2;
const size = { width: 1920, height: 1080 };

let browser: Browser | null;
let service: ServeProcess;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-pixels-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await mkdir(join(dataDir, 'storage', 'skins'), { recursive: true });
  await writeFile(join(dataDir, 'beatmaps', 'live.osz'), liveSet);
  [browser, service] = await Promise.all([
    startChromium(),
    startServeProcess({ dataDir, env: { BEATMAP_MIRRORS: '' } }),
  ]);
  const form = new FormData();
  form.set('skin', new File([Uint8Array.from(softSkin)], 'Soft.osk'));
  expect((await post(`${service.url}/v1/skins/upload`, form)).status).toBe(200);
});

afterAll(async () => {
  await browser?.close();
  await service?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Records which time the scene worker has drawn last. */
const recordDrawnTime = `
  const OriginalWorker = window.Worker;
  window.Worker = class extends OriginalWorker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data.kind === 'drawn') window.drawn = data.t;
      });
    }
  };
`;

/** The pixels of the canvas. They travel as base64 without compression, which would take longer than the transfer. */
async function canvasPixels(page: Page): Promise<Uint8ClampedArray> {
  const dataUrl = (await page.evaluate(`(async () => {
    const copy = new OffscreenCanvas(${size.width}, ${size.height}).getContext('2d', { alpha: false });
    copy.drawImage(document.querySelector('canvas.screen'), 0, 0);
    const reader = new FileReader();
    const loaded = new Promise((resolve) => reader.addEventListener('load', resolve));
    reader.readAsDataURL(new Blob([copy.getImageData(0, 0, ${size.width}, ${size.height}).data]));
    await loaded;
    return reader.result;
  })()`)) as string;
  return new Uint8ClampedArray(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
}

/** The largest difference of a colour channel between two pictures. */
function maxDifferenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  expect(a.length).toBe(b.length);
  let max = 0;
  for (let i = 0; i < a.length; i++) {
    const isAlpha = i % 4 === 3;
    if (!isAlpha) max = Math.max(max, Math.abs((a[i] ?? 0) - (b[i] ?? 0)));
  }
  return max;
}

interface Comparison {
  readonly replay: Uint8Array;
  readonly set: Uint8Array;
  readonly skin: { readonly name: string; readonly bytes: Uint8Array | null };
  readonly dim: number;
  readonly settings?: SubmittedSettings['settings'];
  readonly times: readonly number[];
}

/** Compares the live preview of a job with the frames that a render of it draws. */
async function comparePixels({ replay, set, skin, dim, settings = {}, times }: Comparison): Promise<void> {
  if (browser === null) return;
  const fields = { skin: skin.name, bg_dim: String(dim), motion_blur: 'false', settings: JSON.stringify(settings) };
  const form = replayForm({ file: Uint8Array.from(replay), fields });
  form.set('beatmap', new File([Uint8Array.from(set)], 'set.osz'));
  const { job_id } = (await (await post(`${service.url}/v1/render`, form)).json()) as JobCreated;
  const { renderer } = await prepareRender({
    replay,
    beatmap: { files: archiveFiles(set) },
    skin: skin.bytes && archiveFiles(skin.bytes),
    assets: resolve('dist/assets'),
    options: {
      ...renderOptionsOf({ ...defaultSettings, settings, bg_dim: dim, motion_blur: false }),
      ...defaultEncoding,
    },
  });
  await withPage({ browser, url: service.url }, async (page, problems) => {
    await page.addInitScript({ content: recordDrawnTime });
    await page.goto(`${service.url}/view/${job_id}`);
    await page.locator('.controls:not([disabled]) .seek').waitFor();
    for (const t of times) {
      await page.locator('.seek').fill(String(t));
      await expect.poll(() => page.evaluate('window.drawn')).toBe(t);
      await renderer.draw(t);
      const { pixels, strideBytes } = renderer.compositor.rgba();
      const rendered = withoutPadding(pixels, strideBytes);
      // The frame reaches the canvas a moment after it was drawn.
      await expect
        .poll(async () => maxDifferenceOf(await canvasPixels(page), rendered), { message: `at ${t} ms` })
        .toBeLessThanOrEqual(maxDifference);
    }
    expect(problems).toEqual([]);
  });
  await renderer.close();
}

/** Removes the padding at the end of each row. */
function withoutPadding(pixels: Uint8Array, strideBytes: number): Uint8ClampedArray {
  const rowBytes = size.width * 4;
  const rows = new Uint8ClampedArray(rowBytes * size.height);
  for (let y = 0; y < size.height; y++) {
    rows.set(pixels.subarray(y * strideBytes, y * strideBytes + rowBytes), y * rowBytes);
  }
  return rows;
}

test.each([
  ['the built-in skin', { name: 'Default', bytes: null }],
  ['a skin with translucent pictures', { name: 'Soft', bytes: softSkin }],
])('the live preview shows the same pixels as the video, with %s', async (_, skin) => {
  const times = [-500, 700, 990, 1100, 2100, 2750, 3600, 5200, 7000, 9050, 12_500, 14_000];
  await comparePixels({ replay: liveReplay, set: liveSet, skin, dim: 0.3, times });
});

test.each([
  ['smaller than the screen', liveSet, {}],
  ['larger than the screen', largePictureSet, {}],
  ['larger than the screen and blurred', largePictureSet, { background_blur: 0.5 }],
  ['with parallax', liveSet, { parallax: true }],
])('an undimmed background picture %s is the same in both', async (_, set, settings) => {
  const skin = { name: 'Default', bytes: null };
  const undimmed = { intro_dim: 0, break_dim: 0, ...settings };
  await comparePixels({ replay: liveReplay, set, skin, dim: 0, settings: undimmed, times: [-500, 2100, 8000] });
});

test('the live preview shows the same pixels as the video of a real replay', async () => {
  if (sharedData === null)
    return console.warn('No real replays are available; only the synthetic replay was compared.');
  const [replay, set] = await Promise.all([
    readFile(join(sharedData, 'replays/harumachi-clover-swing_oh-no_NM_jamu.osr')),
    readFile(join(sharedData, 'beatmaps/harumachi-clover.osz')),
  ]);
  const skin = { name: 'Default', bytes: null };
  await comparePixels({ replay, set, skin, dim: 0.5, times: [3_000, 12_345, 20_000, 30_001] });
});
