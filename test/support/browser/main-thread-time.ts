import type { Page } from 'playwright-core';

/**
 * Returns a function that returns the seconds of CPU time that the main thread of the page has used since then. A limit for
 * them means the same on a busy machine, which makes everything else take longer.
 */
export async function watchMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const total = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = page.url() === 'about:blank' ? 0 : await total();
  return async () => (await total()) - before;
}
