import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { mockAnalytics, mockJob } from '../../support/browser/mocked-responses.ts';
import { withPage } from '../../support/browser/page.ts';

const url = inject('idleService');
const chromium = useChromium();

const id = '00000000-0000-4000-8000-000000000001';
const picture = createCanvas(16, 9).toBuffer('image/png');

/** Sums up what moves without being asked, as browsers measure it (cumulative layout shift). */
const recordShifts = `window.layoutShift = 0; window.moved = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.layoutShift += value;
      for (const { node } of sources) window.moved.push(node?.outerHTML?.slice(0, 80) ?? String(node));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Responds so late that the place of everything is seen before it. */
async function respondSlowly(page: Page, path: RegExp, response: object | Buffer, ms = 400): Promise<void> {
  await page.route(path, async (route) => {
    await delay(ms);
    if (Buffer.isBuffer(response)) await route.fulfill({ contentType: 'image/png', body: response });
    else await route.fulfill({ json: response });
  });
}

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'the list': async (page) => {
    const jobs = Array.from({ length: 12 }, (_, i) =>
      mockJob(id.slice(0, -2) + String(i + 10), { is_mine: i % 2 === 0 }),
    );
    await respondSlowly(page, /\/v1\/jobs\?/, { total: 12, jobs });
    await respondSlowly(page, /\/v1\/artifacts\//, picture, 800);
    await page.goto(`${url}/renders`);
    await page.locator('.job-card a').first().waitFor();
  },
  'a video with its analysis': async (page) => {
    const job = mockJob(id, { has_analytics: true });
    await respondSlowly(page, /\/v1\/jobs\?/, { total: 1, jobs: [job] }, 0);
    await respondSlowly(page, new RegExp(`/v1/jobs/${id}$`), job);
    await respondSlowly(page, /\/analytics$/, mockAnalytics(id, { hits: 300, frames: 3000 }), 900);
    await respondSlowly(page, /\/v1\/artifacts\//, picture, 800);
    await page.goto(`${url}/renders`);
    await page.locator('.job-card a').click();
    // The click was input, after which a shift does not count for half a second.
    await delay(600);
    await page.locator('.replay-analysis canvas').first().waitFor();
  },
  'the skins': async (page) => {
    const details = ['Default', 'One', 'Two'].map((name) => ({
      name,
      author: 'mira',
      version: '2.7',
      owner: name === 'Default' ? 'built-in' : 'other',
    }));
    await respondSlowly(page, /\/v1\/skins$/, { skins: ['Default', 'One', 'Two'], details });
    await respondSlowly(page, /\/preview$/, picture, 800);
    await page.goto(`${url}/gallery`);
    await page.locator('.skin-card h2').first().waitFor();
  },
};

test.each(Object.keys(pages).flatMap((name) => [1440, 390].map((width) => [name, width] as const)))(
  '%s does not move while it is loading, in a window of %d px',
  async (name, width) => {
    const context = { reducedMotion: 'no-preference' } as const;
    await withPage(
      { chromium, url, context, viewport: { width, height: 900 }, initScript: recordShifts },
      async (page) => {
        await pages[name]!(page);
        await delay(1200);
        expect(await page.evaluate('window.layoutShift'), String(await page.evaluate('window.moved'))).toBeLessThan(
          0.02,
        );
      },
    );
  },
);

test('with reduced motion, nothing moves by itself and nothing fades', async () => {
  await withPage({ chromium, url }, async (page) => {
    await pages['the list']!(page);
    await page.locator('.job-card').first().hover();
    await page.goto(url);
    await page.getByRole('link', { name: 'Skins' }).first().hover();
    const running = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 0).length`;
    expect(await page.evaluate(running)).toBe(0);
  });
});
