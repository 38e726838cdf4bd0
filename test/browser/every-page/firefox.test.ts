import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Firefox, startFirefox } from '../../support/browser/firefox.ts';
import { mistakenFiles } from '../../support/mistakes/files-with-mistakes.ts';
import { type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';

let firefox: Firefox | null;
let service: ServeProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-firefox-files-'));
  await mkdir(join(folder, 'data'));
  const env = { RENDER_WORKERS: '1', RENDER_PRESET: 'ultrafast', BEATMAP_MIRRORS: '' };
  [firefox, service] = await Promise.all([startFirefox(), startServeProcess({ dataDir: join(folder, 'data'), env })]);
});

afterAll(async () => {
  await firefox?.close();
  await service?.remove();
  await rm(folder, { recursive: true, force: true });
});

const buttonNamed = (name: string) =>
  `[...document.querySelectorAll('button')].find((button) => button.textContent.trim() === ${JSON.stringify(name)} && !button.disabled)`;
/** Whether a canvas shows more than one colour. */
const isDrawn = (selector: string) => `(() => {
  const canvas = document.querySelector('${selector}');
  if (!canvas?.width) return false;
  const copy = new OffscreenCanvas(64, 36).getContext('2d');
  copy.drawImage(canvas, 0, 0, 64, 36);
  return new Set(new Uint32Array(copy.getImageData(0, 0, 64, 36).data.buffer)).size > 1;
})()`;

test('a replay is previewed, rendered, watched and analysed in Firefox', { timeout: 900_000 }, async () => {
  if (firefox === null) return;
  const { page } = firefox;
  const replay = join(folder, 'play.osr');
  const set = join(folder, 'made.osz');
  const files = mistakenFiles();
  await Promise.all([writeFile(replay, files.replay), writeFile(set, files.set)]);
  await page.open(service.url);
  await page.until(`document.querySelector('input[type=file]') !== null`);
  await page.chooseFiles('input[type=file]', [replay, set]);

  // A replay with its map is previewed at once.
  await page.until(isDrawn('canvas.screen'));

  // Small, so that the render is short.
  await page.evaluate(`(() => {
    const hasSmallSize = ({ options }) => [...options].some(({ value }) => value === '480p');
    const select = [...document.querySelectorAll('select')].find(hasSmallSize);
    select.value = '480p';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  await page.click(buttonNamed('Render video'));
  await page.until(`location.pathname.startsWith('/view/')`);
  await page.until(`document.querySelector('video')?.duration > 3`);
  await page.until(`document.body.textContent.includes('Unstable rate')`);
  await page.until(`document.querySelector('.replay-analysis canvas') !== null`);
  await page.click(`document.querySelector('.controls button')`);
  await page.until(`document.querySelector('video').currentTime > 0.2`);

  // A mistake has a picture, and is watched at half speed.
  await page.evaluate(`document.querySelector('.mistake').scrollIntoView()`);
  await page.until(isDrawn('.mistake canvas'));
  await page.click(`document.querySelector('.mistake')`);
  await page.until(`document.querySelector('video').playbackRate === 0.5`);
  expect(page.problems).toEqual([]);
});
