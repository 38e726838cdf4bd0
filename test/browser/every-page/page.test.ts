import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { boxOf, nextFrames, until } from '../../support/browser/page-actions.ts';
import { freePort } from '../../support/http/free-port.ts';
import { type PathProxy, startPathProxy } from '../../support/http/path-proxy.ts';
import { type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';
import { playedReplay, playedSet } from '../../support/service/rendering-service.ts';

const chromium = useChromium();
let service: ServeProcess;
let proxy: PathProxy;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-page-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'made.osz'), playedSet);
  // The service is below a path of its host, as behind a proxy; other tests open it at the root.
  const port = await freePort();
  proxy = await startPathProxy({ path: '/reprise', target: () => `http://127.0.0.1:${port}`, removesPath: true });
  const address = { PORT: String(port), PUBLIC_URL: proxy.url };
  const limits = { MAX_RESOLUTION: '1080p', MAX_FPS: '60' };
  const env = { RENDER_WORKERS: '1', RENDER_PRESET: 'ultrafast', BEATMAP_MIRRORS: '', ...limits, ...address };
  service = await startServeProcess({ dataDir, env });
});

afterAll(async () => {
  await service?.remove();
  proxy?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function chooseFiles(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  return page.locator('input[type=file]').setInputFiles(files);
}

test('a replay is read before the upload, followed to its video and analysed', async () => {
  // Too narrow for the picture beside the settings.
  const viewport = { width: 1000, height: 800 };
  await withPage({ chromium, url: service.url, viewport }, async (page, problems) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto(service.url);
    await chooseFiles(page, file('Player - A - B [C] (2020-01-01) Osu.osr', playedReplay));
    await page.getByText('Max combo').waitFor();
    expect(posts).toEqual([]);

    const choicesOf = async (label: string) =>
      (await page.getByLabel(label).locator('option').allTextContents()).map((text) => text.split(' ')[0]);
    expect(await choicesOf('Resolution')).toEqual(['480p', '720p', '1080p']);
    expect(await choicesOf('FPS')).toEqual(['30', '60']);
    await page.getByLabel('Resolution').selectOption('480p');
    await page.getByLabel('Motion blur').uncheck();
    await page.getByRole('button', { name: 'Render video' }).click();
    await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
    const video = page.locator('video');
    await video.waitFor();
    await until(page, "document.querySelector('video').duration > 3");
    expect(await page.evaluate("document.querySelector('video').videoHeight")).toBe(480);
    await page.getByText(/^Unstable rate \d/).waitFor();

    // A click on a chart seeks the video.
    const chart = page.locator('.u-over').first();
    const { width, height } = await boxOf(chart);
    await chart.click({ position: { x: width * 0.9, y: height / 2 } });
    await until(page, "document.querySelector('video').currentTime > 1");
    // The header, which stays at the top of the window, does not cover the player that the click scrolls to.
    const header = await boxOf(page.locator('.page-header'));
    expect((await boxOf(page.locator('.player'))).y).toBeGreaterThanOrEqual(header.y + header.height);
    // So does Enter at the value that the keyboard has chosen: here the first hit.
    const clickedAt = await page.evaluate("document.querySelector('video').currentTime");
    const hitErrors = page.getByRole('group', { name: 'Hit error (ms)', exact: true });
    await hitErrors.focus();
    await hitErrors.locator('.u-over').hover({ position: { x: width * 0.9, y: height / 2 } });
    await page.keyboard.press('Home');
    // The page scrolls below the resting pointer: the value stays the one of the keyboard.
    await page.evaluate('scrollBy(0, -300)');
    await nextFrames(page);
    await page.keyboard.press('Enter');
    await until(page, `document.querySelector('video').currentTime < ${clickedAt}`);

    // The live preview continues where the video stopped, and the video where the preview stopped.
    const time = "Number(document.querySelector('.controls:not([disabled]) .seek')?.value)";
    await nextFrames(page);
    const videoTime = await page.evaluate(time);
    await page.getByRole('button', { name: 'Live preview', exact: true }).click();
    await page.locator('canvas.screen').waitFor();
    await until(page, `Math.abs(${time} - ${videoTime}) < 20`);
    await page.locator('.seek').fill('1200');
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    await video.waitFor();
    await until(page, `Math.abs(${time} - 1200) < 20`);
    // Playback goes on in the other view, slowly enough for a busy machine.
    const playIcon = page.locator('.player-screen .play-overlay .icon');
    await playIcon.waitFor();
    await page.getByLabel('Playback speed').selectOption('0.25');
    await video.click();
    await playIcon.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Live preview', exact: true }).click();
    await page.locator('.player:has(canvas)').getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    await page.locator('.player:has(video)').getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByLabel('Playback speed').selectOption('1');

    // A link opens the video at its moment; misses are marked, and the pointer shows a small picture.
    await page.route(/\/analytics$/, async (route) => {
      const analytics = await (await route.fetch()).json();
      await route.fulfill({ json: { ...analytics, missed: [{ t: 1200, x: 0, y: 0, object: 0 }] } });
    });
    await page.goto(`${page.url()}?t=1.5`);
    await until(page, "Math.abs(document.querySelector('video')?.currentTime - 1.5) < 0.01");
    await page.locator('.seek-track .miss').first().waitFor({ state: 'attached' });
    await page.unrouteAll({ behavior: 'wait' });
    expect(await page.evaluate("document.querySelector('video').currentTime")).toBeCloseTo(1.5);
    // The analytics have changed the seek bar: a hover before that would be of the old one.
    await nextFrames(page);
    await page.locator('.seek').hover();
    await until(page, "document.querySelector('.hover-picture video')?.readyState > 1");

    // The small player for other sites.
    const view = page.url().replace(/\?.*/, '');
    await page.goto(`${view.replace('/view/', '/embed/')}?t=1`);
    await until(page, "Math.abs(document.querySelector('video')?.currentTime - 1) < 0.01");
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.locator('.embed-title a').evaluate((link) => (link as unknown as { href: string }).href)).toBe(
      view,
    );
    await expectUsable(page);
    await page.goto(view);

    await page.getByText('Log', { exact: true }).click();
    await page.getByText('Completed.').waitFor();
    expect(problems).toEqual([]);
  });
});

test('every page and every document works below the path of the public URL', async () => {
  await withPage({ chromium, url: service.url }, async (page, problems) => {
    await page.goto(service.url);
    const nav = page.getByRole('navigation').first();
    await nav.getByRole('link', { name: 'Videos' }).click();
    await page.waitForURL(`${service.url}/renders`);
    await page.getByRole('searchbox').waitFor();
    await expect.poll(() => page.title()).toBe('Videos · Reprise');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await nav.getByRole('link', { name: 'Study' }).click();
    await page.waitForURL(`${service.url}/study`);
    await page.getByRole('heading', { name: 'Study your replays' }).waitFor();
    await nav.getByRole('link', { name: 'Skins' }).click();
    await page.waitForURL(`${service.url}/gallery`);
    await until(page, "document.querySelector('main img').naturalWidth > 0");
    await nav.getByRole('link', { name: 'Help' }).click();
    await page.waitForURL(`${service.url}/guide`);
    await page.getByRole('heading', { name: 'The map is missing' }).waitFor();
    expect(await page.getByRole('link', { name: 'Open the study' }).getAttribute('href')).toBe('/reprise/study');
    await page.getByRole('link', { name: 'For developers' }).click();
    await page.waitForURL(`${service.url}/guide/developers`);
    await page.getByRole('link', { name: /^HTTP/ }).first().click();
    await page.waitForURL(`${service.url}/guide/http`);
    await page.locator('main a[href^="settings"]').first().click();
    await page.waitForURL(`${service.url}/guide/settings`);
    await page.getByRole('heading', { name: 'Members of the field' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Members of the field' }).waitFor();
    // Both pages of the API documentation find the description; docs.test.ts reads what they show, which takes seconds.
    for (const [path, description] of [
      ['/docs', '/api/docs/json'],
      ['/redoc', '/api/openapi.json'],
    ]) {
      const described = page.waitForResponse(service.url + description);
      await page.goto(service.url + path, { waitUntil: 'commit' });
      expect((await described).status()).toBe(200);
      await page.goto('about:blank');
    }
    expect(problems).toEqual([]);
  });
});

test("the page uses the browser's language", async () => {
  await withPage({ chromium, url: service.url, context: { locale: 'de-DE' } }, async (page) => {
    await page.goto(service.url);
    await page.getByText('Mach aus deinem Replay ein Video').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });
});

test('the first load is small', async () => {
  const page = await (await fetch(service.url)).text();
  const scripts = [...page.matchAll(/(?:src|modulepreload" href)="\/reprise\/assets\/([^"]+\.js)"/g)].map(
    ([, name = '']) => name,
  );
  expect(scripts.length).toBeGreaterThan(0);
  // The smallest scripts are sent as they are.
  const sentFile = (name: string) => stat(join('dist/page', `${name}.gz`)).catch(() => stat(join('dist/page', name)));
  const sizes = await Promise.all(scripts.map(async (name) => (await sentFile(name)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100 * 1024);
  // Schema validation belongs to the server.
  for (const name of scripts) expect(await readFile(join('dist/page', name), 'utf8')).not.toContain('ZodError');
  const files = await readdir('dist/page');
  expect(files).toContainEqual(expect.stringMatching(/^kernel-.*\.wasm$/));
  // Browsers inflate the default skin, not our code.
  expect(files).toContainEqual(expect.stringMatching(/^default-skin-.*\.osk\.gz$/));
});
