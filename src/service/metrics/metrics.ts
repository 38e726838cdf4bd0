import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobStatistics } from '../jobs/index.ts';
import type { KeyUsage } from '../keys/index.ts';
import { createDiskMetrics } from './disk-metrics.ts';
import { createJobMetrics } from './job-metrics.ts';
import { createKeyMetrics } from './key-metrics.ts';

/** The service's metrics, in Prometheus' text format. Label values never come from clients. */
export interface Metrics {
  requestFinished(request: { method: string; route: string; status: number; seconds: number }): void;
  /** `accepted`, or the code of the failure that refused it. */
  submissionEnded(outcome: string): void;
  rateLimitRefused(endpoint: string): void;
  storageCalled(call: { operation: string; failed: boolean; seconds: number }): void;
  databaseQueried(query: { failed: boolean; seconds: number }): void;
  /** A worker in this process has claimed a job. */
  attemptStarted(): void;
  /** `completed`, `failed`, `handed-back`, `lost`, `segment-rendered`, `split`, `checked` or `remade`. */
  attemptEnded(attempt: { result: string; seconds: number }): void;
  /** `equal`, `within-bound`, `different`, or `dropped` if the segment could not be compared. */
  segmentChecked(result: string): void;
  /** What retention removed because of its age or the size limit, and the size of what is left. */
  retentionRan(report: { age: Purged; size: Purged; storedBytes: number; beatmapCacheBytes: number | null }): void;
  eventStreamsOpen(count: number): void;
  /** Sets the source of the metrics of jobs and outbox; it is read once per scrape. */
  readJobsFrom(source: () => Promise<JobStatistics>): void;
  /** Sets the source of the metrics of keys; it is read once per scrape. */
  readKeysFrom(source: () => Promise<readonly KeyUsage[]>): void;
  readonly contentType: string;
  text(): Promise<string>;
}

interface Purged {
  readonly jobs: number;
  readonly bytes: number;
}

export interface MetricsOptions {
  readonly version: string;
  /** The folder whose disk is measured. */
  readonly dataDir: string;
  /** The settings that alerts compare with, by the name of their variable. */
  readonly settings: Readonly<Record<string, number>>;
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const attemptBuckets = [1, 2.5, 5, 10, 20, 40, 60, 120, 240, 480, 900, 1800, 3600, 7200];
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createMetrics({ version, dataDir, settings }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'reprise_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const submissions = new Counter({
    name: 'reprise_submissions_total',
    help: 'Submitted replays by outcome: accepted, or the code of the failure that refused them.',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'reprise_rate_limit_refusals_total',
    help: 'Requests refused by a rate limit.',
    labelNames: ['endpoint'],
    registers,
  });
  const storage = new Histogram({
    name: 'reprise_storage_duration_seconds',
    help: 'Duration of calls to the artifact storage.',
    labelNames: ['operation', 'outcome'],
    buckets: requestBuckets,
    registers,
  });
  const queries = new Histogram({
    name: 'reprise_database_query_duration_seconds',
    help: 'Duration of PostgreSQL queries.',
    labelNames: ['outcome'],
    buckets: queryBuckets,
    registers,
  });
  const attempts = new Histogram({
    name: 'reprise_attempt_duration_seconds',
    help: 'Duration of attempts at a job or a segment, from claim to end, by result: completed, failed, handed-back, lost, segment-rendered, split, checked or remade.',
    labelNames: ['result'],
    buckets: attemptBuckets,
    registers,
  });
  const attemptsRunning = new Gauge({
    name: 'reprise_attempts_running',
    help: 'Jobs and segments that the workers of this process are rendering.',
    registers,
  });
  const checks = new Counter({
    name: 'reprise_segment_checks_total',
    help: 'Segments of untrusted workers that the workers of this process have checked, by result: equal, within-bound, different, or dropped if they could not be compared.',
    labelNames: ['result'],
    registers,
  });
  // The first difference is an increase only if there was a 0 before.
  for (const result of ['equal', 'within-bound', 'different', 'dropped']) checks.inc({ result }, 0);
  const purgedJobs = new Counter({
    name: 'reprise_purged_jobs_total',
    help: 'Jobs whose files were purged, by reason: age or size.',
    labelNames: ['reason'],
    registers,
  });
  const purgedBytes = new Counter({
    name: 'reprise_purged_bytes_total',
    help: 'Bytes that retention freed, by reason: age or size.',
    labelNames: ['reason'],
    registers,
  });
  const artifactBytes = new Gauge({
    name: 'reprise_artifact_bytes',
    help: 'Bytes that clients made the service store, which MAX_STORAGE_GB limits: files of ended jobs, uploaded beatmap sets and skins. As of the last retention run of this process.',
    registers,
  });
  artifactBytes.remove();
  const beatmapCacheBytes = new Gauge({
    name: 'reprise_beatmap_cache_bytes',
    help: 'Bytes of beatmap sets from mirrors, which MAX_BEATMAP_CACHE_GB limits. As of the last retention run of this process.',
    registers,
  });
  beatmapCacheBytes.remove();
  const eventStreams = new Gauge({
    name: 'reprise_event_streams',
    help: 'Open streams of server-sent events in this process.',
    registers,
  });
  new Gauge({
    name: 'reprise_build_info',
    help: 'Always 1; the labels are the version of Reprise and of Node.',
    labelNames: ['version', 'node_version'],
    registers,
  }).set({ version, node_version: process.version }, 1);
  const setting = new Gauge({
    name: 'reprise_setting',
    help: 'Settings that alerts compare with, by the name of their variable.',
    labelNames: ['name'],
    registers,
  });
  for (const [name, value] of Object.entries(settings)) setting.set({ name }, value);
  const setJobMetrics = createJobMetrics(registry);
  const setKeyMetrics = createKeyMetrics(registry);
  const measureDisk = createDiskMetrics(registry, dataDir);
  let readJobs: (() => Promise<JobStatistics>) | null = null;
  let readKeys: (() => Promise<readonly KeyUsage[]>) | null = null;

  /** While the database is unavailable, its metrics are absent and the scrape still returns all others. */
  async function collect(): Promise<void> {
    const [statistics, usedKeys] = await Promise.all([
      readJobs?.().catch(() => null),
      readKeys?.().catch(() => null),
      measureDisk(),
    ]);
    setJobMetrics(statistics ?? null);
    setKeyMetrics(usedKeys ?? []);
  }

  return {
    requestFinished({ method, route, status, seconds }) {
      requests.observe({ method, route, status }, seconds);
    },
    submissionEnded: (outcome) => submissions.inc({ outcome }),
    rateLimitRefused: (endpoint) => refusals.inc({ endpoint }),
    storageCalled({ operation, failed, seconds }) {
      storage.observe({ operation, outcome: outcome(failed) }, seconds);
    },
    databaseQueried: ({ failed, seconds }) => queries.observe({ outcome: outcome(failed) }, seconds),
    attemptStarted: () => attemptsRunning.inc(),
    attemptEnded({ result, seconds }) {
      attemptsRunning.dec();
      attempts.observe({ result }, seconds);
    },
    segmentChecked: (result) => checks.inc({ result }),
    retentionRan({ age, size, storedBytes, beatmapCacheBytes: cacheBytes }) {
      for (const [reason, { jobs, bytes }] of Object.entries({ age, size })) {
        purgedJobs.inc({ reason }, jobs);
        purgedBytes.inc({ reason }, bytes);
      }
      artifactBytes.set(storedBytes);
      if (cacheBytes !== null) beatmapCacheBytes.set(cacheBytes);
    },
    eventStreamsOpen: (count) => eventStreams.set(count),
    readJobsFrom(source) {
      readJobs = source;
    },
    readKeysFrom(source) {
      readKeys = source;
    },
    contentType: registry.contentType,
    async text() {
      await collect();
      return registry.metrics();
    },
  };
}

function outcome(failed: boolean): string {
  return failed ? 'failed' : 'ok';
}
