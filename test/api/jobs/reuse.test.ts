import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobs, type Jobs } from '../../../src/service/jobs/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs } from '../../support/database/job-rows.ts';

let fresh: FreshDatabase;
let jobs: Jobs;
let insert: (...rows: Parameters<typeof insertJobs>[1][number][]) => Promise<string[]>;
beforeEach(async () => {
  fresh = await freshDatabase();
  const database = fresh.connect();
  jobs = createJobs({ database, limits: { maxQueued: 10, maxRendering: 10, maxActivePerClient: 2 } });
  insert = (...rows) => insertJobs(database, rows);
});
afterEach(() => fresh.drop());

const fingerprint = Buffer.from('the same');
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

test('only the newest completed job with the same fingerprint and with its artifacts is found', async () => {
  const [, newest] = await insert(
    { status: 'completed', fingerprint, created_at: at(1) },
    { status: 'completed', fingerprint, created_at: at(2) },
    { status: 'completed', fingerprint, created_at: at(3), purged_at: at(4) },
    { status: 'failed', fingerprint, created_at: at(5) },
    { status: 'rendering', fingerprint, created_at: at(6) },
    { status: 'completed', fingerprint: Buffer.from('another'), created_at: at(7) },
    { status: 'completed', created_at: at(8) },
  );
  expect((await jobs.attempts.findSameRender(fingerprint))?.id).toBe(newest);
  expect(await jobs.attempts.findSameRender(Buffer.from('unheard of'))).toBeNull();
});

test('the artifacts of an attempt can be reused once its job is completed', async () => {
  const [id = ''] = await insert({});
  const claim = (await jobs.attempts.claim(id))!;
  expect(await jobs.attempts.recordArtifacts(claim, fingerprint)).toBe(true);
  expect(await jobs.get(id)).toMatchObject({ hasAnalytics: true });
  expect(await jobs.attempts.findSameRender(fingerprint)).toBeNull();
  await jobs.complete(id, { success: true, videoKey: null, thumbKey: null, logKey: null, pp: null });
  expect((await jobs.attempts.findSameRender(fingerprint))?.id).toBe(id);
});

test('an attempt that has lost its job cannot record artifacts', async () => {
  const [id = ''] = await insert({});
  const old = (await jobs.attempts.claim(id))!;
  await jobs.attempts.claim(id);
  expect(await jobs.attempts.recordArtifacts(old, fingerprint)).toBe(false);
  expect(await jobs.get(id)).toMatchObject({ hasAnalytics: false });
});

test('a claim is not current after the job was cancelled', async () => {
  const [id = ''] = await insert({});
  const claim = (await jobs.attempts.claim(id))!;
  expect(await jobs.attempts.isCurrent(claim)).toBe(true);
  await jobs.cancel((await jobs.get(id))!, 'operator');
  expect(await jobs.attempts.isCurrent(claim)).toBe(false);
  expect(await jobs.attempts.requeue(claim, 'worker-lost')).toBe(false);
  expect(await jobs.attempts.claim(id)).toBeNull();
  expect(await jobs.get(id)).toMatchObject({ status: 'failed', error: { code: 'job/cancelled' } });
});
