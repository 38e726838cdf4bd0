import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
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

/** Decoders differ by as much; everything after them is the same code. */
const mostLevels = 2;
const size = { width: 1920, height: 1080 };

let browser: Browser | null;
let service: ServeProcess;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-pixels-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await mkdir(join(dataDir, 'storage', 'skins'), { recursive: true });
  await writeFile(join(dataDir, 'beatmaps', 'live.osz'), liveSet);
  [browser, service] = await Promise.all([startChromium(), startServeProcess({ dataDir, env: { BEATMAP_MIRRORS: '' } })]);
  const form = new FormData();
  form.set('skin', new File([Uint8Array.from(softSkin)], 'Soft.osk'));
  expect((await post(`${service.url}/v1/skins/upload`, form)).status).toBe(200);
});

afterAll(async () => {
  await browser?.close();
  await service?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Tells the page which moment the stage has drawn last. */
const watching = `
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (data.kind === 'drawn') window.drawn = data.t;
      });
    }
  };
`;

/** The pixels of the canvas, without a loss. */
async function shownPixels(page: Page): Promise<Uint8ClampedArray> {
  const base64 = (await page.evaluate(`(async () => {
    const copy = new OffscreenCanvas(${size.width}, ${size.height});
    copy.getContext('2d', { alpha: false }).drawImage(document.querySelector('canvas.screen'), 0, 0);
    const bytes = new Uint8Array(await (await copy.convertToBlob({ type: 'image/png' })).arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  })()`)) as string;
  const image = await loadImage(Buffer.from(base64, 'base64'));
  const context = createCanvas(size.width, size.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, size.width, size.height).data;
}

/** How far two pictures are apart: the largest difference, and how many values differ at all. */
function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): { most: number; differing: number } {
  let most = 0;
  let differing = 0;
  for (let i = 0; i < one.length; i++) {
    if (i % 4 === 3) continue;
    const apart = Math.abs(one[i]! - other[i]!);
    if (apart > 0) differing++;
    if (apart > most) most = apart;
  }
  return { most, differing };
}

interface Play {
  readonly replay: Uint8Array;
  readonly set: Uint8Array;
  readonly skin: { readonly name: string; readonly bytes: Uint8Array | null };
  readonly dim: number;
  readonly settings?: SubmittedSettings['settings'];
  readonly times: readonly number[];
}

async function comparePlay({ replay, set, skin, dim, settings = {}, times }: Play): Promise<void> {
  const fields = { skin: skin.name, bg_dim: String(dim), motion_blur: 'false', settings: JSON.stringify(settings) };
  const form = replayForm({ file: Uint8Array.from(replay), fields });
  form.set('beatmap', new File([Uint8Array.from(set)], 'set.osz'));
  const { job_id } = (await (await post(`${service.url}/v1/render`, form)).json()) as JobCreated;
  const { renderer: stage } = await prepareRender({
    replay,
    beatmap: { files: archiveFiles(set) },
    skin: skin.bytes && archiveFiles(skin.bytes),
    assets: resolve('dist/assets'),
    options: {
      ...renderOptionsOf({ ...defaultSettings, settings, bg_dim: dim, motion_blur: false }),
      ...defaultEncoding,
    },
  });
  await withPage(browser!, service.url, async (page, complaints) => {
    await page.addInitScript({ content: watching });
    await page.goto(`${service.url}/view/${job_id}`);
    await page.locator('.controls:not([disabled]) .seek').waitFor();
    for (const t of times) {
      await page.locator('.seek').fill(String(t));
      await expect.poll(() => page.evaluate('window.drawn')).toBe(t);
      await stage.draw(t);
      const { pixels, strideBytes } = stage.compositor.rgba();
      const made = withoutGaps(pixels, strideBytes);
      // What was drawn is on its way to the screen.
      await expect
        .poll(async () => difference(await shownPixels(page), made).most, { message: `at ${t} ms` })
        .toBeLessThanOrEqual(mostLevels);
    }
    expect(complaints).toEqual([]);
  });
  await stage.close();
}

function withoutGaps(pixels: Uint8Array, strideBytes: number): Uint8ClampedArray {
  const rowBytes = size.width * 4;
  const rows = new Uint8ClampedArray(rowBytes * size.height);
  for (let y = 0; y < size.height; y++) {
    rows.set(pixels.subarray(y * strideBytes, y * strideBytes + rowBytes), y * rowBytes);
  }
  return rows;
}

test.each([
  ['our own skin', { name: 'Default', bytes: null }],
  ['a skin of soft pictures', { name: 'Soft', bytes: softSkin }],
])('the page shows what the video shows, with %s', async (_, skin) => {
  if (browser === null) return;
  const times = [-500, 700, 990, 1100, 2100, 2750, 3600, 5200, 7000, 9050, 12_500, 14_000];
  await comparePlay({ replay: liveReplay, set: liveSet, skin, dim: 0.3, times });
});

test.each([
  ['smaller than the screen', liveSet, {}],
  ['larger than the screen', largePictureSet, {}],
  ['larger than the screen, out of focus', largePictureSet, { background_blur: 0.5 }],
  ['that moves with the cursor', liveSet, { parallax: true }],
])('a picture behind the play, %s, is the same in full light', async (_, set, settings) => {
  if (browser === null) return;
  const skin = { name: 'Default', bytes: null };
  const light = { intro_dim: 0, break_dim: 0, ...settings };
  await comparePlay({ replay: liveReplay, set, skin, dim: 0, settings: light, times: [-500, 2100, 8000] });
});

test('the page shows what the video shows of a real play', async () => {
  if (sharedData === null) return console.warn('There are no real replays here: only the made-up one is compared.');
  if (browser === null) return;
  const [replay, set] = await Promise.all([
    readFile(join(sharedData, 'replays/harumachi-clover-swing_oh-no_NM_jamu.osr')),
    readFile(join(sharedData, 'beatmaps/harumachi-clover.osz')),
  ]);
  const skin = { name: 'Default', bytes: null };
  await comparePlay({ replay, set, skin, dim: 0.5, times: [3_000, 12_345, 20_000, 30_001] });
});
