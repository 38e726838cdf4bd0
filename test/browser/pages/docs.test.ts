import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { jsonOf, newClient, replayBytes } from '../../support/http/requests.ts';

const service = inject('idleService');
const chromium = useChromium();

// Each page takes seconds to load, so each test does everything with the page that it has opened.
describe('a visitor who opens the documentation under another name than PUBLIC_URL', () => {
  const url = service.replace('127.0.0.1', 'localhost');
  const replay = file('play.osr', replayBytes);

  /** Opens a short address of the documentation and expects that it leads to the page with all operations. */
  async function openDocumentation(page: Page, path: string): Promise<void> {
    await page.goto(`${url}${path}`);
    // A blank page has status 200 too, so check its text.
    const expected = await summaries();
    const missing = async () => {
      const text = String(await page.evaluate('document.body.innerText'));
      return expected.filter((summary) => !text.includes(summary));
    };
    await expect.poll(missing, { interval: 500 }).toEqual([]);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    expect(new URL(page.url()).pathname.replace(/\/(static\/index\.html)?$/, '')).toBe(`/api${path}`);
  }

  async function expectSubmitted(page: Page, send: () => Promise<void>): Promise<void> {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await send();
    const response = await answered;
    expect({ url: response.url(), status: response.status() }).toEqual({ url: `${url}/v1/render`, status: 202 });
    const { job_id } = await response.json();
    const job = await jsonOf(await fetch(`${service}/v1/jobs/${job_id}`));
    expect(job.config).toMatchObject({ skin: 'Default', resolution: '1080p', motion_blur: true, video: false });
  }

  test('sees all operations on the interactive page, calls the service and submits a replay as filled in', async () => {
    await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
      await openDocumentation(page, '/docs');
      expect(await page.locator('.topbar').isVisible()).toBe(false);
      const health = page.locator('.opblock', { hasText: '/health' }).first();
      await health.locator('.opblock-summary').click();
      await health.getByRole('button', { name: 'Execute' }).click();
      await health.locator('.live-responses-table', { hasText: 'healthy' }).waitFor();
      const operation = page.locator('.opblock', { hasText: 'Submit a replay' }).first();
      await operation.locator('.opblock-summary').click();
      await operation.locator('input[type=file]').first().setInputFiles(replay);
      await expectSubmitted(page, () => operation.getByRole('button', { name: 'Execute' }).click());
      await operation.locator('.live-responses-table', { hasText: 'queued' }).waitFor();
      expect(problems).toEqual([]);
    });
  });

  test('sees all operations on the reference page, which tells no other host its address, and submits a replay', async () => {
    await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
      await openDocumentation(page, '/redoc');
      await page.getByRole('link', { name: /Powered by/ }).waitFor();
      const links = (await page.evaluate(
        "[...document.querySelectorAll('a[href]')].map(({ href }) => href)",
      )) as string[];
      const host = encodeURIComponent(new URL(url).host);
      expect(links.filter((link) => !link.startsWith(url) && link.includes(host))).toEqual([]);

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

test('the content security policy allows no inline scripts', async () => {
  for (const path of ['/api/docs', '/api/redoc']) {
    const policy = (await fetch(`${service}${path}`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? '').not.toContain('unsafe-inline');
  }
});

async function summaries(): Promise<string[]> {
  const document = (await (await fetch(`${service}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const found = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
  expect(found.length).toBeGreaterThan(10);
  return found;
}
