import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { jsonOf, replayBytes } from '../support/http.ts';
import { file, withPage } from '../support/page.ts';
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

describe('a visitor who opens the documentation under another name than PUBLIC_URL', () => {
  const url = () => service.url.replace('127.0.0.1', 'localhost');
  const replay = file('play.osr', replayBytes);

  async function expectSubmitted(page: Page, send: () => Promise<void>): Promise<void> {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await send();
    const response = await answered;
    expect({ url: response.url(), status: response.status() }).toEqual({ url: `${url()}/v1/render`, status: 202 });
    const { job_id } = await response.json();
    const job = await jsonOf(await fetch(`${service.url}/v1/jobs/${job_id}`));
    expect(job.config).toMatchObject({ skin: 'Default', resolution: '1080p', motion_blur: true, video: false });
  }

  test('submits a replay with the interactive page as it is filled in', async () => {
    if (browser === null) return;
    await withPage({ browser, url: url() }, async (page, problems) => {
      await page.goto(`${url()}/api/docs`);
      const operation = page.locator('.opblock', { hasText: 'Submit a replay' }).first();
      await operation.locator('.opblock-summary').click();
      await operation.locator('input[type=file]').first().setInputFiles(replay);
      await expectSubmitted(page, () => operation.getByRole('button', { name: 'Execute' }).click());
      await operation.locator('.live-responses-table', { hasText: 'queued' }).waitFor();
      expect(problems).toEqual([]);
    });
  });

  test('submits a replay with the reference page as it is filled in', async () => {
    if (browser === null) return;
    await withPage({ browser, url: url() }, async (page, problems) => {
      await page.goto(`${url()}/api/redoc`);
      await page.getByRole('button', { name: /Test Request.*post \/v1\/render\)/i }).click();
      const dialog = page.getByRole('dialog');
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Select File' }).first().click();
      await (await chooser).setFiles(replay);
      await expectSubmitted(page, () => dialog.getByRole('button', { name: /Send/ }).first().click());
      expect(problems).toEqual([]);
    });
  });
});

test('the reference page tells no other host the address of the service', async () => {
  if (browser === null) return;
  await withPage({ browser, url: service.url }, async (page) => {
    await page.goto(`${service.url}/api/redoc`);
    await page.getByText('Submit a replay').first().waitFor();
    await page.getByRole('link', { name: /Powered by/ }).waitFor();
    const links = (await page.evaluate(
      "[...document.querySelectorAll('a[href]')].map(({ href }) => href)",
    )) as string[];
    const host = encodeURIComponent(new URL(service.url).host);
    expect(links.filter((link) => !link.startsWith(service.url) && link.includes(host))).toEqual([]);
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
