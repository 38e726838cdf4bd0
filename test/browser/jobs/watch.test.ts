import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { artifactLinksOf, type Job } from '../../../src/contract/index.ts';
import { startChromium, useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { watchMainThread } from '../../support/browser/main-thread-time.ts';
import { id, narrow, openWatch, other } from '../../support/browser/mocked-job-page.ts';
import { mockAnalytics, mockJob, mockResponses } from '../../support/browser/mocked-responses.ts';
import { withPage } from '../../support/browser/page.ts';
import { boxOf, button } from '../../support/browser/page-actions.ts';
import { assets } from '../../support/processes/built-files.ts';
import { demoReplays } from '../../support/replays/demo-players.ts';

const url = inject('idleService');
const chromium = useChromium();

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

test('a video can be rendered again with other settings, from its replays, its clip and its layout', async () => {
  const [first, second] = demoReplays(2).map((bytes) => Buffer.from(bytes));
  const set = await readFile(join(assets, 'demo/demo.osz'));
  const settings = { clip_start: 3, layout: 'split' } as const;
  const players = ['Aurelia', 'kestrel'].map((player, i) => ({
    player,
    play: mockJob(id).play!,
    replay_url: `/v1/jobs/${id}/replays/${i + 1}`,
  }));
  const job = mockJob(id, { players, config: { ...mockJob(id).config, settings } });
  await withPage({ chromium, url, viewport: narrow }, async (page) => {
    await mockResponses(page, { [`/v1/jobs/${id}`]: job });
    for (const [path, body] of [
      ['replays/1', first],
      ['replays/2', second],
      ['beatmap', set],
    ] as const)
      await page.route(`**/v1/jobs/${id}/${path}`, (route) => route.fulfill({ body: body! }));
    await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
    const uploads: string[] = [];
    await page.route('**/v1/render/together', (route) => {
      const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
      uploads.push(
        [...body.matchAll(/filename="([^"]+)"|("layout[^}]+)/g)].map(([, name, rest]) => name ?? rest).join(),
      );
      return route.fulfill({ status: 202, json: { job_id: id, status: 'queued' } });
    });
    await page.goto(`${url}/renders`);
    // A page that has just been loaded may not listen yet.
    await page.getByRole('searchbox').waitFor();
    await page.evaluate(`history.pushState(null, '', '/view/${id}'); dispatchEvent(new PopStateEvent('popstate'))`);
    const again = page.getByRole('button', { name: 'Render again with other settings' });
    await again.click();
    await page.waitForURL(`${url}/`);
    // The service does not have the map: the set of the job comes with the replays.
    await page.getByText('Beatmap found in Artist - Title [Extra].osz.').first().waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Split screen' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Render video' }).click();
    await expect
      .poll(() => uploads)
      .toEqual([
        [
          '"layout":"split","clip_start":3',
          'Aurelia - Artist - Title [Extra].osr',
          'kestrel - Artist - Title [Extra].osr',
          'Artist - Title [Extra].osz',
        ].join(),
      ]);
    // The replays of this job take the places of those that were sent, and are not added twice.
    await again.click();
    await page.getByRole('button', { name: 'Render video' }).waitFor();
    expect(await page.locator('.replay-card').count()).toBe(2);
  });
});

test('the page of a removed video leads to a new one, and says nothing else', async () => {
  await withPage({ chromium, url }, async (page) => {
    const purged_at = '2026-01-03T00:00:00.000Z';
    const job = mockJob(id, { status: 'failed', error_code: 'job/cancelled', is_mine: true, purged_at });
    await mockResponses(page, { '/v1/jobs': { total: 1, jobs: [job] }, [`/v1/jobs/${id}`]: job });
    await page.goto(`${url}/renders`);
    await page.locator('.job-card a').click();
    await page.getByText('The replay and the video were removed.').waitFor();
    await page.locator('main').getByRole('link', { name: 'New video' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

test('the keyboard reaches the buttons below a video in the order in which they are seen', async () => {
  await withPage({ chromium, url, viewport: { width: 1440, height: 900 } }, async (page) => {
    await openWatch(page);
    const buttons = await page.locator('.actions :is(button, a)').all();
    const lefts = await Promise.all(buttons.map(async (button) => (await boxOf(button)).x));
    expect(lefts.length).toBeGreaterThan(3);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  });
});

test.each([
  ['a phone', { width: 360, height: 740 }],
  ['a laptop', { width: 1440, height: 900 }],
])('on %s, the switch between video and live preview stays where it is', async (_, viewport) => {
  await withPage({ chromium, url, viewport }, async (page) => {
    await openWatch(page);
    const boxes = async () => {
      const buttons = await page.locator('.views button').all();
      return Promise.all(buttons.map((each) => boxOf(each)));
    };
    const before = await boxes();
    expect(before).toHaveLength(2);
    await button(page, 'Live preview').click();
    await page.locator('video').waitFor({ state: 'detached' });
    expect(await boxes()).toEqual(before);
    await button(page, 'Video').click();
    await page.locator('video').waitFor();
    expect(await boxes()).toEqual(before);
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
    await expect.poll(() => page.title()).toBe('Video not found · Reprise');
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
