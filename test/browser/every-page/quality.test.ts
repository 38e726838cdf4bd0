import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { watchMainThread } from '../../support/browser/main-thread-time.ts';
import { openWatch, other, replay } from '../../support/browser/mocked-job-page.ts';
import { mockJob, mockResponses } from '../../support/browser/mocked-responses.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { boxOf, canvasHash, stillCanvasHash, waitUntilReady } from '../../support/browser/page-actions.ts';

const url = inject('idleService');
const chromium = useChromium();

const id = '00000000-0000-4000-8000-000000000001';
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'replays to upload': async (page) => {
    await page.goto(url);
    const input = page.locator('input[type=file]');
    await input.setInputFiles([file('noise.osr', new Uint8Array(99).fill(7))]);
    // A file that cannot be rendered is rejected with an explanation, without an upload.
    await page.getByRole('alert').getByText('Export the replay from the game again').waitFor();
    expect(await page.getByRole('button', { name: 'Render video' }).isDisabled()).toBe(true);
    await input.setInputFiles([replay()]);
    await page.getByText('The beatmap is not here. Add its .osz').waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
  },
  'the list of videos': async (page) => {
    const failed = { status: 'failed', error_code: 'beatmap/not-found', error_hint: '', error_message: '' } as const;
    const jobs = [mockJob(id, { status: 'rendering', progress: 40, stage: 'rendering' }), mockJob(other, failed)];
    await mockResponses(page, { '/v1/jobs': { total: 99, jobs } });
    await page.goto(`${url}/renders?grade=SS`);
    await page.locator('.failure-reason').waitFor();
    await page.getByRole('button', { name: 'Remove Artist' }).click();
  },
  'a video with its analysis': async (page) => {
    await openWatch(page);
    await page.getByText('Log', { exact: true }).click();
  },
  'a job whose map is missing': async (page) => {
    const job = mockJob(id, { status: 'failed', error_code: 'beatmap/not-found', map_title: '' });
    await mockResponses(page, { '/v1/jobs': { total: 1, jobs: [job] }, [`/v1/jobs/${id}`]: job });
    await page.goto(`${url}/renders`);
    await page.locator('.job-card a').click();
    await page.getByText('Choose .osz').waitFor();
    // One clear state: neither a player nor a progress that waits for the map.
    expect(await page.locator('.in-progress, .screen, .views').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(1);
  },
  'a queued job whose map cannot be downloaded': async (page) => {
    const job = mockJob(id, { status: 'queued', progress: 0, map_title: '', stage: 'waiting', queue_position: 1 });
    const unreachable = JSON.stringify({ detail: 'No mirror.', code: 'beatmap/unavailable' });
    await mockResponses(page, {
      '/v1/jobs': { total: 1, jobs: [job] },
      '/v1/jobs/covers': { covers: {}, titles: {} },
      [`/v1/jobs/${id}`]: job,
      [`/v1/jobs/${id}/replay`]: 'not needed',
    });
    await page.route(`**/v1/jobs/${id}/events`, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${url}/renders`);
    // A mocked response with this status would count as a problem of the page.
    await page.evaluate(`window.fetch = ((original) => (input, ...rest) => String(input).endsWith('/beatmap')
      ? Promise.resolve(new Response(${JSON.stringify(unreachable)}, { status: 503 }))
      : original(input, ...rest))(window.fetch)`);
    await page.locator('.job-card a').click();
    await page.getByText('No beatmap mirror could be reached.').waitFor();
    await page.getByText('Choose .osz').waitFor();
    // The job waits in the queue all the same.
    expect(await page.locator('.in-progress').count()).toBe(1);
    expect(await page.locator('.screen, .views').count()).toBe(0);
  },
  'a document': async (page) => {
    await page.goto(`${url}/guide/beatmaps`);
    await page.locator('.document table').first().waitFor();
  },
};

test.each(Object.keys(pages))('%s is accessible and fits the screen, wide or narrow, dark or light', async (name) => {
  await withPage({ chromium, url }, async (page, problems) => {
    await pages[name]!(page);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expectUsable(page);
    expect(problems).toEqual([]);
  });
});

const recordShifts = `window.layoutShift = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

test.each([
  ['the start page', '/', 200],
  ['an empty list', '/renders?q=nothing', 200],
  ['the overview of the skins', '/gallery', 200],
  ['the help for players', '/guide', 200],
  ['the overview of the documents', '/guide/developers', 200],
  ['a document that does not exist', '/guide/nothing', 404],
])('%s loads fast and small, without layout shifts, is accessible and fits every screen', async (_, path, status) => {
  // The browser must not have any of it in its cache.
  await withPage({ chromium, url, isNew: true, initScript: recordShifts }, async (page, problems) => {
    let scripts = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts += Number(response.headers()['content-length']);
    });
    const busySeconds = await watchMainThread(page);
    expect((await page.goto(url + path))?.status()).toBe(status);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const seconds = await busySeconds();
    expect(seconds).toBeGreaterThan(0.01);
    expect(seconds).toBeLessThan(1);
    expect(scripts).toBeGreaterThan(0);
    expect(scripts).toBeLessThan(100 * 1024);
    expect(await page.evaluate('window.layoutShift')).toBeLessThan(0.01);
    // Three cards are beside each other or below each other: two columns would leave a hole.
    await page.setViewportSize({ width: 768, height: 1024 });
    const columns = `[...document.querySelectorAll('.start .cards, .find-replays')].map((list) =>
      new Set([...list.children].map((card) => card.getBoundingClientRect().left)).size)`;
    for (const count of (await page.evaluate(columns)) as number[]) expect([1, 3]).toContain(count);
    await expectUsable(page);
    const isThatStatus = (problem: string) => status === 404 && problem.includes('404') && problem.includes(path);
    expect(problems.filter((problem) => !isThatStatus(problem))).toEqual([]);
  });
});

test('settings are found by search, and the picture of the demo beside them shows every change', async () => {
  await withPage({ chromium, url }, async (page, problems) => {
    await page.goto(url);
    await page.locator('input[type=file]').setInputFiles([replay()]);
    // The map of the replay is missing, so a still picture of the demo stands for it until the settings are used.
    await page.getByRole('heading', { name: 'Preview with the demo' }).waitFor();
    expect(await page.locator('canvas.screen').count()).toBe(0);
    const still = await boxOf(page.locator('img.screen'));
    expect(still.width / still.height).toBeCloseTo(16 / 9, 1);
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('no such setting');
    await page.getByText('No matches').waitFor();
    await search.fill('BG_dim');
    await expect.poll(() => page.locator('.setting').count()).toBe(1);
    const dim = page.getByRole('slider', { name: 'Background dim' });
    expect(await dim.evaluate((slider) => slider.getAttribute('aria-valuetext'))).toBe('95%');
    await page.getByText('0% shows the full picture').waitFor();
    await waitUntilReady(page);
    await page.locator('canvas.screen').scrollIntoViewIfNeeded();
    const before = await stillCanvasHash(page);
    await dim.fill('0');
    await expect.poll(() => canvasHash(page)).not.toBe(before);
    // Before and after: while the key or the button is held.
    await page.keyboard.down('c');
    await expect.poll(() => canvasHash(page)).toBe(before);
    await page.keyboard.up('c');
    await expect.poll(() => canvasHash(page)).not.toBe(before);
    await page.getByRole('button', { name: /Hold to compare/ }).hover();
    await page.mouse.down();
    await expect.poll(() => canvasHash(page)).toBe(before);
    await page.mouse.up();
    await expect.poll(() => canvasHash(page)).not.toBe(before);
    // The picture stays in view beside the settings.
    await search.fill('');
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const { y, height } = await boxOf(page.locator('canvas.screen'));
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThan(Number(await page.evaluate('innerHeight')));
    expect(problems).toEqual([]);
  });
});

test.each([
  ['no-preference', true],
  ['reduce', false],
] as const)(
  'with the preference %s for motion, the demo on the start page moves by itself: %s',
  async (reducedMotion, moves) => {
    await withPage({ chromium, url, context: { reducedMotion } }, async (page, problems) => {
      let firstViewBytes = 0;
      let isLoaded = false;
      let loops = 0;
      page.on('load', () => {
        isLoaded = true;
      });
      page.on('response', (response) => {
        if (/^http.*\.mp4$/.test(response.url())) loops++;
        else if (!isLoaded) firstViewBytes += Number(response.headers()['content-length'] ?? 0);
      });
      await page.goto(url);
      const isMoving = "!document.querySelector('.demo-loop video').paused";
      if (moves) {
        await expect.poll(() => page.evaluate(isMoving)).toBe(true);
        await page.getByRole('button', { name: 'Pause the demo loop' }).click();
        await expect.poll(() => page.evaluate(isMoving)).toBe(false);
      } else {
        await page.waitForLoadState('networkidle');
        expect(loops).toBe(0);
        await page.getByRole('button', { name: 'Play the demo loop' }).click();
        await expect.poll(() => page.evaluate(isMoving)).toBe(true);
      }
      expect(loops).toBe(1);
      expect(firstViewBytes).toBeGreaterThan(0);
      expect(firstViewBytes).toBeLessThan(80 * 1024);
      expect(problems).toEqual([]);
    });
  },
);

test.each([
  ['wide', {}, 16 / 9],
  ['vertical', { vertical: true }, 9 / 16],
])('a %s video keeps its aspect ratio and fits the screen with its controls', async (_, settings, aspectRatio) => {
  await withPage({ chromium, url }, async (page) => {
    const job = mockJob(id, { has_analytics: true });
    await openWatch(page, { job: { ...job, config: { ...job.config, settings } } });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const screen = await boxOf(page.locator('video'));
      expect(screen.width / screen.height).toBeCloseTo(aspectRatio, 2);
      const controls = await boxOf(page.locator('.controls'));
      expect([controls.x, controls.width]).toEqual([screen.x, screen.width]);
      expect(controls.y + controls.height - screen.y).toBeLessThan(height);
    }
  });
});

describe('text from other users', () => {
  const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

  test('is never interpreted as markup', async () => {
    await withPage({ chromium, url }, async (page, problems) => {
      page.on('dialog', (dialog) => problems.push(dialog.message()));
      const job = mockJob(id, { map_title: evil, player: evil, has_analytics: true });
      await openWatch(page, { job, log: `line one\n${evil}\n` });
      await page.getByRole('heading', { level: 1, name: evil }).waitFor();
      await page.getByText('Log', { exact: true }).click();
      await page.locator('pre', { hasText: evil }).waitFor();
      await mockResponses(page, {
        '/v1/skins': { skins: [evil], details: [{ name: evil, author: evil, version: 1, owner: 'operator' }] },
      });
      await page.route(/\/preview$/, (route) => route.fulfill({ status: 204 }));
      await page.goto(`${url}/gallery`);
      await page.getByRole('heading', { name: evil }).waitFor();
      expect(await page.locator('main script, main img[src=x]').count()).toBe(0);
      expect(problems).toEqual([]);
    });
  });

  test('is not interpreted as markup in files and in error messages of the service either', async () => {
    await withPage({ chromium, url }, async (page) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => dialogs.push(dialog.message()));
      const refusal = { detail: evil, code: 'request/invalid', errors: [{ field: evil, message: evil }] };
      await page.route('**/v1/render', (route) => route.fulfill({ status: 422, json: refusal }));
      await page.goto(url);
      const player = '<img src=x onerror=alert(3)>';
      await page.locator('input[type=file]').setInputFiles([{ ...replay(player), name: '<b>bold.osr' }]);
      await page.getByText(player).first().waitFor();
      await page.getByRole('button', { name: 'Render video' }).click();
      await page.getByRole('alert').getByText(evil).first().waitFor();
      expect(await page.locator('main script, main img[src=x], main b').count()).toBe(0);
      expect(dialogs).toEqual([]);
    });
  });
});

test('the page has a strict content security policy', async () => {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'self'(;|$)/);
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
});
