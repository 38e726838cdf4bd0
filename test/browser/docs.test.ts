import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { withPage } from '../support/page.ts';
import { type ServeProcess, startServeProcess } from '../support/serve.ts';

let browser: Browser | null;
let service: ServeProcess;

beforeAll(async () => {
  [browser, service] = await Promise.all([startChromium(), startServeProcess()]);
});

afterAll(async () => {
  await browser?.close();
  await service?.remove();
});

test.each([
  ['/api/docs', '/api/docs'],
  ['/api/redoc', '/api/redoc'],
  ['/docs', '/api/docs'],
  ['/redoc', '/api/redoc'],
])('%s shows all operations under our content security policy, without other hosts', async (path, landing) => {
  if (browser === null) return;
  await withPage({ browser, url: service.url }, async (page, problems) => {
    await page.goto(`${service.url}${path}`);
    // A blank page has status 200 too, so check its text.
    for (const summary of await summaries()) await page.getByText(summary).first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    expect(new URL(page.url()).pathname.replace(/\/(static\/index\.html)?$/, '')).toBe(landing);
    expect(await page.locator('.topbar').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });
});

test('the interactive page calls the service', async () => {
  if (browser === null) return;
  await withPage({ browser, url: service.url }, async (page, problems) => {
    await page.goto(`${service.url}/api/docs`);
    await page.locator('.opblock-summary', { hasText: '/health' }).first().click();
    await page.getByRole('button', { name: 'Execute' }).first().click();
    await page.locator('.live-responses-table', { hasText: 'healthy' }).waitFor();
    expect(problems).toEqual([]);
  });
});

test('the content security policy allows no inline scripts', async () => {
  for (const path of ['/api/docs', '/api/redoc']) {
    const policy = (await fetch(`${service.url}${path}`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? '').not.toContain('unsafe-inline');
  }
});

async function summaries(): Promise<string[]> {
  const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const found = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
  expect(found.length).toBeGreaterThan(10);
  return found;
}
