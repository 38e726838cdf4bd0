import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readDiskSpace } from '../../disk-full.ts';

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
  /** `completed`, `failed`, `handed-back`, `lost`, `part-made`, `shared-out`, `checked` or `remade`. */
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

export interface JobStatistics {
  readonly jobsByStatus: Readonly<Record<string, number>>;
  readonly failuresByCode: Readonly<Record<string, number>>;
  readonly oldestWaitSeconds: number;
  readonly outboxAgeSeconds: number;
  readonly outboxWaiting: number;
  readonly deadLetters: number;
  readonly undeliveredCallbacks: number;
  readonly workers: number;
  readonly slots: number;
  readonly busySlots: number;
  readonly isInMaintenance: boolean;
  readonly isPaused: boolean;
  readonly checks: {
    readonly waiting: number;
    readonly suspendedWorkers: number;
    readonly remakes: number;
    readonly givenUpRemakes: number;
  };
}

/** The name comes from an operator. */
export interface KeyUsage {
  readonly name: string;
  readonly submissions: number;
  readonly activeJobs: number;
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
    help: 'Duration of attempts at a job or a segment, from claim to end, by result: completed, failed, handed-back, lost, part-made, shared-out, checked or remade.',
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
  const jobs = new Gauge({
    name: 'reprise_jobs',
    help: 'Jobs by status.',
    labelNames: ['status'],
    registers,
  });
  const queueDepth = new Gauge({
    name: 'reprise_queue_depth',
    help: 'Queued jobs.',
    registers,
  });
  const oldestWait = new Gauge({
    name: 'reprise_queue_oldest_wait_seconds',
    help: 'Time since the oldest queued job was submitted; 0 without queued jobs.',
    registers,
  });
  const failures = new Counter({
    name: 'reprise_job_failures_total',
    help: 'Jobs that have failed, by error code.',
    labelNames: ['code'],
    registers,
  });
  const deadLetters = new Gauge({
    name: 'reprise_dead_letters',
    help: 'Jobs that the queue gave up on before they had completed or failed.',
    registers,
  });
  const undeliveredCallbacks = new Gauge({
    name: 'reprise_callbacks_undelivered',
    help: 'Messages to clients that could not be delivered and are not tried any more.',
    registers,
  });
  const workers = new Gauge({
    name: 'reprise_workers',
    help: 'Live workers.',
    registers,
  });
  const slots = new Gauge({
    name: 'reprise_worker_slots',
    help: 'Renders that all live workers together can run at a time.',
    registers,
  });
  const busySlots = new Gauge({
    name: 'reprise_worker_slots_busy',
    help: 'Renders that the live workers run.',
    registers,
  });
  const checksWaiting = new Gauge({
    name: 'reprise_segment_checks_waiting',
    help: 'Segments of untrusted workers that wait for their check.',
    registers,
  });
  const suspendedWorkers = new Gauge({
    name: 'reprise_workers_suspended',
    help: 'Lent workers that are suspended because a segment of theirs differed.',
    registers,
  });
  const remakes = new Gauge({
    name: 'reprise_remakes',
    help: 'Videos that may contain a segment of a suspended worker, by state: waiting to be made again, or given-up.',
    labelNames: ['state'],
    registers,
  });
  const paused = new Gauge({
    name: 'reprise_queue_paused',
    help: '1 while the queue is paused and no job is started, else 0.',
    registers,
  });
  const maintenance = new Gauge({
    name: 'reprise_maintenance',
    help: '1 while submissions are refused because of maintenance, else 0.',
    registers,
  });
  const keySubmissions = new Counter({
    name: 'reprise_key_submissions_total',
    help: 'Jobs that were admitted with a key, by the name of the key.',
    labelNames: ['key'],
    registers,
  });
  const keyActiveJobs = new Gauge({
    name: 'reprise_key_active_jobs',
    help: 'Unfinished jobs of a key and its users, by the name of the key.',
    labelNames: ['key'],
    registers,
  });
  const diskSize = new Gauge({
    name: 'reprise_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR.',
    registers,
  });
  const diskFree = new Gauge({
    name: 'reprise_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
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
  const outboxAge = new Gauge({
    name: 'reprise_outbox_age_seconds',
    help: 'Age of the oldest outbox event that has not entered the queue.',
    registers,
  });
  const outboxWaiting = new Gauge({
    name: 'reprise_outbox_waiting',
    help: 'Outbox events that have not entered the queue.',
    registers,
  });

  const gaugesOfJobs = [
    queueDepth,
    oldestWait,
    outboxAge,
    outboxWaiting,
    deadLetters,
    undeliveredCallbacks,
    workers,
    slots,
    busySlots,
    maintenance,
    paused,
    checksWaiting,
    suspendedWorkers,
  ];
  let readJobs: (() => Promise<JobStatistics>) | null = null;
  let readKeys: (() => Promise<readonly KeyUsage[]>) | null = null;

  /** While the database is unavailable, these metrics are absent and the scrape still returns all others. */
  async function collectJobs(): Promise<void> {
    jobs.reset();
    failures.reset();
    remakes.reset();
    for (const gauge of gaugesOfJobs) gauge.remove();
    const statistics = await readJobs?.().catch(() => null);
    if (!statistics) return;
    for (const [status, count] of Object.entries(statistics.jobsByStatus)) jobs.set({ status }, count);
    for (const [code, total] of Object.entries(statistics.failuresByCode)) failures.inc({ code }, total);
    queueDepth.set(statistics.jobsByStatus.queued ?? 0);
    oldestWait.set(statistics.oldestWaitSeconds);
    outboxAge.set(statistics.outboxAgeSeconds);
    outboxWaiting.set(statistics.outboxWaiting);
    deadLetters.set(statistics.deadLetters);
    undeliveredCallbacks.set(statistics.undeliveredCallbacks);
    workers.set(statistics.workers);
    slots.set(statistics.slots);
    busySlots.set(statistics.busySlots);
    maintenance.set(statistics.isInMaintenance ? 1 : 0);
    paused.set(statistics.isPaused ? 1 : 0);
    checksWaiting.set(statistics.checks.waiting);
    suspendedWorkers.set(statistics.checks.suspendedWorkers);
    remakes.set({ state: 'waiting' }, statistics.checks.remakes);
    remakes.set({ state: 'given-up' }, statistics.checks.givenUpRemakes);
  }

  async function collectKeys(): Promise<void> {
    for (const metric of [keySubmissions, keyActiveJobs]) metric.reset();
    const used = await readKeys?.().catch(() => null);
    for (const { name, submissions: total, activeJobs } of used ?? []) {
      keySubmissions.inc({ key: name }, total);
      keyActiveJobs.set({ key: name }, activeJobs);
    }
  }

  async function collectDisk(): Promise<void> {
    for (const gauge of [diskSize, diskFree]) gauge.remove();
    const space = await readDiskSpace(dataDir).catch(() => null);
    if (space === null) return;
    diskSize.set(space.sizeBytes);
    diskFree.set(space.freeBytes);
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
      await Promise.all([collectJobs(), collectKeys(), collectDisk()]);
      return registry.metrics();
    },
  };
}

function outcome(failed: boolean): string {
  return failed ? 'failed' : 'ok';
}
