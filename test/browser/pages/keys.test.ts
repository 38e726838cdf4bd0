import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { file, withPage } from '../../support/browser/page.ts';
import { button } from '../../support/browser/page-actions.ts';
import { newClient } from '../../support/http/requests.ts';
import { runReprise, type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';

// The page of a service that requires a key.

const chromium = useChromium();
let service: ServeProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-keys-'));
  service = await startServeProcess({
    dataDir,
    env: { REQUIRE_KEY: 'true', BEATMAP_MIRRORS: '', RENDER_WORKERS: '0' },
  });
});
afterAll(async () => {
  await service?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const keys = async (...args: string[]) => {
  const { stdout } = await runReprise(['keys', ...args, '--json'], { env: { DATA_DIR: dataDir } });
  return JSON.parse(stdout);
};
const replay = () => file('play.osr', writeReplay(buildReplay()));

test('the page asks for a key, remembers it, and submits and cancels with it', async () => {
  const { key } = await keys('create', 'visitor');
  await withPage({ chromium, url: service.url, client: newClient() }, async (page, problems) => {
    await page.goto(service.url);
    await page.getByText('This service needs a key.').waitFor();
    await expectUsable(page);
    await page.getByLabel('Key', { exact: true }).fill('nonsense ü');
    await button(page, 'Save key').click();
    await page.getByText('The service does not accept your key.').waitFor();
    expect(problems).toEqual([]);
    await page.getByLabel('Key', { exact: true }).fill(` ${key} `);
    await button(page, 'Save key').click();
    await page.getByText('Your key is saved in this browser.').waitFor();
    await page.reload();
    await page.getByText('Your key is saved in this browser.').waitFor();

    await page.locator('input[type=file]').setInputFiles([replay()]);
    await button(page, 'Render video').click();
    await page.waitForURL(/\/view\//);
    await button(page, 'Cancel render').click();
    await button(page, 'Try again').waitFor();
    // The service does not have the map of this replay.
    expect(problems.filter((problem) => !problem.includes('/beatmap'))).toEqual([]);
  });
});

test('a key that was revoked is forgotten: everything can be watched, and the page asks again', async () => {
  const { id, key } = await keys('create', 'former visitor');
  await withPage({ chromium, url: service.url, client: newClient() }, async (page) => {
    await page.goto(service.url);
    await page.getByLabel('Key', { exact: true }).fill(key);
    await button(page, 'Save key').click();
    await page.getByText('Your key is saved in this browser.').waitFor();
    await keys('revoke', id);
    const status = async () =>
      (await fetch(`${service.url}/v1/jobs`, { headers: { authorization: `Bearer ${key}` } })).status;
    await expect.poll(status).toBe(401);
    await page.goto(`${service.url}/renders`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate('localStorage.getItem("reprise.key")')).toBe('""');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.goto(service.url);
    await page.getByText('This service needs a key.').waitFor();
  });
});

test('a submission without a key says what is missing', async () => {
  await withPage({ chromium, url: service.url, client: newClient() }, async (page) => {
    await page.goto(service.url);
    await page.locator('input[type=file]').setInputFiles([replay()]);
    await button(page, 'Render video').click();
    await page.getByRole('alert').getByText('This service needs a key.').waitFor();
  });
});
