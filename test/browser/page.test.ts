import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReplay } from '../../src/game/replay/index.ts';
import { buildReplay } from '../support/build-replay.ts';
import { startChromium } from '../support/chromium.ts';
import { until } from '../support/live-page.ts';
import { file, withPage } from '../support/page.ts';
import { playedReplay, playedSet } from '../support/rendering.ts';
import { type ServeProcess, startServeProcess } from '../support/serve.ts';

let browser: Browser | null;
let service: ServeProcess;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-page-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'made.osz'), playedSet);
  const env = { RENDER_WORKERS: '1', RENDER_PRESET: 'ultrafast', BEATMAP_MIRRORS: '' };
  [browser, service] = await Promise.all([startChromium(), startServeProcess({ dataDir, env })]);
});

afterAll(async () => {
  await browser?.close();
  await service?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

function choose(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  return page.locator('input[type=file]').setInputFiles(files);
}

test('a replay is read before it is sent, followed to its video, and studied', async () => {
  if (browser === null) return;
  await withPage(browser, service.url, async (page, complaints) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto(service.url);
    await choose(page, file('Somebody - A - B [C] (2020-01-01) Osu.osr', playedReplay));
    await page.getByText('Max combo').waitFor();
    expect(posts).toEqual([]);

    await page.getByRole('button', { name: 'Render video' }).click();
    await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
    const video = page.locator('video');
    await video.waitFor();
    await until(page, "document.querySelector('video').duration > 3");
    await page.getByText('Unstable rate').waitFor();

    // A plot is a way into the video.
    const plot = page.locator('.u-over').first();
    const { width, height } = (await plot.boundingBox())!;
    await plot.click({ position: { x: width * 0.9, y: height / 2 } });
    await until(page, "document.querySelector('video').currentTime > 1");

    // The live stage goes on where the video was, and the video where the stage was.
    const place = "Number(document.querySelector('.controls:not([disabled]) .seek')?.value)";
    const inVideo = await page.evaluate(place);
    await page.getByRole('button', { name: 'Live preview', exact: true }).click();
    await page.locator('canvas.screen').waitFor();
    await until(page, `Math.abs(${place} - ${inVideo}) < 20`);
    await page.locator('.seek').fill('1200');
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    await video.waitFor();
    await until(page, `Math.abs(${place} - 1200) < 20`);

    await page.getByText('Log', { exact: true }).click();
    await page.getByText('Completed.').waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('what comes from files', () => {
  test('is never markup', async () => {
    if (browser === null) return;
    const player = '<img src=x onerror=alert(1)>';
    await withPage(browser, service.url, async (page, complaints) => {
      page.on('dialog', (dialog) => complaints.push(dialog.message()));
      await page.goto(service.url);
      await choose(page, file('<b>bold.osr', writeReplay(buildReplay({ header: { player } }))));
      await page.getByText(player).waitFor();
      expect(await page.locator('img[src="x"], main b').count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });

  test('and cannot be rendered is refused in words, without being sent', async () => {
    if (browser === null) return;
    await withPage(browser, service.url, async (page, complaints) => {
      await page.goto(service.url);
      await choose(page, file('noise.osr', new Uint8Array(100).fill(7)));
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toContain('Export the replay from the game again');
      expect(await page.getByRole('button', { name: 'Render video' }).isDisabled()).toBe(true);
      expect(complaints).toEqual([]);
    });
  });
});

test("the page speaks the browser's language", async () => {
  if (browser === null) return;
  await withPage(
    browser,
    service.url,
    async (page) => {
      await page.goto(service.url);
      await page.getByText('Mach aus deinem Replay ein Video').waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
    },
    { locale: 'de-DE' },
  );
});

test('what a visitor loads first is small', async () => {
  const page = await (await fetch(service.url)).text();
  const scripts = [...page.matchAll(/(?:src|modulepreload" href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name!);
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = await Promise.all(scripts.map(async (name) => (await stat(join('dist/page', `${name}.gz`))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100 * 1024);
  // Schemas are for the server.
  for (const name of scripts) expect(await readFile(join('dist/page', name), 'utf8')).not.toContain('ZodError');
  expect(await readdir('dist/page')).toEqual(expect.arrayContaining([expect.stringMatching(/^kernel-.*\.wasm$/)]));
});
