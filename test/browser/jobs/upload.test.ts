import type { Route } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { md5Hex } from '../../../src/game/md5.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { mapBytes } from '../../support/beatmaps/map-text.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { id, narrow, replay } from '../../support/browser/mocked-job-page.ts';
import { mockJob, mockResponses } from '../../support/browser/mocked-responses.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { boxOf } from '../../support/browser/page-actions.ts';
import { makeZip } from '../../support/files/zip.ts';
import { newClient } from '../../support/http/requests.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';

const url = inject('idleService');
const chromium = useChromium();

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

  test('says on a phone that the connection is lost, above the page instead of beside the button', async () => {
    await withPage({ chromium, url, viewport: { width: 360, height: 740 } }, async (page) => {
      await page.route(/\/v1\/render$|\/health$/, (route) => route.abort());
      await page.goto(url);
      // The file that cannot be rendered makes the bar at the bottom two lines high.
      await page.locator('input[type=file]').setInputFiles([replay(), file('broken.osr', new Uint8Array(4))]);
      await page.getByRole('button', { name: 'Render video' }).click();
      const notice = page.getByText('Connection lost.');
      await notice.waitFor();
      const overlaps = async (other: string) => {
        const [a, b] = await Promise.all([boxOf(notice), boxOf(page.locator(other))]);
        return a.y < b.y + b.height && b.y < a.y + a.height;
      };
      expect([await overlaps('.send-bar'), await overlaps('.page-header')]).toEqual([false, false]);
      await page.evaluate('scrollTo(0, 500)');
      expect((await boxOf(notice)).y).toBeGreaterThanOrEqual(0);
      expect(await overlaps('.send-bar')).toBe(false);
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
      await card('player two').getByLabel('Clip end').fill('0:03.1');
      await card('player two').getByLabel('Clip start').fill('0:00.1');
      await page.getByRole('heading', { level: 1 }).click();
      await card('player two')
        .getByText('The video will be 0:02 long. These are times of the song, which plays at 1.50×.')
        .waitFor();
      await page.getByRole('button', { name: 'Render 3 videos' }).click();
      await expect
        .poll(() => uploads)
        .toEqual(['one.osr one.osz', '"clip_start":0.1 "clip_end":3.1 two.osr two.osz', 'play.osr']);
      // Nothing is left to send: the way on is the list.
      const link = page.getByRole('link', { name: 'See your videos' });
      expect(await link.getAttribute('href')).toBe('/renders?mine=true');
      expect(await page.getByText('will be uploaded').count()).toBe(0);
    });
  });

  test('does not ignore a wrong time of a clip: it moves to the field instead of sending', async () => {
    await withPage({ chromium, url, viewport: narrow }, async (page) => {
      const uploads: (string | undefined)[] = [];
      await page.route('**/v1/render', (route) => {
        const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
        uploads.push(/"clip[^}]+/.exec(body)?.[0]);
        return route.fulfill({ status: 202, json: { job_id: id, status: 'queued' } });
      });
      await page.goto(url);
      await page.locator('input[type=file]').setInputFiles([replay()]);
      const [start, end] = [page.getByLabel('Clip start'), page.getByLabel('Clip end')];
      for (const [from, to, wrong, message] of [
        ['abc', '', start, 'Enter a time such as 1:05.'],
        ['0:02', '0:01', end, 'The end must be after the start.'],
        ['99:00', '', start, 'The clip must start before the end of the replay.'],
      ] as const) {
        await start.fill(from);
        await end.fill(to);
        await page.getByRole('button', { name: 'Render video' }).click();
        await page.getByText(message).waitFor();
        await wrong.and(page.locator(':focus')).waitFor();
        // The message of one field does not move the other out of line.
        expect((await boxOf(end)).y).toBe((await boxOf(start)).y);
      }
      expect(uploads).toEqual([]);
      await start.fill('0:01');
      await page.getByRole('button', { name: 'Render video' }).click();
      await expect.poll(() => uploads).toEqual(['"clip_start":1']);
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

  test('switches the moments off in the list that switched them on', async () => {
    await withPage({ chromium, url, viewport: narrow }, async (page) => {
      await page.goto(url);
      await page.locator('input[type=file]').setInputFiles([replay()]);
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('Moments only');
      const moments = page.getByRole('combobox', { name: 'Moments only' });
      await moments.selectOption('Highlights');
      await expect.poll(() => moments.inputValue()).toBe('highlights');
      await moments.selectOption('Off', { timeout: 5_000 });
      await expect.poll(() => moments.inputValue()).toBe('');
    });
  });

  test('keeps what is typed into a field in the moment in which it appears', async () => {
    await withPage({ chromium, url, viewport: narrow }, async (page) => {
      await page.goto(url);
      await page.locator('input[type=file]').setInputFiles([replay()]);
      await page.getByRole('searchbox', { name: 'Search settings' }).waitFor();
      // All of it happens before the page is displayed again.
      const typed = await page.evaluate(`(async () => {
        const type = (field, text) => {
          field.value = text;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        };
        type(document.querySelector('.video-settings [type=search]'), 'chat');
        const find = () => document.querySelector('.found-settings [type=number]');
        while (find() === null) await null;
        type(find(), '10');
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
        return find().value;
      })()`);
      expect(typed).toBe('10');
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

/** Records every countdown value that the page shows. */
const recordCountdown = `window.countdown = [];
  new MutationObserver(() => {
    const seconds = Number(/Retrying in (\\d+)\\ss/.exec(document.body.innerText)?.[1]);
    if (seconds && seconds !== window.countdown.at(-1)) window.countdown.push(seconds);
  }).observe(document, { subtree: true, childList: true, characterData: true });`;
