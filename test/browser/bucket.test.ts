import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { S3Config } from '../../src/config.ts';
import type { JobCreated } from '../../src/contract/index.ts';
import { bucketEnvironment, createBucket } from '../support/bucket.ts';
import { startChromium } from '../support/chromium.ts';
import { post, replayForm } from '../support/http.ts';
import { until } from '../support/live-page.ts';
import { withPage } from '../support/page.ts';
import { playedReplay, playedSet } from '../support/rendering.ts';
import { type ServeProcess, startServeProcess } from '../support/serve.ts';

let browser: Browser | null;
let bucket: S3Config | null;
let service: ServeProcess;
let dataDir: string;

beforeAll(async () => {
  bucket = await createBucket();
  if (bucket === null) return;
  dataDir = await mkdtemp(join(tmpdir(), 'reprise-bucket-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'made.osz'), playedSet);
  const env = { RENDER_WORKERS: '1', RENDER_PRESET: 'ultrafast', BEATMAP_MIRRORS: '', ...bucketEnvironment(bucket) };
  [browser, service] = await Promise.all([startChromium(), startServeProcess({ dataDir, env })]);
});

afterAll(async () => {
  await browser?.close();
  await service?.remove();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
});

test('with a bucket on another origin, the page shows videos, thumbnails and logs, and downloads videos', async () => {
  if (bucket === null || browser === null) return;
  const { endpoint, bucket: name } = bucket;
  const fields = { motion_blur: 'false', settings: JSON.stringify({ resolution: '480p' }) };
  const answer = await post(`${service.url}/v1/render`, replayForm({ file: playedReplay, fields }));
  const { job_id } = (await answer.json()) as JobCreated;
  await withPage({ browser, url: service.url }, async (page, problems) => {
    await page.goto(`${service.url}/view/${job_id}`);
    await page.locator('video').waitFor();
    await until(page, "document.querySelector('video').duration > 3");
    await page.getByText('Unstable rate').waitFor();
    await page.getByText('Log', { exact: true }).click();
    await page.getByText('Completed.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download video' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Somebody.mp4');
    await page.goto(`${service.url}/renders`);
    await until(page, "document.querySelector('.job-card img').naturalWidth > 0");
    // Only videos and thumbnails come from the bucket.
    const prefix = `requested ${endpoint}/${name}/`;
    const fromBucket = problems.filter((problem) => problem.startsWith(prefix));
    expect(fromBucket.length).toBeGreaterThan(1);
    expect(fromBucket.filter((problem) => !/\/(videos|thumbnails)\//.test(problem))).toEqual([]);
    expect(problems.filter((problem) => !fromBucket.includes(problem))).toEqual([]);
  });
});
