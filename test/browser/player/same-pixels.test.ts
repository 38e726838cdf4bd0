import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  defaultSettings,
  type JobCreated,
  renderOptionsOf,
  type SubmittedSettings,
} from '../../../src/contract/index.ts';
import { defaultEncoding, prepareRender } from '../../../src/rendering/render/index.ts';
import { archiveFiles, type VideoRenderer } from '../../../src/rendering/scene-loader/index.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { largePictureSet, liveReplay, liveSet, softSkin } from '../../support/browser/live-player-files.ts';
import { withPage } from '../../support/browser/page.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { post, replayForm } from '../../support/http/requests.ts';

/** Picture decoders may differ this much; all other code is the same. */
const maxDifference = 2;
const size = { width: 1920, height: 1080 };

const url = inject('idleService');
const chromium = useChromium();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-pixels-'));
  const form = new FormData();
  form.set('skin', new File([Uint8Array.from(softSkin)], 'Soft.osk'));
  expect((await post(`${url}/v1/skins/upload`, form)).status).toBe(200);
});

afterAll(async () => {
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
  const copy = new OffscreenCanvas(${size.width}, ${size.height}).getContext('2d', { alpha: false, willReadFrequently: true });
  window.maxDifference = async (strideBytes) => {
    const { width, height } = copy.canvas;
    copy.drawImage(document.querySelector('canvas.screen'), 0, 0);
    const shown = new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
    const frame = new Uint32Array(await window.frameInput.files[0].arrayBuffer());
    let max = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const one = shown[y * width + x];
        const other = frame[(y * strideBytes) / 4 + x];
        const isSameColour = ((one ^ other) & 0xffffff) === 0;
        if (isSameColour) continue;
        for (const shift of [0, 8, 16]) {
          max = Math.max(max, Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)));
        }
        // No need to look further.
        if (max > ${maxDifference}) return max;
      }
    }
    return max;
  };
`;

/** Returns a function that returns the first difference of a colour channel that is too large, or the largest one. */
async function expectFrame(page: Page, { compositor }: VideoRenderer): Promise<() => Promise<unknown>> {
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
  await withPage({ chromium, url, initScript: compareInPage }, async (page, problems) => {
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

const defaultSkin = { name: 'Default', bytes: null };
const undimmed = { intro_dim: 0, break_dim: 0 };

test('the live preview shows the same pixels as the video, with the built-in skin', async () => {
  // Before the first object; the approach and the hit of a circle; a slider, its end, a spinner, the last hit and the end.
  const times = [-500, 990, 1100, 2750, 3600, 7000, 9050, 12_500];
  await comparePixels({ replay: liveReplay, set: liveSet, skin: defaultSkin, dim: 0.3, times });
});

test('a skin with translucent pictures and an undimmed background picture smaller than the screen, with parallax, are the same in both', async () => {
  const skin = { name: 'Soft', bytes: softSkin };
  const settings = { ...undimmed, parallax: true };
  await comparePixels({ replay: liveReplay, set: liveSet, skin, dim: 0, settings, times: [700, 1100, 2750, 7000] });
});

test.each([
  ['larger than the screen', {}],
  ['larger than the screen and blurred', { background_blur: 0.5 }],
])('an undimmed background picture %s is the same in both', async (_, options) => {
  const settings = { ...undimmed, ...options };
  await comparePixels({ replay: liveReplay, set: largePictureSet, skin: defaultSkin, dim: 0, settings, times: [2100] });
});

test('the live preview shows the same pixels as the video of a real replay', async () => {
  if (sharedData === null)
    return console.warn('No real replays are available; only the synthetic replay was compared.');
  const [replay, set] = await Promise.all([
    readFile(join(sharedData, 'replays/harumachi-clover-swing_oh-no_NM_jamu.osr')),
    readFile(join(sharedData, 'beatmaps/harumachi-clover.osz')),
  ]);
  await comparePixels({ replay, set, skin: defaultSkin, dim: 0.5, times: [12_345, 30_001] });
});
