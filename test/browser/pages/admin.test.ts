import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { withPage } from '../../support/browser/page.ts';
import { boxOf, button } from '../../support/browser/page-actions.ts';
import { get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';

// The administration in the page, with a service that renders.

const token = 'token-of-the-operator';
const chromium = useChromium();
let service: ServeProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-admin-'));
  service = await startServeProcess({
    dataDir,
    env: { ADMIN_TOKEN: token, BEATMAP_MIRRORS: '', RENDER_WORKERS: '1' },
  });
});
afterAll(async () => {
  await service?.end();
  await rm(dataDir, { recursive: true, force: true });
});

async function submit(client = newClient()): Promise<string> {
  const response = await post(`${service.url}/v1/render`, replayForm(), { client });
  expect(response.status).toBe(202);
  return (await jsonOf(response)).job_id;
}
const jobOf = async (id: string) => jsonOf(await get(`${service.url}/v1/jobs/${id}`));
const tab = (page: Page, name: string) => page.locator('.admin-tabs').getByRole('link', { name });
const rowOf = (page: Page, id: string) => page.locator('.admin-table tbody tr', { hasText: id.slice(0, 8) });

/** The second click confirms. */
async function confirm(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name }).click();
}

test('an operator signs in, pauses, moves, cancels, retries, reads a log, blocks, drains and finds all of it in the audit', async () => {
  // The service has no map of this replay, so the job fails.
  const failed = await submit();
  await expect.poll(async () => (await jobOf(failed)).status, { timeout: 60_000 }).toBe('failed');
  await withPage({ chromium, url: service.url, client: newClient() }, async (page, problems) => {
    await page.goto(`${service.url}/admin`);
    await page.getByRole('heading', { name: 'Administration' }).waitFor();
    await expectUsable(page);
    await page.getByLabel('Administration token').fill('wrong, with ü');
    await button(page, 'Sign in').click();
    await page.getByRole('alert').getByText('The token is wrong.').waitFor();
    expect(problems).toEqual([]);
    await page.getByLabel('Administration token').fill(` ${token} `);
    await page.keyboard.press('Enter');
    await page.getByText('The queue is running.').waitFor();
    // The token is in this tab only, and in no address.
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(token);
    expect(page.url()).not.toContain('token');

    await page.getByLabel('Reason (optional').fill('New disks.');
    await button(page, 'Pause the queue').click();
    await page.getByText('The queue is paused.').first().waitFor();
    expect(await page.locator('.restricted p').first().innerText()).toBe('New disks. (now)');
    await expectUsable(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    const [first, second] = [await submit(), await submit()];

    await tab(page, 'Queue').click();
    await rowOf(page, second).waitFor();
    await page.getByRole('button', { name: new RegExp(`Move first .*${second.slice(0, 8)}`) }).click();
    await expect.poll(() => page.locator('.admin-table tbody tr').first().innerText()).toContain(second.slice(0, 8));
    await confirm(page, new RegExp(`^Cancel.*${first.slice(0, 8)}`));
    await rowOf(page, first).waitFor({ state: 'detached' });
    expect(await jobOf(first)).toMatchObject({ error_code: 'job/cancelled' });
    await expectUsable(page);
    await page.setViewportSize({ width: 1280, height: 720 });

    await tab(page, 'Failures').click();
    await rowOf(page, failed).getByText('beatmap/not-found').waitFor();
    // On a phone, the whole error is beside its heading.
    await page.setViewportSize({ width: 390, height: 844 });
    const [code, text] = [
      rowOf(page, failed).getByText('beatmap/not-found'),
      rowOf(page, failed).locator('.error-text'),
    ];
    expect((await boxOf(text)).x).toBeGreaterThanOrEqual((await boxOf(code)).x - 1);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: new RegExp(`^Log.*${failed.slice(0, 8)}`) }).click();
    await page.locator('.admin-log pre').getByText(/\S/).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.admin-log').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(`^Retry.*${failed.slice(0, 8)}`) }).click();
    await page.getByText(/Submitted again as/).waitFor();
    await expectUsable(page);
    await page.setViewportSize({ width: 1280, height: 720 });

    // Back to the list of workers with the keyboard.
    await tab(page, 'Workers').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Drain/ }).click();
    await page.getByRole('button', { name: /^Resume/ }).waitFor();

    const { client, player } = await clientOf(page, second);
    await tab(page, 'Queue').click();
    await page.getByRole('button', { name: `Block client (${client})` }).click();
    await page.getByLabel('Reason (the client sees it)').fill('Spam.');
    await button(page, 'Block').click();
    await page.locator('.admin-table').getByText(client).waitFor();
    const refused = await post(`${service.url}/v1/render`, replayForm(), { client });
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([403, 'blocked/client']);
    expect(player).not.toBe('');

    await tab(page, 'Keys').click();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      const [field, create] = await Promise.all([boxOf(page.getByLabel('Expires')), boxOf(button(page, 'Create key'))]);
      expect(create.x >= field.x + field.width || create.y >= field.y + field.height, `${width} px`).toBe(true);
    }
    await page.getByLabel('Name').fill('page bot');
    await button(page, 'Create key').click();
    await page.getByText(/^rpk_/).waitFor();
    await expectUsable(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await tab(page, 'Dead letters').click();
    await page.getByText('All messages were delivered.').waitFor();

    await tab(page, 'Audit').click();
    for (const action of [
      'key.create',
      'block.add',
      'worker.drain',
      'job.retry',
      'job.cancel',
      'job.move',
      'queue.pause',
    ])
      await page.getByText(action, { exact: true }).waitFor();
    await expectUsable(page);
    await page.reload();
    await page.getByText('queue.pause', { exact: true }).waitFor();
    await button(page, 'Sign out').click();
    await page.getByLabel('Administration token').waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(token);
    expect(problems).toEqual([]);
  });
  expect(service.log()).not.toContain(token);
});

/** The client of a job, as the queue shows it. */
async function clientOf(page: Page, id: string): Promise<{ client: string; player: string }> {
  const response = await page.evaluate(`fetch('/v1/admin/jobs', {
    headers: { authorization: 'Bearer ${token}' },
  }).then((response) => response.json())`);
  const { jobs } = response as { jobs: { job_id: string; client: string; player: string }[] };
  return jobs.find(({ job_id }) => job_id === id) ?? { client: '', player: '' };
}

test('visitors see that the queue is paused and that maintenance has started', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const act = (path: string, body: object) =>
    fetch(`${service.url}/v1/admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await act('queue/pause', { reason: 'New disks.' });
  await act('maintenance/start', { message: 'Back at 18:00 UTC.' });
  try {
    await withPage({ chromium, url: service.url, client: newClient() }, async (page, problems) => {
      await page.goto(service.url);
      await page.locator('.service-state').getByText('New disks.').waitFor();
      await page.locator('.service-state').getByText('Back at 18:00 UTC.').waitFor();
      await expectUsable(page);
      expect(problems).toEqual([]);
    });
  } finally {
    await act('maintenance/end', {});
    await act('queue/resume', {});
  }
});
