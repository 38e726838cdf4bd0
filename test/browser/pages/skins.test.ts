import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { greenSkin, liveReplay, liveSet } from '../../support/browser/live-player-files.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { boxOf, button, dropFiles, waitUntilReady } from '../../support/browser/page-actions.ts';
import { makeZip } from '../../support/files/zip.ts';
import { newClient } from '../../support/http/requests.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';

const url = inject('idleService');
const chromium = useChromium();

const replay = () => file('play.osr', writeReplay(buildReplay()));
const emptySkin = makeZip([{ name: 'skin.ini', data: '[General]\nName: Empty\n' }]);
const dialog = (page: Page) => page.getByRole('dialog');
const nameField = (page: Page, n = 0) => dialog(page).getByLabel('Name').nth(n);

/** The service draws a picture of each new skin, which takes seconds; only the test of the overview looks at them. */
const withoutPictures = (page: Page) => page.route(/\/preview$/, (route) => route.fulfill({ status: 204 }));

async function chooseSkins(page: Page, name: string, ...files: ReturnType<typeof file>[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, name).click()]);
  await chooser.setFiles(files);
}

test('a skin with any file name is added where skins are chosen, under a name that the player may change', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
    await withoutPictures(page);
    await page.goto(url);
    await dropFiles(page, file('『Green』☆ [v2.0] #1.osk', greenSkin));
    await expect.poll(() => nameField(page).inputValue()).toBe('Green v2-0 1');
    await dialog(page).getByText('Names can have letters').waitFor();
    await nameField(page).fill('Journey: one');
    await dialog(page).getByText('Use only letters').waitFor();
    expect(await button(page, 'Upload and use').isDisabled()).toBe(true);
    await expectUsable(page);
    await nameField(page).fill('Journey one');
    await button(page, 'Upload and use').click();
    await page.getByText('Your next video will have the skin Journey one.').waitFor();
    await dialog(page).waitFor({ state: 'detached' });

    await page.locator('input[type=file]').setInputFiles([replay()]);
    await page.getByRole('radio', { name: 'Journey one' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('radio', { name: 'Journey one' }).isChecked()).toBe(true);
    const otherTab = await page.context().newPage();
    await withoutPictures(otherTab);
    await otherTab.goto(`${url}/gallery`);
    await otherTab.getByRole('heading', { name: 'Journey one' }).waitFor();
    await chooseSkins(page, 'Add skin', file('Journey two.osk', greenSkin));
    await button(page, 'Upload and use').click();
    await expect.poll(() => page.getByRole('radio', { name: 'Journey two' }).isChecked()).toBe(true);
    await otherTab.getByRole('heading', { name: 'Journey two' }).waitFor();
    await otherTab.close();
    // The choice survives a reload.
    await page.reload();
    await page.locator('input[type=file]').setInputFiles([replay()]);
    await expect.poll(() => page.getByRole('radio', { name: 'Journey two' }).isChecked()).toBe(true);
    expect(problems).toEqual([]);
  });
});

test('several skins that are dropped on any page are all handled, and a file without skin elements is pointed out', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
    await withoutPictures(page);
    await page.goto(`${url}/renders`);
    await dropFiles(
      page,
      file('Drop!.osk', greenSkin),
      file('Drop#.osk', emptySkin),
      file('broken.osk', new Uint8Array(100).fill(7)),
    );
    await page.getByRole('heading', { name: 'Add 3 skins' }).waitFor();
    await dialog(page).getByText('There are no skin elements in this file').waitFor();
    await dialog(page).getByText('This file is not a skin').waitFor();
    // Both are left with the same name, so the second one gets a number.
    const names = () => Promise.all([0, 1].map((n) => nameField(page, n).inputValue()));
    await expect.poll(async () => (await names()).sort()).toEqual(['Drop', 'Drop 2']);
    await dialog(page).getByText('100 bytes').waitFor();
    // Nothing is seen below the buttons, which stay at the bottom.
    const [box, buttons] = [await boxOf(dialog(page)), await boxOf(page.locator('.dialog-buttons'))];
    expect(Math.abs(box.y + box.height - (buttons.y + buttons.height))).toBeLessThan(3);
    await button(page, 'Remove broken.osk').click();
    await nameField(page, 1).fill(await nameField(page, 0).inputValue());
    await dialog(page).getByText('Another of these skins has this name.').first().waitFor();
    await nameField(page, 0).fill('Dropped A');
    await nameField(page, 1).fill('Dropped B');
    await button(page, 'Upload 2 skins').click();
    await dialog(page).getByText('Dropped B is ready to use.').waitFor();
    await dialog(page).getByRole('listitem').filter({ hasText: 'Dropped A' }).getByRole('button').click();
    await page.waitForURL(`${url}/`);
    await page.getByText('Your next video will have the skin Dropped A.').waitFor();
    expect(problems).toEqual([]);
  });
});

test('a skin that is tried in the player is in the video only after its upload, which the player offers', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
    await withoutPictures(page);
    await page.goto(url);
    await dropFiles(page, file('play.osr', liveReplay), file('set.osz', liveSet));
    await waitUntilReady(page);
    await page.getByText('The video will have this skin.').waitFor();
    await dropFiles(page, file('Tried☆.osk', greenSkin));
    await page.getByText('Only this preview has Tried☆.osk.').waitFor();
    expect(await page.getByRole('radio', { name: 'Default' }).isChecked()).toBe(true);
    await button(page, 'Upload and use in the video').click();
    await expect.poll(() => nameField(page).inputValue()).toBe('Tried');
    await button(page, 'Upload and use').click();
    await page.getByText('The video will have this skin.').waitFor();
    expect(await page.locator('.skin-menu select').inputValue()).toBe('Tried');
    expect(await page.getByRole('radio', { name: 'Tried' }).isChecked()).toBe(true);
    expect(problems).toEqual([]);
  });
});

test('skins are uploaded, previewed, searched, downloaded and used; a rejection shows its reason', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page) => {
    await page.goto(`${url}/gallery`);
    const entries = [{ name: 'skin.ini', data: '[General]\nName: <img src=x onerror=alert(1)>\nAuthor: </script>\n' }];
    await chooseSkins(page, 'Add skins (.osk)', file('My skin.osk', makeZip([{ name: 'a.zip', data: 'PK' }])));
    await button(page, 'Upload').click();
    await page.getByText('The skin contains another archive.').waitFor();
    await button(page, 'Close').click();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add skins (.osk)');
    await chooseSkins(page, 'Add skins (.osk)', file('My skin.osk', makeZip(entries)));
    await button(page, 'Upload').click();
    await page.getByText('My skin is ready to use.').waitFor();
    expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
    await button(page, 'Close').click();
    const card = page.locator('.skin-card', { hasText: 'My skin' });
    await expect
      .poll(() => card.locator('img').evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(960);
    await page.getByRole('searchbox').fill('my SKIN');
    await expect.poll(() => page.locator('.skin-card').count()).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('My skin.osk');
    await card.getByRole('button', { name: 'Use it' }).click();
    await page.waitForURL(`${url}/`);
    await page.locator('input[type=file]').setInputFiles([replay()]);
    await expect.poll(() => page.getByRole('radio', { name: 'My skin' }).isChecked()).toBe(true);
    // Its card says that the next video has it.
    await page.getByRole('link', { name: 'Skins', exact: true }).click();
    await card.getByRole('button', { name: 'Selected', pressed: true }).waitFor();
    expect(await card.getByRole('button', { name: 'Use it' }).count()).toBe(0);
  });
});

test('a skin of the player is removed after a confirmation, in all tabs, and is not the one of the next video any more', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
    await withoutPictures(page);
    await page.goto(`${url}/gallery`);
    await chooseSkins(page, 'Add skins (.osk)', file('To remove.osk', greenSkin), file('To keep.osk', emptySkin));
    await button(page, 'Upload 2 skins').click();
    const uploaded = dialog(page).getByRole('listitem').filter({ hasText: 'To remove is ready' });
    await dialog(page).getByText('To keep is ready to use.').waitFor();
    await uploaded.getByRole('button').click();
    await page.goto(`${url}/gallery`);
    const otherTab = await page.context().newPage();
    await withoutPictures(otherTab);
    await otherTab.goto(`${url}/gallery`);
    await otherTab.getByRole('heading', { name: 'To remove' }).waitFor();

    const card = page.locator('.skin-card', { hasText: 'To remove' });
    await card.getByRole('button', { name: 'Selected', pressed: true }).waitFor();
    await button(page, 'Remove To remove').click();
    await page.getByText('Remove this skin for good?').waitFor();
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Keep it');
    await expectUsable(page);
    await button(page, 'Keep it').click();
    await button(page, 'Remove To remove').click();
    await button(page, 'Remove skin').click();
    await page.getByText('The skin To remove was removed.').waitFor();
    for (const tab of [page, otherTab]) {
      await tab.getByRole('heading', { name: 'To remove' }).waitFor({ state: 'detached' });
      await tab.getByRole('heading', { name: 'To keep' }).waitFor();
    }
    expect(await page.locator('.skin-card:focus-within').count()).toBe(1);
    const builtIn = page.locator('.skin-card', { hasText: 'Default' });
    await builtIn.getByRole('button', { name: 'Selected', pressed: true }).waitFor();
    expect(await builtIn.getByRole('button', { name: /Remove/ }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

test('a skin that an unfinished video uses stays, and the page says why', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page) => {
    await withoutPictures(page);
    await page.goto(`${url}/gallery`);
    await chooseSkins(page, 'Add skins (.osk)', file('In use.osk', greenSkin));
    await button(page, 'Upload').click();
    await button(page, 'Close').click();
    await page.route('**/v1/skins/In%20use', (route) =>
      route.fulfill({ status: 409, json: { detail: 'x', code: 'skin/in-use' } }),
    );
    await button(page, 'Remove In use').click();
    await button(page, 'Remove skin').click();
    await page.getByText('A video that is not finished uses this skin.').waitFor();
    expect(await page.getByRole('heading', { name: 'In use' }).count()).toBe(1);
  });
});
