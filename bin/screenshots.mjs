#!/usr/bin/env node
// The pictures of the page in docs/images, taken of a running service that shows nothing but the demo:
//   DATA_DIR=$(mktemp -d) npm start        and in another terminal
//   node bin/screenshots.mjs http://127.0.0.1:8727
import { chromium } from 'playwright-core';

const service = process.argv[2] ?? 'http://127.0.0.1:8727';
const folder = new URL('../docs/images/', import.meta.url).pathname;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // Chromium's own sandbox refuses to run as root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** Opens a page, does something on it, and keeps what is seen then. */
async function picture(name, { path = '/', colorScheme = 'dark', height = 800 }, act = async () => {}) {
  const context = await browser.newContext({ colorScheme, locale: 'en', viewport: { width: 1280, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(service + path);
  await act(page);
  // Pictures fade in, and a live player draws its first frames.
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `${folder}${name}.jpg`, type: 'jpeg', quality: 82 });
  const url = page.url();
  await context.close();
  return url;
}

const playDemo = async (page) => {
  await page.getByRole('button', { name: /Watch the demo/ }).click();
  const place = page.getByRole('slider', { name: 'Place in the play' });
  await place.waitFor({ timeout: 120_000 });
  await place.fill('27790');
  await page.locator('canvas.screen').scrollIntoViewIfNeeded();
};

await picture('page-live', { colorScheme: 'light', height: 900 }, playDemo);

const watch = await picture('page-study', { height: 1180 }, async (page) => {
  await playDemo(page);
  await page.getByRole('button', { name: 'Make a video of the demo' }).click();
  await page.waitForURL(/\/view\//, { timeout: 120_000 });
  await page.locator('video').waitFor({ timeout: 1_800_000 });
  await page.locator('.study canvas').first().waitFor();
  // A moment before the first miss.
  await page.locator('.misses button').first().click();
  await page.evaluate('scrollTo(0, 300)');
});

await picture('page-submit', { height: 900 }, async (page) => {
  const demo = await fetch(`${service}/v1/artifacts/replays/${watch.split('/').at(-1)}.osr`);
  const buffer = Buffer.from(await demo.arrayBuffer());
  const name = 'Reprise - Reprise - Once More [Encore] (2026-01-01) Osu.osr';
  await page.locator('input[type=file]').setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }]);
  await page.getByText('Max combo').waitFor();
  await page.evaluate('scrollTo(0, 300)');
});

await picture('page-videos', { path: '/renders', colorScheme: 'light' }, (page) =>
  page.locator('img').first().waitFor(),
);
await browser.close();
