#!/usr/bin/env node
// The pictures of the page in docs/images, taken of a running service that shows nothing but the demo:
//   DATA_DIR=$(mktemp -d) npm start        and in another terminal
//   node bin/screenshots.mjs http://127.0.0.1:8727
// It renders the demo whole and three parts of it, under made-up names, for the list of videos.
import { chromium } from 'playwright-core';
import { readReplay, writeReplay } from '../dist/game/replay/index.js';

const service = process.argv[2] ?? 'http://127.0.0.1:8727';
const folder = new URL('../docs/images/', import.meta.url).pathname;
const patienceMs = 1_800_000;
/** Enough for the text of a page to be sharp. */
const quality = 80;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // Chromium's own sandbox refuses to run as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** Opens a page, does something on it, and keeps what is seen then. */
async function picture(name, { path = '/', colorScheme = 'dark', height = 860 }, act) {
  const context = await browser.newContext({ colorScheme, locale: 'en', viewport: { width: 1280, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.goto(service + path);
  await act(page);
  // What is under the mouse, or was clicked, looks otherwise; pictures fade in.
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement.blur()');
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `${folder}${name}.jpg`, type: 'jpeg', quality });
  const url = page.url();
  await context.close();
  return url;
}

/** Plays the demo up to a moment with much to see, and stops there. */
async function playDemo(page) {
  await page.getByRole('button', { name: /Watch the demo/ }).click();
  const place = page.locator('.seek:enabled');
  await place.waitFor();
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if (await pause.isVisible()) await pause.click();
  await place.fill('27790');
}

async function demoReplay(url) {
  const answer = await fetch(`${service}/v1/artifacts/replays/${url.split('/').at(-1)}.osr`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Has a part of the demo rendered as somebody's, and waits for its video. */
async function renderPart(replay, { player, from, until }, client) {
  const { header, ...rest } = readReplay(replay);
  const form = new FormData();
  form.set('replay', new File([writeReplay({ ...rest, header: { ...header, player } })], 'demo.osr'));
  form.set('bg_dim', '0.6');
  form.set('settings', JSON.stringify({ clip_start: from, clip_end: until, result_screen: false }));
  const headers = { 'edge-connecting-ip': `192.0.2.${client}` };
  const answer = await fetch(`${service}/v1/render`, { method: 'POST', body: form, headers });
  if (!answer.ok) throw new Error(await answer.text());
  const { job_id } = await answer.json();
  for (;;) {
    const { status, error_hint } = await (await fetch(`${service}/v1/jobs/${job_id}`)).json();
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(error_hint);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

const watch = await picture('page-study', { height: 900 }, async (page) => {
  await playDemo(page);
  await page.getByRole('button', { name: 'Render the demo' }).click();
  await page.waitForURL(/\/view\//);
  await page.locator('video').waitFor();
  await page.locator('.study canvas').first().waitFor();
  // A moment before the first miss.
  await page.locator('.misses button').first().click();
  await page.locator('.study').evaluate((element) => scrollTo(0, element.offsetTop - 90));
});

await picture('page-live', { colorScheme: 'light', height: 900 }, async (page) => {
  await playDemo(page);
  await page.locator('.player').evaluate((element) => scrollTo(0, element.offsetTop - 80));
});

const replay = await demoReplay(watch);
await picture('page-submit', { height: 600 }, async (page) => {
  const name = 'Reprise - Reprise - Once More [Encore] (2026-01-01) Osu.osr';
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(replay) };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByText('Max combo').waitFor();
  await page
    .locator('.skin-options img')
    .first()
    .evaluate((image) => image.decode());
});

const parts = [
  { player: 'lantern', from: 12, until: 16 },
  { player: 'Mira', from: 29, until: 33 },
  { player: 'quarterstep', from: 44, until: 48 },
];
for (const [client, part] of parts.entries()) await renderPart(replay, part, client + 1);
await picture('page-videos', { path: '/renders', colorScheme: 'light', height: 600 }, async (page) => {
  await page.locator('.render-card img').nth(parts.length).waitFor();
});
await browser.close();
