import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { JobStatistics } from '../jobs/index.ts';
import { createMetrics as createMetricsOf } from './metrics.ts';

const createMetrics = () =>
  createMetricsOf({ version: '1.2.3', dataDir: tmpdir(), settings: { MAX_QUEUED: 100, MAX_RENDERING: 20 } });

const noJobs: JobStatistics = {
  jobsByStatus: { queued: 0, downloading: 0, rendering: 0, completed: 0, failed: 0 },
  failuresByCode: {},
  oldestWaitSeconds: 0,
  outboxAgeSeconds: 0,
  outboxWaiting: 0,
  deadLetters: 0,
  undeliveredCallbacks: 0,
  workers: 0,
  slots: 0,
  busySlots: 0,
  isInMaintenance: false,
  isPaused: false,
  checks: { waiting: 0, suspendedWorkers: 0, remakes: 0, givenUpRemakes: 0 },
};

async function linesOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
}

test('a request counts under its method, route and status', async () => {
  const metrics = createMetrics();
  metrics.requestFinished({ method: 'GET', route: '/v1/jobs/:job_id', status: 200, seconds: 0.004 });
  metrics.requestFinished({ method: 'GET', route: '/v1/jobs/:job_id', status: 200, seconds: 0.006 });
  const labels = 'method="GET",route="/v1/jobs/:job_id",status="200"';
  expect(await linesOf(metrics, 'reprise_http_request_duration_seconds')).toEqual(
    expect.arrayContaining([
      `reprise_http_request_duration_seconds_bucket{le="0.005",${labels}} 1`,
      `reprise_http_request_duration_seconds_bucket{le="0.01",${labels}} 2`,
      `reprise_http_request_duration_seconds_count{${labels}} 2`,
    ]),
  );
});

test('submissions count by outcome and refusals by endpoint', async () => {
  const metrics = createMetrics();
  metrics.submissionEnded('accepted');
  metrics.submissionEnded('accepted');
  metrics.submissionEnded('replay/unreadable');
  metrics.rateLimitRefused('render');
  expect(await linesOf(metrics, 'reprise_submissions_total')).toEqual([
    'reprise_submissions_total{outcome="accepted"} 2',
    'reprise_submissions_total{outcome="replay/unreadable"} 1',
  ]);
  expect(await linesOf(metrics, 'reprise_rate_limit_refusals_total')).toEqual([
    'reprise_rate_limit_refusals_total{endpoint="render"} 1',
  ]);
});

test('calls to storage and database are timed by outcome', async () => {
  const metrics = createMetrics();
  metrics.storageCalled({ operation: 'put', failed: false, seconds: 0.2 });
  metrics.storageCalled({ operation: 'put', failed: true, seconds: 30 });
  metrics.databaseQueried({ failed: false, seconds: 0.002 });
  expect(await linesOf(metrics, 'reprise_storage_duration_seconds_count')).toEqual([
    'reprise_storage_duration_seconds_count{operation="put",outcome="ok"} 1',
    'reprise_storage_duration_seconds_count{operation="put",outcome="failed"} 1',
  ]);
  expect(await linesOf(metrics, 'reprise_database_query_duration_seconds_sum')).toEqual([
    'reprise_database_query_duration_seconds_sum{outcome="ok"} 0.002',
  ]);
});

test('purged jobs and bytes are counted by reason', async () => {
  const metrics = createMetrics();
  expect(await linesOf(metrics, 'reprise_artifact_bytes')).toEqual([]);
  const cache = { beatmapCacheBytes: 70 };
  metrics.retentionRan({ age: { jobs: 2, bytes: 30 }, size: { jobs: 0, bytes: 0 }, storedBytes: 500, ...cache });
  metrics.retentionRan({ age: { jobs: 1, bytes: 10 }, size: { jobs: 4, bytes: 99 }, storedBytes: 400, ...cache });
  expect(await linesOf(metrics, 'reprise_purged')).toEqual([
    'reprise_purged_jobs_total{reason="age"} 3',
    'reprise_purged_jobs_total{reason="size"} 4',
    'reprise_purged_bytes_total{reason="age"} 40',
    'reprise_purged_bytes_total{reason="size"} 99',
  ]);
  expect(await linesOf(metrics, 'reprise_artifact_bytes')).toEqual(['reprise_artifact_bytes 400']);
  expect(await linesOf(metrics, 'reprise_beatmap_cache_bytes')).toEqual(['reprise_beatmap_cache_bytes 70']);
});

test('jobs and outbox are read at each scrape', async () => {
  const metrics = createMetrics();
  let queued = 3;
  metrics.readJobsFrom(async () => ({
    ...noJobs,
    jobsByStatus: { ...noJobs.jobsByStatus, queued, failed: 1 },
    outboxAgeSeconds: 1.5,
    outboxWaiting: 2,
  }));
  expect(await linesOf(metrics, 'reprise_jobs')).toEqual([
    'reprise_jobs{status="queued"} 3',
    'reprise_jobs{status="downloading"} 0',
    'reprise_jobs{status="rendering"} 0',
    'reprise_jobs{status="completed"} 0',
    'reprise_jobs{status="failed"} 1',
  ]);
  queued = 4;
  expect(await linesOf(metrics, 'reprise_queue_depth')).toEqual(['reprise_queue_depth 4']);
  expect(await linesOf(metrics, 'reprise_outbox')).toEqual([
    'reprise_outbox_age_seconds 1.5',
    'reprise_outbox_waiting 2',
  ]);
});

test('workers, waiting jobs, failures and maintenance are read at each scrape', async () => {
  const metrics = createMetrics();
  const statistics = {
    ...noJobs,
    failuresByCode: { 'beatmap/not-found': 3, 'job/cancelled': 1 },
    oldestWaitSeconds: 12,
    deadLetters: 2,
    undeliveredCallbacks: 3,
    workers: 2,
    slots: 5,
    busySlots: 4,
    isInMaintenance: true,
    isPaused: true,
    checks: { waiting: 6, suspendedWorkers: 1, remakes: 7, givenUpRemakes: 8 },
  };
  metrics.readJobsFrom(async () => statistics);
  await metrics.text();
  const text = await metrics.text();
  for (const line of [
    'reprise_job_failures_total{code="beatmap/not-found"} 3',
    'reprise_job_failures_total{code="job/cancelled"} 1',
    'reprise_queue_oldest_wait_seconds 12',
    'reprise_dead_letters 2',
    'reprise_callbacks_undelivered 3',
    'reprise_workers 2',
    'reprise_worker_slots 5',
    'reprise_worker_slots_busy 4',
    'reprise_maintenance 1',
    'reprise_queue_paused 1',
    'reprise_segment_checks_waiting 6',
    'reprise_workers_suspended 1',
    'reprise_remakes{state="waiting"} 7',
    'reprise_remakes{state="given-up"} 8',
  ]) {
    expect(text).toContain(`\n${line}\n`);
  }
});

test('the disk, the version and the settings that alerts compare with are included', async () => {
  const text = await createMetrics().text();
  expect(text).toMatch(/^reprise_disk_size_bytes [1-9]\d+$/m);
  expect(text).toMatch(/^reprise_disk_free_bytes \d+$/m);
  expect(text).toContain(`reprise_build_info{version="1.2.3",node_version="${process.version}"} 1`);
  expect(text).toContain('reprise_setting{name="MAX_QUEUED"} 100');
  expect(text).toContain('reprise_setting{name="MAX_RENDERING"} 20');
});

test('while the database is unavailable, the metrics of jobs are absent and the others stay', async () => {
  const metrics = createMetrics();
  const jobsByStatus = { ...noJobs.jobsByStatus, queued: 3 };
  const statistics = { ...noJobs, jobsByStatus, failuresByCode: { 'beatmap/not-found': 1 } };
  let isUnavailable = false;
  expect(await linesOf(metrics, 'reprise_queue_depth')).toEqual([]);
  metrics.readJobsFrom(async () => {
    if (isUnavailable) throw new Error('connection refused');
    return statistics;
  });
  metrics.submissionEnded('accepted');
  expect(await linesOf(metrics, 'reprise_queue_depth')).toEqual(['reprise_queue_depth 3']);
  isUnavailable = true;
  expect(await linesOf(metrics, 'reprise_queue_depth')).toEqual([]);
  expect(await linesOf(metrics, 'reprise_jobs')).toEqual([]);
  expect(await linesOf(metrics, 'reprise_job_failures_total')).toEqual([]);
  expect(await linesOf(metrics, 'reprise_submissions_total')).toHaveLength(1);
});

test('checks are counted by result', async () => {
  const metrics = createMetrics();
  metrics.segmentChecked('equal');
  metrics.segmentChecked('equal');
  metrics.segmentChecked('different');
  expect(await linesOf(metrics, 'reprise_segment_checks_total')).toEqual([
    'reprise_segment_checks_total{result="equal"} 2',
    'reprise_segment_checks_total{result="within-bound"} 0',
    'reprise_segment_checks_total{result="different"} 1',
    'reprise_segment_checks_total{result="dropped"} 0',
  ]);
});

test('the metrics of the process are included', async () => {
  expect(await linesOf(createMetrics(), 'process_resident_memory_bytes')).toHaveLength(1);
});

test('attempts are counted while they run, and timed by result', async () => {
  const metrics = createMetrics();
  metrics.attemptStarted();
  metrics.attemptStarted();
  metrics.attemptEnded({ result: 'completed', seconds: 12 });
  expect(await linesOf(metrics, 'reprise_attempts_running')).toEqual(['reprise_attempts_running 1']);
  expect(await linesOf(metrics, 'reprise_attempt_duration_seconds_count')).toEqual([
    'reprise_attempt_duration_seconds_count{result="completed"} 1',
  ]);
});
