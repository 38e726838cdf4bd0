import { readFile } from 'node:fs/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import { joinSliders } from '../../../src/game/mistakes/index.ts';
import { mistakesOf } from '../../../src/page/replay-analysis/mistakes/mistake-data.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { createMistakenJob, type MistakenJob, openMistakenJob } from '../../support/browser/job-with-mistakes.ts';
import { withPage } from '../../support/browser/page.ts';
import { button, playbackTime, until, waitUntilReady } from '../../support/browser/page-actions.ts';

const url = inject('idleService');
const chromium = useChromium();

let job: MistakenJob;

beforeAll(async () => {
  job = await createMistakenJob();
});

/** How many colours the picture of the first row has. */
const coloursOfFirst = `(() => {
  const canvas = document.querySelector('.mistake canvas');
  if (!canvas?.width) return 0;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
  copy.drawImage(canvas, 0, 0);
  return new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
})()`;
const rows = "document.querySelectorAll('.mistake').length";
const drawnRows = "[...document.querySelectorAll('.mistake canvas')].filter(({ width }) => width > 0).length";

test('mistakes are listed with pictures and causes, watched at half speed and downloaded', async () => {
  await withPage({ chromium, url }, async (page, problems) => {
    await openMistakenJob(page, url, job);
    const { mistakes = [] } = job.analytics;
    const list = page.locator('.mistake-list');
    const count = joinSliders(mistakesOf(job.analytics) ?? []).length;
    expect(count).toBeGreaterThan(300);
    await page.getByRole('heading', { name: `${count} mistakes` }).waitFor();

    // The pictures come when the list is on the screen.
    await list.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(coloursOfFirst)).toBeGreaterThan(8);

    // Each cause has its own sentence, and the order can be that of the song.
    await page.getByLabel('Order').selectOption('By time');
    const first = page.locator('.mistake').first();
    await expect.poll(() => first.innerText()).toMatch(/The cursor was \d+ px .* the circle/);
    await page.getByText('You clicked 60 ms late: 100.').waitFor();
    await page.getByRole('button', { name: /^No aim and no click/ }).click();
    await expect.poll(() => first.innerText()).toContain('no key was pressed');
    await page.getByRole('button', { name: /^No aim and no click/ }).click();

    const [json] = await Promise.all([page.waitForEvent('download'), button(page, 'JSON').click()]);
    const saved = JSON.parse(await readFile(await json.path(), 'utf8')) as { cause: string; sentence: string }[];
    expect(saved.map(({ cause }) => cause)).toEqual(mistakes.map(({ cause }) => cause));
    expect(saved[1]!.sentence).toBe('You clicked 60 ms late: 100.');

    // One click makes a video of moments, with the look of this one.
    const posted: string[] = [];
    await page.route('**/v1/render', (route) => {
      posted.push(route.request().postData() ?? '');
      return route.fulfill({ json: { job_id: job.id } });
    });
    await button(page, 'Make a video: Hardest 20 seconds').click();
    await expect.poll(() => posted.length).toBe(1);
    expect(posted[0]).toContain('{"moments":"hardest"}');
    await page.locator('.mistake-list').waitFor();

    // The player plays a mistake slowly, from a second before; the speed of the viewer is not changed.
    await button(page, 'Live preview').click();
    await waitUntilReady(page);
    await page.getByText('You clicked 60 ms late: 100.').click();
    await until(page, "document.querySelector('.controls select').value === '0.5'");
    await button(page, 'Pause').waitFor();
    const t = await playbackTime(page);
    expect(t).toBeGreaterThanOrEqual(1379);
    await expect.poll(() => playbackTime(page)).toBeGreaterThan(t);
    expect(await page.evaluate("localStorage.getItem('reprise.speed')")).toBeNull();
    await button(page, 'Pause').click();
    // A moment is played at the usual speed.
    await page.getByRole('button', { name: /^Watch: Hardest 20 seconds/ }).click();
    await until(page, "document.querySelector('.controls select').value === '1'");
    await button(page, 'Pause').click();
    await expectUsable(page);

    // All rows are there after one click, and only the pictures near the screen are drawn.
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: `Show ${count - 12} more` }).click();
    await until(page, `${rows} === ${count}`);
    await page.locator('.mistake').nth(200).scrollIntoViewIfNeeded();
    await until(page, "document.querySelectorAll('.mistake canvas')[200].width > 0");
    expect(await page.evaluate(drawnRows)).toBeLessThan(50);
    expect(problems).toEqual([]);
  });
});
