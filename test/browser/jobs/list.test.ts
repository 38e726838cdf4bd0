import { createCanvas } from '@napi-rs/canvas';
import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { id, other } from '../../support/browser/mocked-job-page.ts';
import { mockJob, mockResponses } from '../../support/browser/mocked-responses.ts';
import { withPage } from '../../support/browser/page.ts';
import { boxOf } from '../../support/browser/page-actions.ts';
import { post, replayForm } from '../../support/http/requests.ts';

const url = inject('idleService');
const chromium = useChromium();

const onePixel = createCanvas(1, 1).toBuffer('image/png');

describe('the list of videos', () => {
  test('is searched and filtered, and keeps both in the URL', async () => {
    await withPage({ chromium, url }, async (page, problems) => {
      const requests: string[] = [];
      page.on('request', (request) => request.url().includes('/v1/jobs?') && requests.push(request.url()));
      expect((await post(`${url}/v1/render`, replayForm())).status).toBe(202);
      await page.goto(`${url}/renders`);
      await page.locator('.job-card a').first().waitFor();
      await page.getByRole('searchbox').fill('camellia');
      await page.getByText('No matching videos.').waitFor();
      await page.getByLabel('Filter by status').selectOption('failed');
      await expect.poll(() => requests.at(-1)).toContain('status=failed&cancelled=false&q=camellia');
      await expect.poll(() => page.url()).toBe(`${url}/renders?q=camellia&status=failed`);
      await page.getByRole('button', { name: 'My videos' }).click();
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: 'HD', exact: true }).click();
      await page.getByRole('button', { name: 'SS', exact: true }).click();
      await page.getByLabel('From').fill('5.5');
      // The panel is drawn again before the person has finished typing.
      await page.getByLabel('Filter by status').selectOption('completed');
      await page.getByLabel('Filter by status').selectOption('failed');
      await expect.poll(() => requests.at(-1)).toContain('grade=X%2CXH');
      expect(await page.getByLabel('From').inputValue()).toBe('5.5');
      await page.getByLabel('From').blur();
      await expect
        .poll(() => requests.at(-1))
        .toContain(
          '&mine=true&removed=false&status=failed&cancelled=false&mods=HD&grade=X%2CXH&min_stars=5.5&q=camellia',
        );
      await page.reload();
      await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('camellia');
      expect(await page.getByRole('button', { name: 'SS', exact: true }).getAttribute('aria-pressed')).toBe('true');
      await page.getByRole('button', { name: 'Reset filters' }).click();
      await expect.poll(() => new URL(page.url()).searchParams.has('mods')).toBe(false);
      // Back undoes one change after the other; what was typed into the search is one change.
      await page.goBack();
      await expect.poll(() => page.getByLabel('From').inputValue()).toBe('5.5');
      await page.goForward();
      await expect.poll(() => page.getByLabel('From').inputValue()).toBe('');
      await page.getByRole('searchbox').fill('camel');
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('camel');
      await page.goBack();
      await expect.poll(() => new URL(page.url()).searchParams.has('mods')).toBe(true);
      await page.goForward();
      await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('camel');
      await page.getByRole('link', { name: 'Show all videos' }).click();
      await page.locator('.job-card a').first().waitFor();
      expect(problems).toEqual([]);
    });
  });

  test('shows the play, calls a cancelled video cancelled, and has the cover of the map without a thumbnail', async () => {
    await withPage({ chromium, url }, async (page) => {
      const jobs = [
        mockJob(id, { purged_at: '2026-01-03T00:00:00.000Z', is_mine: true }),
        mockJob(other, { status: 'failed', error_code: 'job/cancelled', is_mine: false, beatmap_md5: 'f'.repeat(32) }),
      ];
      const cover = `/v1/jobs/${id}/cover`;
      const covers = { [id]: `${cover}?size=small` };
      await mockResponses(page, { '/v1/jobs': { total: 2, jobs }, '/v1/jobs/covers': { covers, titles: {} } });
      await page.route(`**${cover}*`, (route) => route.fulfill({ contentType: 'image/png', body: onePixel }));
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'image') pictures.push(request.url());
      });
      await page.goto(`${url}/renders`);
      const [removed, cancelled] = [page.locator('.job-card').first(), page.locator('.job-card').nth(1)];
      // Empty cards stand for the list while it is loaded.
      await removed.locator('a').first().waitFor();
      for (const text of [
        'Artist - Title [Extra]',
        'mira',
        'HD',
        'DT',
        'S',
        '98.76%',
        '99x',
        '2 misses',
        '123 pp',
        '1:23',
      ])
        expect(await removed.getByText(text, { exact: true }).count(), text).toBe(1);
      expect(await removed.innerText()).toContain('5.00');
      expect(await removed.locator('.badge:not(.length)').innerText()).toBe('Removed');
      expect(await cancelled.locator('.badge:not(.length)').innerText()).toBe('Cancelled');
      expect(await cancelled.getByText('Failed').count()).toBe(0);
      expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
      // Only the picture that exists is requested, in the size of a card.
      await removed.locator('img').waitFor();
      expect(await cancelled.locator('img').count()).toBe(0);
      expect(pictures).toEqual([`${url}${cover}?size=small`]);
    });
  });

  test('has the title of the map before a worker has begun, in the list and on the page of the job', async () => {
    await withPage({ chromium, url }, async (page) => {
      const queued = { status: 'queued', progress: 0, stage: 'waiting', map_title: '', map_title_unicode: '' } as const;
      const jobs = [mockJob(id, queued), mockJob(other, { ...queued, beatmap_md5: 'f'.repeat(32) })];
      await mockResponses(page, {
        '/v1/jobs': { total: 2, jobs },
        [`/v1/jobs/${id}`]: jobs[0],
        '/v1/jobs/covers': { covers: {}, titles: { [id]: 'Artist - Queued [Hard]' } },
      });
      await page.goto(`${url}/renders`);
      await page.getByRole('heading', { name: 'Artist - Queued [Hard]' }).waitFor();
      await page.getByRole('heading', { name: 'Unknown beatmap' }).waitFor();
      await page.locator('.job-card a').first().click();
      await page.getByRole('heading', { name: 'Artist - Queued [Hard]', level: 1 }).waitFor();
      await expect.poll(() => page.title()).toMatch(/^0% · Artist - Queued/);
    });
  });

  test.each(['en', 'de', 'fr'])(
    'has the difficulty and the button of a card in one line each: %s',
    async (language) => {
      const day = 24 * 60 * 60_000;
      const map_title = 'Will Stetson - Harumachi Clover (Swing Arrangement) [Dictate Edit] [Oh no!]';
      const jobs = [0.4, 20, 29, 400].map((days, i) =>
        mockJob(`${id.slice(0, -1)}${i}`, {
          map_title,
          created_at: new Date(Date.now() - days * day).toISOString(),
          ...(i === 1 && { config: { ...mockJob(id).config, settings: { clip_start: 10, clip_end: 25 } } }),
        }),
      );
      await withPage({ chromium, url, context: { locale: language } }, async (page) => {
        await mockResponses(page, { '/v1/jobs': { total: 4, jobs } });
        await page.route(/thumbnails/, (route) => route.fulfill({ contentType: 'image/png', body: onePixel }));
        await page.goto(`${url}/renders`);
        await page.locator('.job-card a').first().waitFor();
        for (const width of [1440, 1280, 768, 390]) {
          await page.setViewportSize({ width, height: 900 });
          for (const foot of await page.locator('.card-foot').all()) {
            const [all, button] = [await boxOf(foot), await boxOf(foot.getByRole('button'))];
            expect([width, all.height]).toEqual([width, button.height]);
            expect(button.x + button.width).toBeLessThanOrEqual(width);
          }
          const difficulty = await boxOf(page.getByText('[Oh no!]', { exact: true }).first());
          expect(difficulty.height).toBeLessThan(30);
        }
        const lengths = await page.locator('.badge.length').allTextContents();
        // The clip has 15 s of the song, at the speed of Double Time.
        expect(lengths.map((text) => text.replace(/^\D+/, ''))).toEqual(['1:23', '0:10', '1:23', '1:23']);
      });
    },
  );

  test('removes a video of the viewer after a confirmation, and no other', async () => {
    await withPage({ chromium, url }, async (page) => {
      let mine = mockJob(id, { is_mine: true });
      const requests: string[] = [];
      await page.route(/\/v1\/jobs\?/, (route) =>
        route.fulfill({ json: { total: 2, jobs: [mine, mockJob(other, { is_mine: false })] } }),
      );
      await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
      await page.route(`**/v1/jobs/${id}/artifacts`, (route) => {
        requests.push(route.request().method());
        mine = { ...mine, purged_at: '2026-01-03T00:00:00.000Z' };
        return route.fulfill({ json: mine });
      });
      await page.route('**/v1/events', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: 'retry: 200\n\nevent: totals\ndata: {}\n\n' }),
      );
      await page.goto(`${url}/renders`);
      const remove = page.getByRole('button', { name: 'Remove Artist - Title [Extra]' });
      await remove.click();
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keep it');
      // Neither the choice nor its withdrawal loses the focus, also when the list changes meanwhile.
      await page.keyboard.press('Shift+Tab');
      mine = { ...mine, player: 'Renamed' };
      await page.getByText('Renamed').waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Remove video');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Remove');
      expect(requests).toEqual([]);
      await remove.click();
      await page.getByRole('button', { name: 'Remove video' }).click();
      await page.getByText('Removed', { exact: true }).waitFor();
      expect(requests).toEqual(['DELETE']);
      // In the list of the viewer's own videos, the card disappears.
      expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(`/view/${other}`);
      await remove.waitFor({ state: 'detached' });
    });
  });

  test('is where the viewer left it after Back, also if it takes a while to load', async () => {
    await withPage({ chromium, url, viewport: { width: 390, height: 844 } }, async (page) => {
      const jobs = Array.from({ length: 24 }, (_, i) => mockJob(`${id.slice(0, -2)}${i + 10}`));
      await page.route(/\/v1\/jobs\?/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return route.fulfill({ json: { total: 24, jobs } });
      });
      await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
      await page.goto(`${url}/renders`);
      const card = page.locator('.job-card a').nth(12);
      await card.scrollIntoViewIfNeeded();
      const left = await page.evaluate('scrollY');
      expect(left).toBeGreaterThan(1000);
      await card.click();
      await page.waitForURL(/\/view\//);
      await expect.poll(() => page.evaluate('scrollY')).toBe(0);
      await page.goBack();
      await card.waitFor();
      await expect.poll(() => page.evaluate('scrollY')).toBe(left);
    });
  });

  test('shows what is selected with forced colours, too', async () => {
    await withPage({ chromium, url }, async (page) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await mockResponses(page, { '/v1/jobs': { total: 0, jobs: [] } });
      await page.goto(`${url}/renders?mine=true`);
      await page.getByText('You have no videos here.').waitFor();
      const selectors = ['nav a[aria-current]', 'nav a', '[aria-pressed=true]', '[aria-pressed=false]'];
      const backgrounds = (await page.evaluate(
        `${JSON.stringify(selectors)}.map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)`,
      )) as string[];
      expect(backgrounds[0]).not.toBe(backgrounds[1]);
      expect(backgrounds[2]).not.toBe(backgrounds[3]);
    });
  });

  test('shows that a job waits again after it was rendering', async () => {
    await withPage({ chromium, url }, async (page) => {
      const rendering = mockJob(id, { status: 'rendering', progress: 40, stage: 'rendering' });
      let jobs = [rendering];
      await page.route(/\/v1\/jobs\?/, (route) => route.fulfill({ json: { total: 1, jobs } }));
      await mockResponses(page, { '/v1/jobs/covers': { covers: {}, titles: {} } });
      const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
      let stream = event('progress', { ...rendering, progress: 41 });
      await page.route('**/v1/events', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: `retry: 200\n\n${stream}` }),
      );
      await page.goto(`${url}/renders`);
      await page.getByText('Rendering 41%').waitFor();
      jobs = [mockJob(id, { status: 'queued', progress: 0, stage: 'waiting' })];
      stream = event('status', {});
      await page.locator('.badge', { hasText: 'Queued' }).waitFor();
    });
  });

  test('shows an error when it cannot be loaded, and loads again on request', async () => {
    await withPage({ chromium, url }, async (page) => {
      const refusal = { detail: '', code: 'database/unavailable' };
      await mockResponses(page, { '/v1/jobs': { total: 0, jobs: [] } });
      // The response shows that the service can be reached, so that the page may request the list again by itself.
      const refuse = (route: Route) => route.fulfill({ status: 503, json: refusal });
      await page.route('**/v1/jobs?*', refuse);
      await page.route('**/v1/events', (route) => route.abort());
      await page.goto(`${url}/renders`);
      await page.getByText('The server’s database is unavailable.').waitFor();
      await page.unroute('**/v1/jobs?*', refuse);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('No videos yet.').waitFor();
    });
  });

  test.each([
    ['by events', (page: Page) => mockEvents(page)],
    [
      'by polling if the event stream is refused',
      (page: Page) => page.route('**/v1/events', (route) => route.fulfill({ status: 503, json: {} })),
    ],
  ])('is kept up to date %s', async (_, prepare) => {
    await withPage({ chromium, url }, async (page) => {
      await prepare(page);
      let responses = 0;
      await page.route('**/v1/jobs?*', (route) => {
        const job = mockJob(id, ++responses === 1 ? { status: 'queued', progress: 0 } : { map_title: 'The newer one' });
        return route.fulfill({ json: { total: 1, jobs: [job] } });
      });
      await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
      await page.goto(`${url}/renders`);
      await page.getByText('The newer one').waitFor();
    });
  });
});

function mockEvents(page: Page) {
  const event = `id: 1\nevent: status\ndata: ${JSON.stringify({ job_id: id, status: 'completed' })}\n\n`;
  return page.route('**/v1/events', (route) => route.fulfill({ contentType: 'text/event-stream', body: event }));
}
