import type { Browser } from 'playwright-core';
import { createMistakenJob, openMistakenJob } from '../../test/support/browser/job-with-mistakes.ts';

/** The time of the first displayed frame with rows of mistakes, and of the first one with all of them. */
const recordRows = `
  window.rowsShownAt = {};
  const look = () => {
    const count = document.querySelectorAll('.mistake').length;
    // The frame is displayed after this callback, so the next one is after it.
    if (count > 0 && !rowsShownAt[count]) requestAnimationFrame(() => { rowsShownAt[count] ??= performance.now(); });
    requestAnimationFrame(look);
  };
  look();
`;

/** Measures how long the list of more than 300 mistakes takes to appear after the analytics have arrived, and then as a whole. */
export async function measureMistakes(browser: Browser, url: string) {
  const job = await createMistakenJob();
  const count = job.analytics.mistakes?.length ?? 0;
  const page = await browser.newPage();
  await page.addInitScript({ content: recordRows });
  await openMistakenJob(page, url, job);
  const more = page.getByRole('button', { name: /^Show \d+ more$/ });
  await more.waitFor();
  const listMs = await page.evaluate(`new Promise((resolve) => {
    const [analytics] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/analytics'));
    const look = () => {
      const [shownAt] = Object.values(rowsShownAt);
      if (shownAt) resolve(shownAt - analytics.responseEnd);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  const allMs = await page.evaluate(`new Promise((resolve) => {
    const clickedAt = performance.now();
    [...document.querySelectorAll('.mistakes button')].at(-1).click();
    const look = () => {
      if (rowsShownAt[${count}]) resolve(rowsShownAt[${count}] - clickedAt);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  await page.close();
  return { count, listMs: Number(listMs), allMs: Number(allMs) };
}
