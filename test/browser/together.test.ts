import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { assets } from '../support/built.ts';
import { useChromium } from '../support/chromium.ts';
import { demoReplays } from '../support/demo-players.ts';
import { newClient } from '../support/http.ts';
import { canvasHash, dropFiles, seek, stillCanvasHash, waitUntilReady } from '../support/live-page.ts';
import { file, withPage } from '../support/page.ts';
import { withHeader } from '../support/together-form.ts';
import { expectUsable } from '../support/usable.ts';

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
