import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { artifactLinksOf, type Job } from '../../src/contract/index.ts';
import { md5Hex } from '../../src/game/md5.ts';
import { writeReplay } from '../../src/game/replay/index.ts';
import { buildReplay } from '../support/build-replay.ts';
import { startChromium, useChromium } from '../support/chromium.ts';
import { newClient, post, replayForm } from '../support/http.ts';
import { boxOf, canvasHash, stillCanvasHash, waitUntilReady } from '../support/live-page.ts';
import { watchMainThread } from '../support/main-thread.ts';
import { mapBytes } from '../support/map-text.ts';
import { mockAnalytics, mockJob, mockResponses } from '../support/mock-api.ts';
import { file, withPage } from '../support/page.ts';
import { expectUsable } from '../support/usable.ts';
import { makeZip } from '../support/zip.ts';

const url = inject('idleService');
const chromium = useChromium();

const id = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';

/** Too narrow for the picture beside the settings; drawing it would take longer than the rest. */
const narrow = { width: 1000, height: 800 };

const onePixel = createCanvas(1, 1).toBuffer('image/png');

const replay = (player = 'mira') => file('play.osr', writeReplay(buildReplay({ header: { player } })));

/** Opens the page of a mocked job from the list; the server does not have the job, so it cannot serve the page directly. */
async function openWatch(
  page: Page,
  {
    job = mockJob(id, { has_analytics: true }),
    analytics = mockAnalytics(id, { hits: 300, frames: 3000 }),
    log = 'Completed.',
  } = {},
): Promise<void> {
  await mockResponses(page, {
    '/v1/jobs': { total: 1, jobs: [job] },
    [`/v1/jobs/${id}`]: job,
    [`/v1/jobs/${id}/analytics`]: analytics,
    [`/v1/artifacts/logs/${id}.log`]: log,
  });
  await page.route(/\/v1\/artifacts\/(videos|thumbnails)\//, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${url}/renders`);
  await page.locator('.job-card a').click();
  await page.locator('.replay-analysis').waitFor();
}

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
    expect(await page.locator('.in-progress, .screen, .views').count()).toBe(0);
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
  ['the start page', '/'],
  ['an empty list', '/renders?q=nothing'],
  ['the overview of the skins', '/gallery'],
  ['the help for players', '/guide'],
  ['the overview of the documents', '/guide/developers'],
  ['a document that does not exist', '/guide/nothing'],
])('%s loads fast and small, without layout shifts, is accessible and fits every screen', async (_, path) => {
  // The browser must not have any of it in its cache.
  await withPage({ chromium, url, isNew: true, initScript: recordShifts }, async (page, problems) => {
    let scripts = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts += Number(response.headers()['content-length']);
    });
    const busySeconds = await watchMainThread(page);
    await page.goto(url + path);
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
    expect(problems).toEqual([]);
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
        .toContain('&mine=true&status=failed&cancelled=false&mods=HD&grade=X%2CXH&min_stars=5.5&q=camellia');
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
      await remove.waitFor({ state: 'detached' });
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
      await page.route('**/v1/jobs?*', (route) => route.fulfill({ status: 503, json: refusal }), { times: 1 });
      await page.route('**/v1/events', (route) => route.abort());
      await page.goto(`${url}/renders`);
      await page.getByText('The server’s database is unavailable.').waitFor();
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

/** Records every countdown value that the page shows. */
const recordCountdown = `window.countdown = [];
  new MutationObserver(() => {
    const seconds = Number(/Retrying in (\\d+) s/.exec(document.body.innerText)?.[1]);
    if (seconds && seconds !== window.countdown.at(-1)) window.countdown.push(seconds);
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

describe('uploading', () => {
  test('waits when a limit is reached, counts down and retries by itself', async () => {
    await withPage({ chromium, url, client: newClient(), initScript: recordCountdown }, async (page) => {
      const refusal = { detail: 'Rate limit exceeded: 5 per 1 minute', code: 'limit/rate' };
      const limited = { status: 429, json: refusal, headers: { 'retry-after': '5' } };
      const respond = async (route: Route) => {
        // The button is all that a phone shows of the upload.
        await page.getByRole('button', { name: 'Uploading replay' }).waitFor();
        await route.fulfill(limited);
      };
      await page.route('**/v1/render', respond, { times: 1 });
      await page.goto(url);
      await page.locator('input[type=file]').setInputFiles([replay()]);
      await page.getByRole('button', { name: 'Render video' }).click();
      await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
      // Each value is shown for a second, and a busy machine may skip some.
      const countdown = (await page.evaluate('window.countdown')) as number[];
      expect(countdown[0]).toBe(5);
      expect(countdown.length).toBeGreaterThan(1);
      expect(countdown).toEqual([...new Set(countdown)].sort((a, b) => b - a));
    });
  });

  test('goes on by itself when the service is back', async () => {
    await withPage({ chromium, url, viewport: narrow }, async (page) => {
      let attempts = 0;
      const keys = new Set<string | undefined>();
      await page.route('**/v1/render', async (route) => {
        keys.add(route.request().headers()['idempotency-key']);
        if (++attempts === 1) return route.abort();
        return route.fulfill({ status: 202, json: { job_id: id, status: 'queued' } });
      });
      await page.goto(url);
      await page.locator('input[type=file]').setInputFiles([replay()]);
      await page.getByRole('button', { name: 'Render video' }).click();
      await page.getByText('The server cannot be reached.').waitFor();
      await page.waitForURL(`${url}/view/${id}`);
      expect([attempts, keys.size, keys.has(undefined)]).toEqual([2, 1, false]);
    });
  });

  test('does not send a replay that was removed while another one waited', async () => {
    await withPage({ chromium, url }, async (page) => {
      let uploads = 0;
      const refusal = { detail: 'Rate limit exceeded: 5 per 1 minute', code: 'limit/rate' };
      await page.route('**/v1/render', (route) => {
        const limited = { status: 429, json: refusal, headers: { 'retry-after': '3' } };
        return route.fulfill(uploads++ === 0 ? limited : { status: 202, json: { job_id: id, status: 'queued' } });
      });
      await page.goto(url);
      const second = { ...replay('second'), name: 'second.osr' };
      await page.locator('input[type=file]').setInputFiles([replay(), second]);
      await page.getByRole('button', { name: 'Render 2 videos' }).click();
      await page.getByText('You have reached the upload limit.').waitFor();
      await page.getByRole('button', { name: 'Remove second.osr' }).click();
      await page.getByRole('link', { name: 'View progress' }).waitFor();
      await page.waitForTimeout(300);
      expect(uploads).toBe(2);
    });
  });

  test('takes a pasted link to a score like a dropped replay, if the service can fetch it', async () => {
    const paste = (text: string) =>
      `{
        const data = new DataTransfer();
        data.setData('text/plain', ${JSON.stringify(text)});
        document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
      }`;
    await withPage({ chromium, url }, async (page, problems) => {
      await page.goto(url);
      await page.getByText('drop it anywhere').waitFor();
      expect(await page.getByText('paste a link to a score').count()).toBe(0);
      await page.route(url, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('<html ', '<html data-scores="true" ');
        return route.fulfill({ response, body });
      });
      await page.route('**/v1/scores/**', (route) =>
        route.request().url().endsWith('/v1/scores/4429758207/replay')
          ? route.fulfill({ contentType: 'application/octet-stream', body: replay().buffer })
          : route.fulfill({ status: 404, json: { detail: 'There is none.', code: 'score/no-replay' } }),
      );
      await page.reload();
      await page.getByText('paste a link to a score').waitFor();
      await page.evaluate(paste('https://osu.ppy.sh/scores/osu/5'));
      await page.getByText('osu! has no replay of this score.').waitFor();
      await page.evaluate(paste('https://osu.ppy.sh/scores/4429758207'));
      await page.getByRole('heading', { name: '4429758207.osr' }).waitFor();
      expect(await page.getByText('osu! has no replay of this score.').count()).toBe(0);
      await page.getByRole('button', { name: 'Render', exact: false }).first().waitFor();
      expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    });
  });

  test('accepts several files at once, dropped anywhere or pasted', async () => {
    await withPage({ chromium, url }, async (page, problems) => {
      await page.goto(url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const bytes = [...replay().buffer];
      await page.evaluate(`{
        const bytes = new Uint8Array(${JSON.stringify(bytes)});
        const files = (...names) => {
          const data = new DataTransfer();
          for (const name of names) data.items.add(new File([bytes], name));
          return data;
        };
        document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: files('one.osr', 'two.osr') }));
        document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: files('three.osr') }));
      }`);
      for (const name of ['one.osr', 'two.osr', 'three.osr']) await page.getByRole('heading', { name }).waitFor();
      // Only the replay in the picture has a large card, and the others do not push the settings away.
      const [large, small] = [page.locator('.replay-card').first(), page.locator('.replay-card').nth(1)];
      for (const card of [large, small])
        await expect.poll(() => card.locator('.mod').allInnerTexts()).toEqual(['DT', 'HD']);
      expect(await large.getByText('Max combo').isVisible()).toBe(true);
      expect(await small.getByText('Max combo').count()).toBe(0);
      expect(await small.getByLabel('Clip start').isVisible()).toBe(false);
      await small.getByText('Clip', { exact: true }).click();
      expect(await small.getByLabel('Clip start').isVisible()).toBe(true);
      const listHeight = await page
        .locator('.replays')
        .evaluate((list) => (list as { clientHeight: number }).clientHeight);
      expect(listHeight).toBeLessThanOrEqual(480);
      await page.getByRole('button', { name: 'Render 3 videos' }).waitFor();
      // They are still there after a visit to another page.
      await page.getByRole('link', { name: 'Skins' }).click();
      await page.getByRole('link', { name: 'New video' }).click();
      await page.getByRole('button', { name: 'Render 3 videos' }).waitFor();
      expect(problems).toEqual([]);
    });
  });

  test('sends each replay with the set that contains its beatmap, and says which replay has none', async () => {
    /** A beatmap set with one beatmap, and a replay of it. */
    const playOf = (name: string, object: string) => {
      const beatmap = mapBytes({ objects: [object] });
      const header = { player: `player ${name}`, beatmapMd5: md5Hex(beatmap) };
      return {
        set: file(`${name}.osz`, makeZip([{ name: 'map.osu', data: beatmap }])),
        replay: file(`${name}.osr`, writeReplay(buildReplay({ header }))),
      };
    };
    const one = playOf('one', '100,100,0,1,0');
    const two = playOf('two', '200,100,0,1,0');
    await withPage({ chromium, url }, async (page) => {
      const uploads: string[] = [];
      await page.route('**/v1/render', (route) => {
        const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
        uploads.push(
          [...body.matchAll(/filename="([^"]+)"|("clip[^,}]+)/g)].map(([, name, clip]) => name ?? clip).join(' '),
        );
        return route.fulfill({ status: 202, json: { job_id: id, status: 'queued' } });
      });
      await page.goto(url);
      const input = page.locator('input[type=file]');
      await input.setInputFiles([one.set, file('broken.osz', new Uint8Array(99).fill(7))]);
      await page.getByText('one.osz is ready. Now add a replay of one of its beatmaps.').waitFor();
      await input.setInputFiles([one.replay, two.replay, replay(), two.set]);
      await page.getByText('two.osz will be uploaded with its replay.').waitFor();
      const card = (name: string) => page.locator('.replay-card', { hasText: name });
      await card('player one').getByText('Beatmap found in one.osz.').waitFor();
      await card('player two').getByText('Beatmap found in two.osz.').waitFor();
      await card('mira').getByText('The beatmap is not here. Add its .osz').waitFor();
      await page.getByRole('alert').waitFor();
      // A clip belongs to its replay alone.
      await card('player two').getByText('Clip', { exact: true }).click();
      await card('player two').getByLabel('Clip end').fill('0:04.5');
      await card('player two').getByLabel('Clip start').fill('0:01.5');
      await page.getByRole('heading', { level: 1 }).click();
      await card('player two')
        .getByText('The video will be 0:02 long. These are times of the song, which plays at 1.50×.')
        .waitFor();
      await page.getByRole('button', { name: 'Render 3 videos' }).click();
      await expect
        .poll(() => uploads)
        .toEqual(['one.osr one.osz', '"clip_start":1.5 "clip_end":4.5 two.osr two.osz', 'play.osr']);
      // Nothing is left to send: the way on is the list.
      const link = page.getByRole('link', { name: 'See your videos' });
      expect(await link.getAttribute('href')).toBe('/renders?mine=true');
      expect(await page.getByText('will be uploaded').count()).toBe(0);
    });
  });

  test('says that code could not be loaded, and loads it again', async () => {
    await withPage({ chromium, url }, async (page) => {
      await page.route(/help-page/, (route) => route.abort());
      await page.goto(`${url}/guide`);
      await page.getByText('The server cannot be reached.').waitFor();
      await page.unroute(/help-page/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('The map is missing').first().waitFor();
    });
  });

  test('loads code again by itself when the connection is back', async () => {
    // The code must not be in the cache of the browser.
    await withPage({ chromium, url, isNew: true }, async (page) => {
      await page.goto(`${url}/renders?q=nothing`);
      await page.getByText('No matching videos.').waitFor();
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Help' }).click();
      await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
      await page.context().setOffline(false);
      await page.getByText('The map is missing').first().waitFor();
    });
  });

  test('keeps what it shows while the connection is lost, and says so until it is back', async () => {
    await withPage({ chromium, url }, async (page) => {
      await mockResponses(page, { '/v1/jobs': { total: 1, jobs: [mockJob(id)] } });
      const isLost = /\/(v1\/events|health)$/;
      await page.route(isLost, (route) => route.abort());
      await page.goto(`${url}/renders`);
      await page.locator('.job-card a').waitFor();
      await page.getByText('Connection lost.').waitFor();
      expect(await page.locator('.job-card a').count()).toBe(1);
      await page.unroute(isLost);
      await page.getByText('Connection lost.').waitFor({ state: 'detached' });
    });
  });

  test('asks before it is left with replays that are not uploaded', async () => {
    await withPage({ chromium, url, viewport: narrow }, async (page) => {
      await page.goto(url);
      await page.locator('input[type=file]').setInputFiles([replay()]);
      await page.getByText('Max combo').waitFor();
      // Browsers ask only on a page that was used.
      await page.getByLabel('Motion blur').uncheck();
      const asked = page.waitForEvent('dialog');
      const reload = page.reload();
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.accept();
      await reload;
    });
  });

  test('keeps styles and settings on the device, but not the clip, and shows what differs from the style', async () => {
    await withPage({ chromium, url, viewport: narrow }, async (page) => {
      const open = async () => {
        await page.goto(url);
        await page.locator('input[type=file]').setInputFiles([replay()]);
      };
      await open();
      await page.getByLabel('Motion blur').uncheck();
      await page.getByPlaceholder('New style name').fill('Mine <b>');
      await page.getByRole('button', { name: 'Save style' }).click();
      await page.getByRole('button', { name: 'Cinematic' }).click();
      await page.getByLabel('Clip start').fill('1:05');
      await page.getByLabel('Resolution').selectOption('480p');
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('chat');
      const maxSize = page.getByRole('spinbutton', { name: 'Maximum file size' });
      // An invalid number is not kept.
      for (const typed of ['10', '0']) {
        await maxSize.fill(typed);
        await maxSize.blur();
      }
      await open();
      expect(await page.getByRole('button', { name: 'Cinematic' }).getAttribute('aria-pressed')).toBe('true');
      expect(await page.getByLabel('Clip start').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Reset Resolution: 480p' }).click();
      await expect.poll(() => page.getByLabel('Resolution').inputValue()).toBe('1080p');
      await page.getByRole('button', { name: 'Reset Maximum file size: 10 MB' }).click();
      await expect.poll(() => page.locator('.change').count()).toBe(0);
      await page.getByRole('button', { name: 'Mine <b>', exact: true }).click();
      await expect.poll(() => page.getByLabel('Motion blur').isChecked()).toBe(false);
    });
  });

  test('works with the keyboard alone, from the start page to the page of the video', async () => {
    await withPage({ chromium, url, client: newClient() }, async (page) => {
      // Wait for the file chooser before the page loads: it takes a moment until Chromium intercepts it.
      const opening = page.waitForEvent('filechooser');
      await page.goto(url);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.type')).toBe('file');
      await page.keyboard.press(' ');
      const chooser = await opening;
      expect(chooser.isMultiple()).toBe(true);
      await chooser.setFiles([replay()]);
      await page.getByRole('button', { name: 'Render video' }).waitFor();
      const isOnButton = "document.activeElement.classList.contains('wide')";
      for (let tabs = 0; tabs < 40 && !(await page.evaluate(isOnButton)); tabs++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
  });
});

test('a retry makes one new job, however often the button is clicked, and opens its page', async () => {
  await withPage({ chromium, url }, async (page) => {
    const missing = '00000000-0000-4000-8000-000000000003';
    const found = '00000000-0000-4000-8000-000000000004';
    const without = { status: 'failed', error_code: 'beatmap/not-found', map_title: '' } as const;
    const failed = mockJob(id, { status: 'failed', error_code: 'job/cancelled' });
    await mockResponses(page, {
      '/v1/jobs': { total: 1, jobs: [failed] },
      [`/v1/jobs/${id}`]: failed,
      [`/v1/jobs/${other}`]: mockJob(other, { map_title: 'The second attempt' }),
    });
    let retries = 0;
    let respond = () => {};
    const clicked = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(`**/v1/jobs/${id}/retry`, async (route) => {
      retries++;
      await clicked;
      await route.fulfill({ status: 202, json: { job_id: other, status: 'queued' } });
    });
    const button = page.getByRole('button', { name: 'Try again' });
    // Without its map, a job would only fail again.
    for (const [path, titles] of [
      [missing, {}],
      [found, { [found]: 'The map that is here now' }],
    ] as const) {
      await mockResponses(page, {
        [`/v1/jobs/${path}`]: mockJob(path, without),
        '/v1/jobs/covers': { covers: {}, titles },
      });
      await page.goto(`${url}/view/${path}`);
      await page.getByText('The beatmap of this replay was not found.').waitFor();
      if (path === found) await button.waitFor();
      else expect(await button.count()).toBe(0);
    }
    await page.goto(`${url}/renders`);
    await page.locator('.job-card a').click();
    // Two clicks before the page can draw anything, and one while the request runs.
    await button.evaluate((element) => {
      const { click } = element as unknown as { click(): void };
      click.call(element);
      click.call(element);
    });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await button.click({ force: true });
    respond();
    await page.getByRole('heading', { name: 'The second attempt' }).waitFor();
    expect(page.url()).toBe(`${url}/view/${other}`);
    expect(retries).toBe(1);
  });
});

describe('the page of a render', () => {
  const rendering = {
    status: 'rendering',
    progress: 42.3,
    stage: 'rendering',
    frames_per_second: 120.4,
    seconds_left: 75,
    has_analytics: true,
  } as const;

  /** Opens the page of a job that the returned function changes; the browser connects to the events again and again. */
  async function openRender(page: Page, overrides: Partial<Job> = {}) {
    let job = mockJob(id, { ...rendering, ...overrides });
    await page.route('**/v1/jobs?*', (route) => route.fulfill({ json: { total: 1, jobs: [job] } }));
    await page.route(`**/v1/jobs/${id}`, (route) => route.fulfill({ json: job }));
    await page.route(`**/v1/jobs/${id}/events`, (route) => {
      const body = `retry: 200\nevent: job\ndata: ${JSON.stringify(job)}\n\n`;
      return route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page.route(/\/v1\/jobs\/[^/]+\/(replay|beatmap)$/, (route) =>
      route.fulfill({ status: 409, headers: { 'retry-after': '60' }, json: { code: 'beatmap/not-yet', detail: '' } }),
    );
    await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
    await mockResponses(page, { [`/v1/jobs/${id}/analytics`]: mockAnalytics(id, { hits: 300, frames: 3000 }) });
    await page.goto(`${url}/renders`);
    await page.locator('.job-card a').first().click();
    await page.locator('.in-progress').waitFor();
    return (change: Partial<Job>) => {
      job = { ...job, ...change };
    };
  }

  test('shows the play, the progress, the speed and the time left in the first screen', async () => {
    await withPage({ chromium, url }, async (page) => {
      // The charts are part of the page of a video, too.
      const change = await openRender(page, { has_analytics: false });
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate('scrollTo(0, 0)');
        const texts = ['98.76%', '12,345,678', 'DT', 'mira', '99x', '5.00 ★', '42%', '120 frames/s', '1:15 left'];
        for (const text of texts) {
          const { y, height: lines } = await boxOf(page.getByText(text, { exact: true }).first());
          expect(y + lines, `${text} at ${width} px`).toBeLessThan(height);
        }
      }
      expect(await page.title()).toMatch(/^42% · Artist/);
      await expectUsable(page);

      const waiting = { status: 'queued', stage: 'waiting', frames_per_second: null, seconds_left: null } as const;
      change({ ...waiting, queue_position: 3, starts_in_seconds: 95 });
      await page.getByText('Position 3 in the queue', { exact: true }).waitFor();
      await page.getByText('Starts in about 1:35', { exact: true }).waitFor();
    });
  });

  /** The browser's own notifications and permission, observed. */
  const recordNotifications = `window.notices = []; window.requests = 0;
    window.Notification = class extends Notification {
      static requestPermission() { window.requests++; return super.requestPermission(); }
      constructor(title, options) {
        super(title, options);
        this.addEventListener('show', () => window.notices.push(title + ': ' + this.body));
      }
    };`;

  test('shows the charts as soon as the play is judged, and notifies in the end a visitor who wants it', async () => {
    const browser = await startChromium({ hasWindows: true });
    const options = { url, context: { permissions: ['notifications'] }, initScript: recordNotifications };
    await withPage({ ...options, chromium: { browser, idlePages: new Map() } }, async (page) => {
      const change = await openRender(page, { map_title: '', stage: 'preparing' });
      expect(await page.locator('.replay-analysis').count()).toBe(0);
      change({ map_title: 'Artist - Title [Extra]', stage: 'rendering' });
      await page.locator('.replay-analysis canvas').first().waitFor();
      expect(await page.locator('.in-progress').count()).toBe(1);
      expect(await page.evaluate('window.requests')).toBe(0);
      await page.getByRole('button', { name: 'Notify me when done' }).click();
      await page.getByText('You will be notified.').waitFor();
      change({ status: 'completed', progress: 100, stage: null });
      await expect.poll(() => page.evaluate('window.notices')).toEqual(['Your video is ready: Artist - Title [Extra]']);
    }).finally(() => browser?.close());
  });

  test('says that the browser blocks notifications if the visitor wants one', async () => {
    await withPage({ chromium, url, context: { permissions: [] } }, async (page) => {
      await openRender(page);
      await page.getByRole('button', { name: 'Notify me when done' }).click();
      await page.getByText('Your browser blocks notifications from this page.').waitFor();
    });
  });

  test('lets only the client that submitted it cancel', async () => {
    await withPage({ chromium, url }, async (page) => {
      await openRender(page);
      await page.getByRole('button', { name: 'Cancel render' }).waitFor();
      await openRender(page, { is_mine: false });
      expect(await page.getByRole('button', { name: 'Cancel render' }).count()).toBe(0);
    });
  });
});

test('a video offers its animation, and sharing keeps the name of the button', async () => {
  await withPage({ chromium, url }, async (page) => {
    await openWatch(page, { job: mockJob(id, { has_analytics: true, artifacts: artifactLinksOf(id, 'webp') }) });
    const animation = page.getByRole('link', { name: 'Open animation' });
    expect(await animation.getAttribute('href')).toBe(`/v1/artifacts/webps/${id}.webp`);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.resolve()');
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    await page.getByRole('status').getByText('Link copied').waitFor();
    expect(await share.count()).toBe(1);
  });
});

test('the address of an unknown job is a page with a way on', async () => {
  await withPage({ chromium, url }, async (page) => {
    await page.goto(`${url}/view/${other}`);
    await page.getByRole('heading', { level: 1, name: 'Video not found' }).waitFor();
    expect(await page.title()).toBe('Video not found · Reprise');
    await expectUsable(page);
    await page.locator('main').getByRole('link', { name: 'Videos' }).click();
    await page.waitForURL(`${url}/renders`);
  });
});

test('charts with tens of thousands of points are drawn, clicked and exported without blocking the page', async () => {
  await withPage({ chromium, url }, async (page) => {
    await openWatch(page, { analytics: mockAnalytics(id, { hits: 10_000, frames: 60_000 }) });
    await page.getByText('Unstable rate 101.50').waitFor();
    await page.locator('.u-over').first().waitFor();
    const chart = page.locator('.u-over').first();
    const { width, height } = await boxOf(chart);
    // Every click moves the playhead of all charts; the next click waits until the page has responded.
    const busySeconds = await watchMainThread(page);
    for (let i = 1; i <= 10; i++) await chart.click({ position: { x: (width * i) / 11, y: height / 2 } });
    expect((await busySeconds()) / 10).toBeLessThan(0.5);
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const rows = (await readFile(await csv.path(), 'utf8')).split('\r\n');
    expect(rows).toHaveLength(10_004);
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PNG' }).click(),
    ]);
    expect(png.suggestedFilename()).toBe('mira - Artist - Title [Extra].png');
    const bytes = await readFile(await png.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    // The same size on every screen, with a heading and all charts.
    expect(bytes.readUInt32BE(16)).toBe(1200);
    expect(bytes.readUInt32BE(20)).toBeGreaterThan(1200);
  });
});

test('the values of the charts are read with the keyboard', async () => {
  await withPage({ chromium, url }, async (page, problems) => {
    await openWatch(page);
    const chart = (name: string) => page.getByRole('group', { name, exact: true });
    const reading = (name: string) => page.locator('.chart', { has: chart(name) }).locator('output');
    await page.locator('.u-over').first().waitFor();
    await chart('Hit error (ms)').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(() => reading('Hit error (ms)').innerText()).toBe('0:00 · +16.8 ms · 300');
    expect(await reading('Hit error (ms)').getAttribute('aria-live')).toBe('polite');
    await page.keyboard.press('End');
    await expect.poll(() => reading('Hit error (ms)').innerText()).toMatch(/^0:29 · /);
    await chart('Hit error distribution').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => reading('Hit error distribution').innerText()).toMatch(/ ms · \d+ hits?$/);
    await page.getByText(/^Early: \d+ hits · Average −\d/).waitFor();
    await chart('Aim error').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => reading('Aim error').innerText()).toBe('0:00 · 0.0 ms · 0.0 px right, 9.0 px down');
    // Misses near each other are one entry.
    const run = page.getByRole('button', { name: '0:05 ×2' });
    expect(await run.getAttribute('title')).toBe('2 misses from 0:05 to 0:06');
    await page.getByRole('button', { name: '0:20', exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});

test('the charts of a clip show the clip alone, with the times of its video', async () => {
  await withPage({ chromium, url }, async (page, problems) => {
    const job = mockJob(id, { has_analytics: true });
    const settings = { clip_start: 10, clip_end: 21 };
    await openWatch(page, {
      job: { ...job, config: { ...job.config, settings } },
      analytics: { ...mockAnalytics(id, { hits: 300, frames: 3000 }), video: { starts_at: 10_000, clock_rate: 1 } },
    });
    await page.getByText('This video is a clip.').waitFor();
    await page.getByText('Unstable rate of the whole play 101.50').waitFor();
    // Two of the three misses are before the clip.
    expect(await page.locator('.misses button').allTextContents()).toEqual(['0:10 ']);
    const chart = page.getByRole('group', { name: 'Hit error (ms)' });
    const reading = page.locator('figure', { has: chart }).locator('.reading');
    await chart.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => reading.textContent()).toMatch(/^0:00 /);
    await page.keyboard.press('End');
    await expect.poll(() => reading.textContent()).toMatch(/^0:11 /);
    await expectUsable(page);
    expect(problems).toEqual([]);
  });
});
