import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { mockJob, mockResponses } from '../../support/browser/mocked-responses.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { makeZip } from '../../support/files/zip.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';

const url = inject('idleService');
const chromium = useChromium();

/** From now on the service serves another version of the page to those who look for one. */
async function upgrade(page: Page): Promise<void> {
  await page.route(`${url}/`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' })
      : route.continue(),
  );
}

/** What the browser does when the visitor comes back to the tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}

const mark = (page: Page) => page.evaluate('window.wasNotReloaded = true');
const wasReloaded = (page: Page) => page.evaluate('window.wasNotReloaded === undefined');
const notice = (page: Page) => page.getByText('A new version of this page is available.');

test('a page that is out of date reloads itself when the visitor comes back, and does not repeat that in a row', async () => {
  await withPage({ chromium, url }, async (page, problems) => {
    await page.goto(`${url}/gallery`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await mark(page);
    await comeBack(page);
    expect(await wasReloaded(page)).toBe(false);
    await upgrade(page);
    const loaded = page.waitForEvent('load');
    await comeBack(page);
    await loaded;
    await expect.poll(() => wasReloaded(page)).toBe(true);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Processes of both versions may respond in turn during an upgrade.
    await mark(page);
    await comeBack(page);
    await notice(page).waitFor();
    expect(await wasReloaded(page)).toBe(false);
    const again = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await again;
    expect(problems).toEqual([]);
  });
});

describe('a page that is out of date asks first', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const replay = () => file('play.osr', writeReplay(buildReplay()));
  const cases: Record<string, (page: Page) => Promise<unknown>> = {
    'while a replay is not uploaded': async (page) => {
      await page.goto(url);
      await page.locator('input[type=file]').setInputFiles([replay()]);
      await page.getByText('Max combo').waitFor();
    },
    'while a player is open': async (page) => {
      await page.goto(url);
      await page.getByRole('button', { name: /demo/ }).first().click();
      await page.locator('.player').waitFor();
    },
    'while a skin is not uploaded': async (page) => {
      await page.goto(url);
      const skin = file('mine.osk', makeZip([{ name: 'skin.ini', data: '[General]' }]));
      await page.locator('input[type=file]').setInputFiles([skin]);
      await page.locator('.skin-dialog').waitFor();
    },
    'while a beatmap for a job is being sent': async (page) => {
      const job = mockJob(id, { status: 'failed', error_code: 'beatmap/not-found', map_title: '' });
      await mockResponses(page, { '/v1/jobs': { total: 1, jobs: [job] }, [`/v1/jobs/${id}`]: job });
      // The response never comes.
      await page.route(`**/v1/jobs/${id}/replay`, () => {});
      await page.goto(`${url}/renders`);
      await page.locator('.job-card a').click();
      await page.getByText('Choose .osz').waitFor();
      await page.locator('input[type=file]').setInputFiles([file('set.osz', makeZip([]))]);
      await page.locator('.missing-map progress').waitFor();
    },
  };

  test.each(Object.keys(cases))('%s', async (name) => {
    await withPage({ chromium, url }, async (page) => {
      await cases[name]!(page);
      await mark(page);
      await upgrade(page);
      await comeBack(page);
      await notice(page).waitFor();
      expect(await wasReloaded(page)).toBe(false);
    });
  });
});
