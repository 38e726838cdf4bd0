import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { buildReplay } from '../replays/build-replay.ts';
import { mockAnalytics, mockJob, mockResponses } from './mocked-responses.ts';
import { file } from './page.ts';

export const id = '00000000-0000-4000-8000-000000000001';
export const other = '00000000-0000-4000-8000-000000000002';

/** Too narrow for the picture beside the settings; drawing it would take longer than the rest. */
export const narrow = { width: 1000, height: 800 };

export const replay = (player = 'mira') => file('play.osr', writeReplay(buildReplay({ header: { player } })));

/** Opens the page of a mocked job from the list; the server does not have the job, so it cannot serve the page directly. */
export async function openWatch(
  page: Page,
  {
    job = mockJob(id, { has_analytics: true }),
    analytics = mockAnalytics(id, { hits: 300, frames: 3000 }),
    log = 'Completed.',
  } = {},
): Promise<void> {
  await mockResponses(page, {
    '/v1/jobs': { total: 1, jobs: [job] },
    [`/v1/jobs/${id}`]: job,
    [`/v1/jobs/${id}/analytics`]: analytics,
    [`/v1/artifacts/logs/${id}.log`]: log,
  });
  await page.route(/\/v1\/artifacts\/(videos|thumbnails)\//, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${inject('idleService')}/renders`);
  await page.locator('.job-card a').click();
  await page.locator('.replay-analysis').waitFor();
}
