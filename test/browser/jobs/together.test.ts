import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { id } from '../../support/browser/mocked-job-page.ts';
import { file, withPage } from '../../support/browser/page.ts';
import {
  boxOf,
  canvasHash,
  dropFiles,
  seek,
  stillCanvasHash,
  waitUntilReady,
} from '../../support/browser/page-actions.ts';
import { newClient } from '../../support/http/requests.ts';
import { withHeader } from '../../support/http/together-form.ts';
import { assets } from '../../support/processes/built-files.ts';
import { demoReplays } from '../../support/replays/demo-players.ts';

const url = inject('idleService');
const chromium = useChromium();
/** The bit of the mod in a replay. */
const doubleTime = 64;
const set = file('demo.osz', readFileSync(join(assets, 'demo/demo.osz')));
const replays = (count: number) => demoReplays(count).map((bytes, i) => file(`play ${i + 1}.osr`, bytes));

async function choose(page: Page, layout: string): Promise<void> {
  await page.getByRole('radio', { name: layout }).check();
}

test('replays of one map can be shown together, and the preview changes with the layout', async () => {
  await withPage(
    { chromium, url, client: newClient(), viewport: { width: 1440, height: 1000 } },
    async (page, problems) => {
      await page.goto(url);
      await dropFiles(page, set, ...replays(3));
      await page.getByRole('group', { name: '3 replays of one map' }).waitFor();
      await waitUntilReady(page);
      await seek(page, 20_000);
      const alone = await stillCanvasHash(page);
      await choose(page, 'Ghosts');
      await expect.poll(() => canvasHash(page)).not.toBe(alone);
      await waitUntilReady(page);
      await seek(page, 20_000);
      const ghosts = await stillCanvasHash(page);
      await choose(page, 'Split screen');
      await expect.poll(() => canvasHash(page)).not.toBe(ghosts);
      const split = await stillCanvasHash(page);
      await choose(page, 'Knockout');
      await expect.poll(() => canvasHash(page)).not.toBe(split);
      await stillCanvasHash(page);
      await expectUsable(page);
      expect(problems).toEqual([]);
    },
  );
});

test('replays of two maps: those of one map share a video, the other has its own, and a broken file has none', async () => {
  const other = file('other.osr', withHeader(demoReplays(1)[0]!, { beatmapMd5: 'f'.repeat(32) }));
  const broken = file('broken.osr', Buffer.from('no replay'));
  await withPage({ chromium, url, client: newClient(), viewport: { width: 1000, height: 800 } }, async (page) => {
    const uploads: string[] = [];
    await page.route('**/v1/render{,/together}', (route) => {
      const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
      uploads.push([...body.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name).join(' '));
      return route.fulfill({ status: 202, json: { job_id: id, status: 'queued' } });
    });
    await page.goto(url);
    const [first, second] = replays(2);
    await dropFiles(page, set, first!, other, broken, second!);
    await page.getByRole('group', { name: '2 replays of one map' }).waitFor();
    await page.getByRole('button', { name: 'Study these 3 replays' }).waitFor();
    await page.getByRole('button', { name: 'Render 3 videos' }).waitFor();
    // The reason why there are fewer videos than files is the first card, wherever the list is scrolled.
    const cards = page.locator('.replay-card');
    expect(await cards.first().innerText()).toContain('broken.osr');
    await cards.last().scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: '1 file cannot be rendered' }).click();
    await expect.poll(async () => (await boxOf(cards.first())).y).toBeGreaterThan(0);
    await choose(page, 'Ghosts');
    await page.getByRole('button', { name: 'Render 2 videos' }).click();
    await expect.poll(() => uploads).toEqual(['play 1.osr play 2.osr demo.osz', 'other.osr']);

    // The layout is still chosen after a visit to another page, and what has been sent can be sent with other settings.
    await page.getByRole('link', { name: 'Skins' }).click();
    await page.getByRole('link', { name: 'New video' }).click();
    await page.getByRole('link', { name: 'See your videos' }).waitFor();
    expect(await page.getByRole('button', { name: /^Render/ }).count()).toBe(0);
    await page.getByLabel('Motion blur').uncheck();
    await page.getByRole('button', { name: 'Render again with these settings' }).click();
    await expect.poll(() => uploads.slice(2)).toEqual(['play 1.osr play 2.osr demo.osz', 'other.osr']);
    await page.getByRole('button', { name: 'Render again' }).waitFor({ state: 'detached' });
    await choose(page, 'Split screen');
    await page.getByRole('button', { name: 'Render again with these settings' }).click();
    await expect.poll(() => uploads.slice(4)).toEqual(['play 1.osr play 2.osr demo.osz']);
  });
});

test('replays at different speeds are refused on one card, and can be shown side by side', async () => {
  const [slow, fast] = demoReplays(2);
  const files = [file('slow.osr', slow!), file('fast.osr', withHeader(fast!, { modBits: doubleTime }))];
  await withPage({ chromium, url, client: newClient(), viewport: { width: 1000, height: 800 } }, async (page) => {
    await page.goto(url);
    await dropFiles(page, set, ...files);
    await choose(page, 'Ghosts');
    await page.getByRole('button', { name: 'Render video' }).click();
    const notices = page.locator('.replay-card [role=alert]');
    await expect.poll(() => notices.allInnerTexts()).toEqual([expect.stringContaining('different speeds')]);
    await choose(page, 'Split screen');
    await page.getByRole('button', { name: 'Render video' }).click();
    await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
    await page.getByText('and 1 other player').waitFor();
  });
});
