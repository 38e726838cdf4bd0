import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/service/database/index.ts';
import { createJobs, type Jobs } from '../../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs } from '../../support/database/job-rows.ts';

let fresh: FreshDatabase;
let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 100, maxRendering: 20, maxActivePerClient: 2 } });
});
afterAll(() => fresh.drop());

async function queuedJob(): Promise<string> {
  return (await insertJobs(database, [{}]))[0]!;
}

const at = (percent: number) => ({ stage: 'rendering', percent, framesPerSecond: 120.5, secondsLeft: 42 }) as const;
const map = {
  title: 'A - B\0 [C]',
  titleUnicode: 'Ä - ビー\0 [C]',
  beatmapId: 2_190_499,
  lengthSeconds: 83.5,
  stars: 5.25,
  pp: null,
} as const;
const success = { success: true, videoKey: 'v', thumbKey: 't', logKey: 'l', pp: null } as const;

test('a claimed job goes from queued through downloading and rendering to completed', async () => {
  const id = await queuedJob();
  const claim = (await jobs.attempts.claim(id))!;
  expect(claim).toMatchObject({ attempt: 1, renderErrors: 0, lostWorkers: 0, job: { id, status: 'downloading' } });
  expect(await jobs.attempts.startRendering(claim)).toBe(true);
  expect(await jobs.attempts.reportProgress(claim, at(42.5))).toBe(true);
  expect(await jobs.attempts.describeMap(claim, map)).toBe(true);
  expect(await jobs.get(id)).toMatchObject({
    status: 'rendering',
    progress: 42.5,
    stage: 'rendering',
    framesPerSecond: 120.5,
    secondsLeft: 42,
    attempt: 1,
    queuePosition: null,
    mapTitle: 'A - B [C]',
    mapTitleUnicode: 'Ä - ビー [C]',
    beatmapId: 2_190_499,
    lengthSeconds: 83.5,
    stars: 5.25,
    pp: 0,
  });
  expect(await jobs.complete(id, success, { attempt: 1 })).toBe('ok');
  expect(await jobs.attempts.claim(id)).toBeNull();
});

test('an unknown job cannot be claimed', async () => {
  expect(await jobs.attempts.claim('00000000-0000-4000-8000-000000000000')).toBeNull();
});

test('every report of an old attempt is refused', async () => {
  const id = await queuedJob();
  const old = (await jobs.attempts.claim(id))!;
  await jobs.attempts.startRendering(old);
  const current = (await jobs.attempts.claim(id))!;
  expect(current).toMatchObject({ attempt: 2, lostWorkers: 1, job: { status: 'downloading', progress: 0 } });
  expect(await jobs.attempts.startRendering(old)).toBe(false);
  expect(await jobs.attempts.reportProgress(old, at(99))).toBe(false);
  expect(await jobs.attempts.describeMap(old, { ...map, title: 'Old' })).toBe(false);
  expect(await jobs.attempts.requeue(old, 'render-error')).toBe(false);
  expect(await jobs.complete(id, success, { attempt: 1 })).toBe('ignored');
  expect(await jobs.get(id)).toMatchObject({ status: 'downloading', progress: 0, mapTitle: '' });
  expect(await jobs.complete(id, success, { attempt: 2 })).toBe('ok');
});

test('render errors, outages and lost workers are counted separately', async () => {
  const id = await queuedJob();
  for (const why of ['render-error', 'worker-lost', 'outage', 'render-error'] as const) {
    const claim = (await jobs.attempts.claim(id))!;
    expect(await jobs.attempts.requeue(claim, why)).toBe(true);
    expect(await jobs.get(id)).toMatchObject({ status: 'queued', progress: 0 });
    // A requeued job has no current claim.
    expect(await jobs.attempts.reportProgress(claim, at(1))).toBe(false);
  }
  // The worker of the fifth attempt was lost.
  await jobs.attempts.claim(id);
  expect(await jobs.attempts.claim(id)).toMatchObject({ attempt: 6, renderErrors: 2, outages: 1, lostWorkers: 2 });
});

test('simultaneous claims get different numbers, and only the highest is current', async () => {
  const id = await queuedJob();
  const claims = await Promise.all(Array.from({ length: 8 }, () => jobs.attempts.claim(id)));
  const held = await Promise.all(claims.map((claim) => jobs.attempts.reportProgress(claim!, at(1))));
  expect(claims.map((claim) => claim!.attempt).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(claims.filter((_, i) => held[i]).map((claim) => claim!.attempt)).toEqual([8]);
});
