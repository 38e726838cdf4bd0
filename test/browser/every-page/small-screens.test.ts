import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { liveReplay, liveSet } from '../../support/browser/live-player-files.ts';
import { mockAnalytics, mockJob, mockResponses } from '../../support/browser/mocked-responses.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { boxOf, button, until, waitUntilReady } from '../../support/browser/page-actions.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const url = inject('idleService');
const chromium = useChromium();

const id = '00000000-0000-4000-8000-000000000001';

const demo = 'the demo in the live player';

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'the start page': (page) => page.goto(url),
  'a replay to upload': async (page) => {
    await page.goto(url);
    await page.locator('input[type=file]').setInputFiles([file('play.osr', writeReplay(buildReplay()))]);
    await page.getByText('Max combo').waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
  },
  [demo]: async (page) => {
    await page.goto(url);
    await page.getByRole('button', { name: /demo/ }).first().click();
    await waitUntilReady(page);
    // A demo that plays takes a core.
    await button(page, 'Pause').click();
  },
  'the list': async (page) => {
    const jobs = [mockJob(id), mockJob(`${id.slice(0, -1)}2`, { status: 'rendering', progress: 40 })];
    await mockResponses(page, { '/v1/jobs': { total: 99, jobs } });
    await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${url}/renders?grade=SS`);
    await page.locator('.job-card a').first().waitFor();
    await page.getByRole('button', { name: 'Remove Artist' }).click();
  },
  'a video with its analysis': async (page) => {
    const job = mockJob(id, { has_analytics: true });
    await mockResponses(page, {
      '/v1/jobs': { total: 1, jobs: [job] },
      [`/v1/jobs/${id}`]: job,
      [`/v1/jobs/${id}/analytics`]: mockAnalytics(id, { hits: 300, frames: 3000 }),
    });
    await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${url}/renders`);
    await page.locator('.job-card a').click();
    await page.locator('.replay-analysis canvas').first().waitFor();
  },
  'the skins': async (page) => {
    await page.goto(`${url}/gallery`);
    await page.locator('.skin-card h2').first().waitFor();
  },
  'the help': async (page) => {
    await page.goto(`${url}/guide`);
    await page.locator('.players-help').waitFor();
  },
};

const fitsWidth = (page: Page) => until(page, 'document.documentElement.scrollWidth <= innerWidth');

/** The controls that cannot be clicked although they are visible: beside the window, or below another element. */
const unreachable = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('button, select, summary, input, main a, nav a')].filter((element) => {
    // Their labels are clicked instead.
    if (element.matches('.hidden-input, .skin-options input, .play-overlay, .skip, :disabled')) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, right, top, bottom } = element.getClientRects()[0];
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < 0 || right > innerWidth + 1 || !(hit && (element.contains(hit) || hit.contains(element)));
  }).map((element) => element.outerHTML.slice(0, 120))`);

/** Smaller than a finger. A link inside a sentence has the height of its line. A label stands for its input. */
const smallTargets = (page: Page) =>
  page.evaluate(`[
    ...document.querySelectorAll('button, select, summary, label:has(input), .button, nav a, input, .topic-links a'),
  ].filter((element) => {
    if (element.matches('label input, .hidden-input, .play-overlay, .skip, .plain')) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width < 43.5 || height < 43.5;
  }).map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.round(width) + '×' + Math.round(height) + ' ' + element.outerHTML.slice(0, 120);
  })`);

const phone = { hasTouch: true, isMobile: true };
const upright = { width: 390, height: 844 };
const onItsSide = { width: 844, height: 390 };

/** Expects that the player has its controls in one row on an upright phone, and fits beside them when the phone is turned. */
/** The arrow of a list and the space around it. */
const arrowPx = 18;

async function expectControlsInOneRow(page: Page): Promise<void> {
  for (const width of [390, 360]) {
    await page.setViewportSize({ ...upright, width });
    const rows = async () => {
      const tops = await page.evaluate(`[...document.querySelectorAll('.controls .row > :is(button, select)')]
        .filter((element) => element.checkVisibility())
        .map((element) => Math.round(element.getBoundingClientRect().top))`);
      return new Set(tops as number[]).size;
    };
    await expect.poll(rows, { message: `${width} px` }).toBe(1);
    // The longest speed is not cut by the arrow.
    const speedRoom = await page.evaluate(`(() => {
      const select = document.querySelector('.controls select');
      const { font, paddingLeft } = getComputedStyle(select);
      const context = Object.assign(new OffscreenCanvas(1, 1).getContext('2d'), { font });
      return select.clientWidth - parseFloat(paddingLeft) - context.measureText('0.25×').width;
    })()`);
    expect(speedRoom, `${width} px`).toBeGreaterThanOrEqual(arrowPx);
  }
  await page.setViewportSize(onItsSide);
  await until(page, `innerWidth === ${onItsSide.width}`);
  const screen = await boxOf(page.locator('.player .screen'));
  const controls = await boxOf(page.locator('.player .controls'));
  expect(controls.y + controls.height - screen.y).toBeLessThanOrEqual(onItsSide.height);
  // More than a stamp.
  expect(screen.width).toBeGreaterThan(440);
}

/** Each page is opened once for all sizes of a kind of device. */
describe.each<[where: string, context: BrowserContextOptions, sizes: readonly Size[]]>([
  ['a phone, upright and on its side', phone, [upright, onItsSide]],
  // Of 1280 × 800 and 1440 × 1800.
  [
    'a window with a zoom of 200 %',
    {},
    [
      { width: 640, height: 400 },
      { width: 720, height: 900 },
    ],
  ],
])('on %s', (_, context, sizes) => {
  test.each(Object.keys(pages))('%s fits, and every control can be reached', async (name) => {
    await withPage({ chromium, url, context: { ...context, viewport: upright } }, async (page) => {
      await pages[name]!(page);
      if (context === phone) expect(await smallTargets(page)).toEqual([]);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await fitsWidth(page);
        expect(await unreachable(page), `${size.width} × ${size.height}`).toEqual([]);
      }
      if (context === phone && name === demo) await expectControlsInOneRow(page);
    });
  });
});

test('an embedded player fills its frame, and its controls are dark on a light device too', async () => {
  const frame = { width: 640, height: 360 };
  await withPage({ chromium, url, context: { viewport: frame, colorScheme: 'light' } }, async (page) => {
    await mockResponses(page, { [`/v1/jobs/${id}`]: mockJob(id) });
    await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${url}/embed/${id}`);
    const { width, height } = await boxOf(page.locator('video'));
    expect({ width: Math.round(width), height: Math.round(height) }).toEqual(frame);
    await page.getByRole('button', { name: 'Next frame' }).waitFor();
    const [red] = (await page.evaluate(`getComputedStyle(document.querySelector('.controls .round:not(.primary)'))
      .backgroundColor.match(/[0-9.]+/g).map(Number)`)) as number[];
    expect(red).toBeLessThan(80);
  });
});

test('an embedded player has its controls in one row on a phone', async () => {
  await withPage({ chromium, url, context: { ...phone, viewport: { width: 360, height: 740 } } }, async (page) => {
    await mockResponses(page, { [`/v1/jobs/${id}`]: mockJob(id) });
    await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${url}/embed/${id}`);
    await page.getByRole('button', { name: 'Next frame' }).waitFor();
    await expectControlsInOneRow(page);
  });
});

test('an embedded player says what became of a video that cannot be played', async () => {
  const frame = { width: 640, height: 360 };
  await withPage({ chromium, url, context: { viewport: frame } }, async (page) => {
    const cancelled = { status: 'failed', error_code: 'job/cancelled', map_title: '' } as const;
    await mockResponses(page, {
      [`/v1/jobs/${id}`]: mockJob(id, cancelled),
      '/v1/jobs/covers': { covers: {}, titles: { [id]: 'Artist - Cancelled [Hard]' } },
    });
    await page.goto(`${url}/embed/${id}`);
    await page.getByText('This video is not available.').waitFor();
    await page.getByRole('link', { name: 'Artist - Cancelled [Hard]' }).waitFor();
    await page.goto(`${url}/embed/nothing`);
    const { x, y, width, height } = await boxOf(page.getByText('Video not found'));
    expect(Math.abs(x + width / 2 - frame.width / 2)).toBeLessThan(20);
    expect(Math.abs(y + height / 2 - frame.height / 2)).toBeLessThan(60);
    await page.getByRole('link', { name: 'Show all videos' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  });
});

test('on a phone the help begins in the first half of the screen', async () => {
  await withPage({ chromium, url, context: { ...phone, viewport: upright } }, async (page) => {
    for (const path of ['/guide', '/guide/errors']) {
      await page.goto(url + path);
      expect((await boxOf(page.locator('h1'))).y, path).toBeLessThan(220);
    }
    expect(await page.getByRole('link', { name: 'For developers' }).getAttribute('aria-current')).toBe('true');
  });
});

test('on a phone the preview is closed beside its heading', async () => {
  await withPage({ chromium, url, context: { ...phone, viewport: upright } }, async (page) => {
    await page.goto(url);
    const files = [file('play.osr', liveReplay), file('set.osz', liveSet)];
    await page.locator('input[type=file]').first().setInputFiles(files);
    await page.locator('.replay-card').getByRole('button', { name: 'Preview' }).click();
    const heading = await boxOf(page.getByRole('heading', { name: 'Preview' }));
    await page.getByRole('button', { name: 'Start the clip here' }).waitFor();
    const close = await boxOf(page.getByRole('button', { name: 'Close preview' }));
    expect(close.y).toBeLessThan(heading.y + heading.height);
    expect(close.x).toBeGreaterThan(upright.width / 2);
  });
});

test.each(['en', 'de', 'es', 'fr', 'ja'])(
  'in %s, the links of the header do not cover each other on a phone',
  async (locale) => {
    await withPage(
      { chromium, url, context: { ...phone, locale, viewport: { width: 360, height: 740 } } },
      async (page) => {
        await page.goto(`${url}/guide/nothing`);
        await page.locator('.page-header nav a').first().waitFor();
        const cut = `[...document.querySelectorAll('.page-header nav a')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent)`;
        expect(await page.evaluate(cut)).toEqual([]);
        await fitsWidth(page);
      },
    );
  },
);

test('German headings of the settings are not broken inside a word', async () => {
  await withPage({ chromium, url, context: { ...phone, viewport: upright, locale: 'de' } }, async (page) => {
    await page.goto(url);
    await page.locator('input[type=file]').setInputFiles([file('play.osr', writeReplay(buildReplay()))]);
    const heading = page.locator('#settings-title');
    for (const size of [upright, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      expect((await boxOf(heading)).height, `${size.width} px`).toBeLessThan(35);
    }
  });
});

test('a finger reads the values of a chart, and the page stays where it is', async () => {
  await withPage({ chromium, url, context: { ...phone, viewport: upright } }, async (page) => {
    const job = mockJob(id, { has_analytics: true });
    await mockResponses(page, {
      [`/v1/jobs/${id}`]: job,
      [`/v1/jobs/${id}/analytics`]: {
        ...mockAnalytics(id, { hits: 300, frames: 3000 }),
        video: { starts_at: 0, clock_rate: 1 },
      },
    });
    await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
    await page.goto(`${url}/view/${id}`);
    await page.locator('.replay-analysis canvas').first().waitFor();
    await page.evaluate(`(() => {
      const video = document.querySelector('video');
      Object.defineProperty(video, 'duration', { value: 60 });
      video.dispatchEvent(new Event('loadedmetadata'));
    })()`);
    await page.locator('.seek:enabled').waitFor();
    const chart = page.locator('figure', { has: page.getByRole('group', { name: 'Hit error (ms)' }) });
    await chart.scrollIntoViewIfNeeded();
    const before = await page.evaluate('scrollY');
    const { x, y, width, height } = await boxOf(chart.locator('canvas'));
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect.poll(() => chart.locator('.reading').textContent()).toMatch(/ms/);
    await until(
      page,
      "document.querySelector('video').currentTime > 0 || document.querySelector('.seek').value !== '0'",
    );
    expect(await page.evaluate('scrollY')).toBe(before);
    // It goes on reading while it moves sideways.
    const tapped = await chart.locator('.reading').textContent();
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) => {
      const touchPoints = type === 'touchEnd' ? [] : [{ x: x + width * at, y: y + height / 2 }];
      return session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 0.5);
    for (const at of [0.55, 0.6, 0.7, 0.8]) await touch('touchMove', at);
    await expect.poll(() => chart.locator('.reading').textContent()).toMatch(/^0:2\d.*ms/);
    expect(tapped).toMatch(/^0:1\d/);
    await touch('touchEnd', 0.8);
    expect(await page.evaluate('scrollY')).toBe(before);
    // The list of misses leads to the video.
    await page.locator('.misses button').first().click();
    await until(page, `scrollY < ${before}`);
  });
});
