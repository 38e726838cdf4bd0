import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { boxOf, waitUntilReady } from '../../support/browser/page-actions.ts';
import { freePort } from '../../support/http/free-port.ts';
import { assets } from '../../support/processes/built-files.ts';
import { type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';
import { demoReplays } from '../../support/replays/demo-players.ts';
import { playedReplay, playedSet } from '../../support/service/rendering-service.ts';

const chromium = useChromium();
let service: ServeProcess;
let dataDir: string;
let port: number;

/** Starts the service at the same address and with the same data each time. */
const start = (env: Record<string, string>) =>
  startServeProcess({
    dataDir,
    env: { PORT: String(port), RENDER_PRESET: 'ultrafast', BEATMAP_MIRRORS: '', ...env },
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-journeys-'));
  port = await freePort();
  service = await start({ RENDER_WORKERS: '0' });
});

afterAll(async () => {
  await service?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Too narrow for the picture beside the settings; drawing it would take longer than the rest. */
const narrow = { width: 1000, height: 800 };

/** Submits the replay with its map, for a video that renders quickly, and returns the path of the job's page. */
async function submit(page: Page): Promise<string> {
  await page.goto(service.url);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([file('play.osr', playedReplay), file('made.osz', playedSet)]);
  await page.getByLabel('Resolution').selectOption('480p');
  await page.getByLabel('Motion blur').uncheck();
  await page.getByRole('button', { name: 'Render video' }).click();
  await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

test('two tabs show the same jobs: what one of them submits or cancels, the other shows', async () => {
  await withPage({ chromium, url: service.url, viewport: narrow }, async (list, problems) => {
    await list.goto(`${service.url}/renders`);
    await list.getByText('No videos yet.').waitFor();
    const other = await list.context().newPage();
    await other.setViewportSize(narrow);
    const path = await submit(other);
    const card = list.locator(`a[href="${path}"]`).first();
    await card.waitFor();
    await card.getByText('Queued').waitFor();
    await other.getByRole('button', { name: 'Cancel render' }).click();
    await card.getByText('Cancelled').waitFor();
    expect(problems).toEqual([]);
  });
});

test('a replay is submitted over a slow connection, and what is under way is visible', async () => {
  await withPage({ chromium, url: service.url, viewport: narrow }, async (page, problems) => {
    const session = await page.context().newCDPSession(page);
    // A slow mobile connection: 400 kbit/s.
    const bytesPerSecond = 50_000;
    const slow = { offline: false, latency: 300, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow);
    await submit(page);
    await page.getByText('Next in the queue').waitFor();
    await page.getByRole('button', { name: 'Cancel render' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(problems).toEqual([]);
    // The connection is slow as long as the session.
    await session.detach();
  });
});

test('the page of a job waits while the service restarts, and follows the job to its video', async () => {
  await withPage({ chromium, url: service.url, viewport: narrow }, async (page) => {
    await submit(page);
    await page.getByText('Next in the queue').waitFor();
    await service.end('SIGTERM');
    await page.getByText('Connection lost').waitFor();
    // It covers neither the controls nor the buttons of the page.
    const { y, height } = await boxOf(page.getByText('Connection lost'));
    expect(y + height).toBeLessThan((await boxOf(page.getByRole('heading', { level: 1 }))).y + 20);
    // What the page shows stays.
    expect(await page.getByRole('button', { name: 'Cancel render' }).isVisible()).toBe(true);
    service = await start({ RENDER_WORKERS: '1' });
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
    await page.locator('video').waitFor();
    await page.getByText(/^Unstable rate \d/).waitFor();
  });
});

test('three replays of one map become one video, whose page compares the players', async () => {
  const players = demoReplays(3).map((bytes, i) => file(`play ${i + 1}.osr`, bytes));
  const set = file('demo.osz', await readFile(join(assets, 'demo/demo.osz')));
  await withPage({ chromium, url: service.url, viewport: narrow }, async (page, problems) => {
    await page.goto(service.url);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([...players, set]);
    await page.getByRole('radio', { name: 'Ghosts' }).check();
    await page.locator('summary', { hasText: 'Clip' }).click();
    await page.getByLabel('Clip start').fill('10');
    await page.getByLabel('Clip end').fill('12');
    await page.getByLabel('Resolution').selectOption('480p');
    await page.getByLabel('Motion blur').uncheck();
    await page.getByRole('button', { name: 'Render video' }).click();
    await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
    await page.getByText('and 2 other players').waitFor();
    await page.locator('video').waitFor();
    const comparison = page.getByRole('region', { name: 'Comparison of the players' });
    await comparison.getByRole('checkbox', { name: 'kestrel' }).uncheck();
    const columns = comparison.getByRole('columnheader');
    await expect.poll(() => columns.allInnerTexts()).toEqual(['Time', 'Aurelia', 'Mirage']);
    // The live preview has the other players, too: each replay is fetched.
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Live' }).click();
    await waitUntilReady(page);
    expect(fetched.filter((path) => /\/replays?(\/|$)/.test(path))).toHaveLength(3);
    await page.goto(`${service.url}/renders`);
    await page.locator('.job-card').getByText('and 2 other players').waitFor();
    expect(problems).toEqual([]);
  });
});
