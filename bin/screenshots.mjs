#!/usr/bin/env node
// Takes the screenshots in docs/images from a running service that has only the demo:
//   DATA_DIR=$(mktemp -d) npm start        and in another terminal
//   node bin/screenshots.mjs http://127.0.0.1:8727
// It renders the whole demo, and three clips of it under invented player names for the list of videos.
import { chromium } from 'playwright-core';
import { readReplay, writeReplay } from '../dist/replay.js';

const service = process.argv[2] ?? 'http://127.0.0.1:8727';
const folder = new URL('../docs/images/', import.meta.url).pathname;
const timeoutMs = 1_800_000;
/** High enough for sharp text. */
const quality = 80;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // Chromium's own sandbox refuses to run as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** Opens a page, acts on it, and takes a screenshot. */
async function takeScreenshot(name, { path = '/', colorScheme = 'dark', height = 860 }, prepare) {
  const context = await browser.newContext({ colorScheme, locale: 'en', viewport: { width: 1280, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  await page.goto(service + path);
  await prepare(page);
  // Avoid hover and focus styles, and wait until images have faded in.
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement.blur()');
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `${folder}${name}.jpg`, type: 'jpeg', quality });
  const url = page.url();
  await context.close();
  return url;
}

/** Seeks the demo to a busy moment and pauses. */
async function playDemo(page) {
  await page.getByRole('button', { name: /Watch the demo/ }).click();
  const seekBar = page.locator('.seek:enabled');
  await seekBar.waitFor();
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if (await pause.isVisible()) await pause.click();
  await seekBar.fill('27790');
}

async function downloadReplay(url) {
  const response = await fetch(`${service}/v1/artifacts/replays/${url.split('/').at(-1)}.osr`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Renders a clip of the demo under a player's name and waits for the video. */
async function renderClip(replay, { player, from, until }, client) {
  const { header, ...rest } = readReplay(replay);
  const form = new FormData();
  form.set('replay', new File([writeReplay({ ...rest, header: { ...header, player } })], 'demo.osr'));
  form.set('bg_dim', '0.6');
  form.set('settings', JSON.stringify({ clip_start: from, clip_end: until, result_screen: false }));
  const headers = { 'edge-connecting-ip': `192.0.2.${client}` };
  const response = await fetch(`${service}/v1/render`, { method: 'POST', body: form, headers });
  if (!response.ok) throw new Error(await response.text());
  const { job_id } = await response.json();
  for (;;) {
    const { status, error_hint } = await (await fetch(`${service}/v1/jobs/${job_id}`)).json();
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(error_hint);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

const watchUrl = await takeScreenshot('page-study', { height: 900 }, async (page) => {
  await playDemo(page);
  await page.getByRole('button', { name: 'Render the demo' }).click();
  await page.waitForURL(/\/view\//);
  await page.locator('video').waitFor();
  await page.locator('.replay-analysis canvas').first().waitFor();
  // Seek to just before the first miss.
  await page.locator('.mistake').first().click();
  await page.locator('.replay-analysis').evaluate((element) => scrollTo(0, element.offsetTop - 90));
});

await takeScreenshot('page-live', { colorScheme: 'light', height: 900 }, async (page) => {
  await playDemo(page);
  await page.locator('.player').evaluate((element) => scrollTo(0, element.offsetTop - 80));
});

const replay = await downloadReplay(watchUrl);
await takeScreenshot('page-submit', { height: 860 }, async (page) => {
  const name = 'Reprise - Reprise - Once More [Encore] (2026-01-01) Osu.osr';
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(replay) };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByText('Max combo').waitFor();
  await page.locator('.seek:enabled').waitFor();
  await page
    .locator('.skin-options img')
    .first()
    .evaluate((image) => image.decode());
});

const clips = [
  { player: 'lantern', from: 12, until: 16 },
  { player: 'Mira', from: 29, until: 33 },
  { player: 'quarterstep', from: 44, until: 48 },
];
for (const [client, clip] of clips.entries()) await renderClip(replay, clip, client + 1);
await takeScreenshot('page-videos', { path: '/renders', colorScheme: 'light', height: 600 }, async (page) => {
  await page.locator('.job-card img').nth(clips.length).waitFor();
});
await browser.close();
