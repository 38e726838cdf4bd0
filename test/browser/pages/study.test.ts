import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { md5Hex } from '../../../src/game/md5.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { boxOf, dropFiles, dropFolder } from '../../support/browser/page-actions.ts';
import { newClient } from '../../support/http/requests.ts';
import { assets } from '../../support/processes/built-files.ts';
import { changed, demoMap, demoReplays } from '../../support/replays/demo-players.ts';

const url = inject('idleService');
const chromium = useChromium();
const set = file('demo.osz', readFileSync(join(assets, 'demo/demo.osz')));
const replays = demoReplays(3).map((bytes, i) => file(`play ${i + 1}.osr`, bytes));

test('many replays are studied in the browser, and nothing is uploaded', async () => {
  await withPage(
    { chromium, url, client: newClient(), viewport: { width: 390, height: 844 } },
    async (page, problems) => {
      const sent: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${request.url()}`));
      await page.goto(url);
      await dropFiles(page, set, ...replays);
      await page.getByRole('button', { name: 'Study these 3 replays' }).click();
      await page.waitForURL(`${url}/study`);
      // Until then, the start page takes what is dropped.
      await page.getByRole('heading', { name: 'Study your replays' }).waitFor();
      await dropFiles(page, file('broken.osr', Buffer.from('no replay')));
      await page.getByText('1 skipped file').click();
      await page.getByText('broken.osr').waitFor();
      const players = page.locator('.study-report .player-report');
      expect(await players.count()).toBe(3);
      expect((await boxOf(page.getByText('broken.osr'))).y).toBeLessThan((await boxOf(players.first())).y);
      // A low window makes the players of videos narrower, but not those of reports.
      await page.setViewportSize({ width: 1280, height: 720 });
      const widthOf = async (element: Locator) => (await boxOf(element)).width;
      expect(await widthOf(players.first())).toBe(await widthOf(page.locator('.study-report:has(.player-report)')));
      // The same plots as in the file of the command line, with the style of reports.
      await page.getByRole('img', { name: 'Unstable rate by tempo' }).first().waitFor();
      const fill = await page.evaluate("getComputedStyle(document.querySelector('.bar rect')).fill");
      expect(fill).not.toBe('rgb(0, 0, 0)');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as JSON' }).click();
      const report = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
      expect(report).toMatchObject({
        players: [{ plays: 1 }, { plays: 1 }, { plays: 1 }],
        skipped: [{ file: 'broken.osr' }],
      });
      await expectUsable(page);
      expect({ problems, sent }).toEqual({ problems: [], sent: [] });
    },
  );
});

test('an example leads to its moment in the player, and Back to the report as it was', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
    const studied: string[] = [];
    page.on('worker', (worker) => studied.push(worker.url()));
    await page.goto(`${url}/study`);
    await page.getByText('Choose replays').waitFor();
    await dropFiles(page, set, ...replays);
    await page.getByLabel('Order').selectOption('pp');
    // What the visitor has opened and sorted stays.
    const last = page.locator('.player-report').last();
    await last.locator('summary').first().click();
    const example = page.locator('.examples a').first();
    const sentence = await example.locator('xpath=..').innerText();
    await example.focus();
    const scrolled = await page.evaluate('scrollY');
    await page.keyboard.press('Enter');
    await page.locator('.player canvas').waitFor();
    const first = page.locator('.mistake').first();
    await first.locator('canvas').waitFor();
    expect(sentence).toContain(await first.locator('.mistake-text > span').nth(1).innerText());
    await expect
      .poll(() => page.evaluate("Number(document.querySelector('.player input[type=range]')?.value)"))
      .toBeGreaterThan(0);
    expect(await page.getByRole('heading', { name: 'Study your replays' }).count()).toBe(0);

    const judging = studied.filter((worker) => worker.includes('study')).length;
    await page.getByRole('button', { name: 'Back to the report' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Study your replays' }).waitFor();
    expect(await page.locator('.player canvas').count()).toBe(0);
    expect(await page.getByLabel('Order').inputValue()).toBe('pp');
    expect(await last.getAttribute('open')).toBeNull();
    await expect.poll(() => page.evaluate('scrollY')).toBe(scrolled);
    expect(await example.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
    expect(studied.filter((worker) => worker.includes('study'))).toHaveLength(judging);

    // A play of the list, from its beginning.
    await page.locator('.plays th a').first().click();
    await page.locator('.player canvas').waitFor();
    await expectUsable(page);
    expect(problems).toEqual([]);
  });
});

test('a replay of a folder is found, and judged when its missing map is added', async () => {
  // A comment at the end makes it a map that the service does not have.
  const osu = Buffer.concat([demoMap, Buffer.from('\n// study\n')]);
  const replay = changed(demoReplays(1)[0]!, { beatmapMd5: md5Hex(osu) });
  const folder = await mkdtemp(join(tmpdir(), 'reprise-study-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'deep'));
  await writeFile(join(folder, 'deep', 'play.osr'), replay);
  await writeFile(join(folder, 'cover.jpg'), 'no picture');
  await withPage({ chromium, url, client: newClient() }, async (page) => {
    await page.goto(`${url}/study`);
    await page.getByText('Choose replays').waitFor();
    // The folder also has a picture, which is no replay.
    await page.locator('input[webkitdirectory]').setInputFiles(folder);
    await page.getByText('None of these replays could be judged.').waitFor();
    await page.getByText('The service does not have the beatmap.').waitFor();
    await dropFiles(page, file('map.osu', osu));
    await page.getByRole('heading', { name: 'Aurelia' }).waitFor();
    expect(await page.getByText('skipped file').count()).toBe(0);

    // A folder that is dropped on the start page adds its replays, and nothing else.
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await dropFolder(page, folder);
    await page.getByRole('heading', { name: 'play.osr' }).waitFor();
    expect(await page.getByText('cover.jpg').count()).toBe(0);
  });
});
