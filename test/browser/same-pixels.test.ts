import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { defaultSettings, type JobCreated, renderOptionsOf, type SubmittedSettings } from '../../src/contract/index.ts';
import { defaultEncoding, prepareRender } from '../../src/rendering/render/index.ts';
import { archiveFiles, type SceneRenderer } from '../../src/rendering/scene-loader/index.ts';
import { startChromium } from '../support/chromium.ts';
import { post, replayForm } from '../support/http.ts';
import { largePictureSet, liveReplay, liveSet, softSkin } from '../support/live-play.ts';
import { withPage } from '../support/page.ts';
import { sharedData } from '../support/shared-data.ts';

/** Picture decoders may differ this much; all other code is the same. */
const maxDifference = 2;
const size = { width: 1920, height: 1080 };

const url = inject('idleService');
let browser: Browser | null;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-pixels-'));
  browser = await startChromium();
  const form = new FormData();
  form.set('skin', new File([Uint8Array.from(softSkin)], 'Soft.osk'));
  expect((await post(`${url}/v1/skins/upload`, form)).status).toBe(200);
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * An init script that records which time the scene worker has drawn last, and compares the canvas with a frame. The page gets
 * the frame as a file: sent as a message, it would be encoded and copied several times.
 */
const compareInPage = `
  const OriginalWorker = window.Worker;
  window.Worker = class extends OriginalWorker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data.kind === 'drawn') window.drawn = data.t;
      });
    }
  };
  window.frameInput = Object.assign(document.createElement('input'), { type: 'file' });
  window.maxDifference = async (strideBytes) => {
    const { width, height } = ${JSON.stringify(size)};
    const copy = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
    copy.drawImage(document.querySelector('canvas.screen'), 0, 0);
    const shown = copy.getImageData(0, 0, width, height).data;
    const frame = new Uint8Array(await window.frameInput.files[0].arrayBuffer());
    let max = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width * 4; x++) {
        const isAlpha = x % 4 === 3;
        const difference = Math.abs(shown[y * width * 4 + x] - frame[y * strideBytes + x]);
        if (!isAlpha && difference > max) max = difference;
      }
    }
    return max;
  };
`;

/** Returns a function that returns the largest difference of a colour channel between the canvas and the renderer's frame. */
async function expectFrame(page: Page, { compositor }: SceneRenderer): Promise<() => Promise<unknown>> {
  const { pixels, strideBytes } = compositor.rgba();
  const path = join(folder, 'frame');
  await writeFile(path, pixels);
  const input = await page.evaluateHandle('window.frameInput');
  await input.asElement()?.setInputFiles(path);
  return () => page.evaluate(`window.maxDifference(${strideBytes})`);
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
  const { job_id } = (await (await post(`${url}/v1/render`, form)).json()) as JobCreated;
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
  await withPage({ browser, url }, async (page, problems) => {
    await page.addInitScript({ content: compareInPage });
    await page.goto(`${url}/view/${job_id}`);
    await page.locator('.controls:not([disabled]) .seek').waitFor();
    for (const t of times) {
      await renderer.draw(t);
      const difference = await expectFrame(page, renderer);
      // The canvas shows another moment, so this comparison has to fail.
      expect(await difference(), `before ${t} ms`).toBeGreaterThan(maxDifference);
      await page.locator('.seek').fill(String(t));
      await expect.poll(() => page.evaluate('window.drawn')).toBe(t);
      // The frame reaches the canvas a moment after it was drawn.
      await expect.poll(difference, { message: `at ${t} ms` }).toBeLessThanOrEqual(maxDifference);
    }
    expect(problems).toEqual([]);
  });
  await renderer.close();
}

test.each([
  ['the built-in skin', { name: 'Default', bytes: null }],
  ['a skin with translucent pictures', { name: 'Soft', bytes: softSkin }],
])('the live preview shows the same pixels as the video, with %s', async (_, skin) => {
  const times = [-500, 700, 990, 1100, 2100, 2750, 3600, 5200, 7000, 9050, 12_500];
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
