import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Analytics } from '../../../src/contract/index.ts';
import { createRosuPp } from '../../../src/game/pp/index.ts';
import { writeAnalytics } from '../../../src/rendering/render/artifacts/analytics.ts';
import { archiveFiles, openPlay } from '../../../src/rendering/scene-loader/index.ts';
import { type MistakenFiles, mistakenFiles } from '../mistakes/files-with-mistakes.ts';
import { moving } from '../replays/build-play.ts';
import { mockJob, mockResponses } from './mocked-responses.ts';

/** A job whose play has more than 300 mistakes. */
export interface MistakenJob {
  readonly id: string;
  readonly files: MistakenFiles;
  readonly analytics: Analytics;
}

/** A press beside a circle, a late one, a slider that is left, a spinner, and 300 circles that the cursor is far away from. */
export async function createMistakenJob(): Promise<MistakenJob> {
  const circles = Array.from(
    { length: 300 },
    (_, i) => `${40 + (i % 8) * 60},${60 + (i % 5) * 60},${10_000 + i * 200},1,0`,
  );
  const files = mistakenFiles(
    circles,
    moving(9500, 71_000, 20, () => [-200, -200, 0]),
  );
  const opened = openPlay(
    { replay: files.replay, beatmap: { files: archiveFiles(files.set) } },
    createRosuPp(),
    () => {},
  );
  const folder = await mkdtemp(join(tmpdir(), 'reprise-mistakes-'));
  const path = join(folder, 'analytics.json');
  await writeAnalytics(opened, path);
  const analytics = JSON.parse(await readFile(path, 'utf8')) as Analytics;
  await rm(folder, { recursive: true });
  return { id: '00000000-0000-4000-8000-000000000001', files, analytics };
}

/** Opens the page of the job, of which the service has neither files nor a video. */
export async function openMistakenJob(page: Page, url: string, { id, files, analytics }: MistakenJob): Promise<void> {
  const job = mockJob(id, { has_analytics: true });
  await mockResponses(page, {
    '/v1/jobs': { total: 1, jobs: [job] },
    [`/v1/jobs/${id}`]: job,
    [`/v1/jobs/${id}/analytics`]: analytics,
  });
  await page.route(/\/v1\/artifacts\//, (route) => route.fulfill({ status: 204 }));
  await page.route(`**/v1/jobs/${id}/replay`, (route) => route.fulfill({ body: Buffer.from(files.replay) }));
  await page.route(`**/v1/jobs/${id}/beatmap`, (route) => route.fulfill({ body: Buffer.from(files.set) }));
  // The service does not have the job, so it cannot serve its page directly.
  await page.goto(`${url}/renders`);
  await page.locator('.job-card a').click();
  await page.locator('.mistake-list').waitFor();
}
