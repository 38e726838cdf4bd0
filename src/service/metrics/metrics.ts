import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The numbers an operator watches, in Prometheus' text form. Labels come from our own words only, never from a client's. */
export interface Metrics {
  requestFinished(request: { method: string; route: string; status: number; seconds: number }): void;
  /** `accepted`, or the code of the failure that refused it. */
  submissionEnded(outcome: string): void;
  rateLimitRefused(endpoint: string): void;
  storageCalled(call: { operation: string; failed: boolean; seconds: number }): void;
  databaseQueried(query: { failed: boolean; seconds: number }): void;
  /** A worker in this process has claimed a job. */
  attemptStarted(): void;
  /** `completed`, `failed`, `handed-back`, `lost`, `part-made` or `shared-out`. */
  attemptEnded(attempt: { result: string; seconds: number }): void;
  /** What was removed for its age and for the space it took, and what is left. */
  retentionRan(report: { age: Removed; size: Removed; storedBytes: number }): void;
  eventStreamsOpen(count: number): void;
  /** Where the numbers of jobs and outbox come from; asked once per scrape. */
  readJobsFrom(source: () => Promise<JobStatistics>): void;
  readonly contentType: string;
  text(): Promise<string>;
}

interface Removed {
  readonly jobs: number;
  readonly bytes: number;
}

export interface JobStatistics {
  readonly jobsByStatus: Readonly<Record<string, number>>;
  readonly outboxAgeSeconds: number;
  readonly outboxWaiting: number;
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const attemptBuckets = [1, 2.5, 5, 10, 20, 40, 60, 120, 240, 480, 900, 1800, 3600, 7200];
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'reprise_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
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
    help: 'Time of calls to the storage of artifacts.',
    labelNames: ['operation', 'outcome'],
    buckets: requestBuckets,
    registers,
  });
  const queries = new Histogram({
    name: 'reprise_database_query_duration_seconds',
    help: 'Time of queries to PostgreSQL.',
    labelNames: ['outcome'],
    buckets: queryBuckets,
    registers,
  });
  const attempts = new Histogram({
    name: 'reprise_attempt_duration_seconds',
    help: 'Time of attempts at a job or a part of one, from claim to end, by result: completed, failed, handed-back, lost, part-made or shared-out.',
    labelNames: ['result'],
    buckets: attemptBuckets,
    registers,
  });
  const attemptsRunning = new Gauge({
    name: 'reprise_attempts_running',
    help: 'Jobs, and parts of jobs, that the workers of this process are at.',
    registers,
  });
  const purgedJobs = new Counter({
    name: 'reprise_purged_jobs_total',
    help: 'Jobs whose artifacts were removed, by reason: age or size.',
    labelNames: ['reason'],
    registers,
  });
  const purgedBytes = new Counter({
    name: 'reprise_purged_bytes_total',
    help: 'Bytes of artifacts that were removed, by reason: age or size.',
    labelNames: ['reason'],
    registers,
  });
  const artifactBytes = new Gauge({
    name: 'reprise_artifact_bytes',
    help: 'Bytes of the artifacts of finished jobs, when it was last looked. Absent without RETENTION_DAYS or MAX_STORAGE_GB.',
    registers,
  });
  artifactBytes.remove();
  const eventStreams = new Gauge({
    name: 'reprise_event_streams',
    help: 'Streams of server-sent events that are open in this process.',
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
    help: 'Jobs that are accepted and wait for a worker.',
    registers,
  });
  const outboxAge = new Gauge({
    name: 'reprise_outbox_age_seconds',
    help: 'How long the oldest event of the outbox has been waiting to enter the queue.',
    registers,
  });
  const outboxWaiting = new Gauge({
    name: 'reprise_outbox_waiting',
    help: 'Events of the outbox that have not entered the queue yet.',
    registers,
  });

  let readJobs: (() => Promise<JobStatistics>) | null = null;

  /** With the database away there is no number to give; the others are then worth even more, so the scrape goes on. */
  async function collectJobs(): Promise<void> {
    jobs.reset();
    for (const gauge of [queueDepth, outboxAge, outboxWaiting]) gauge.remove();
    const numbers = await readJobs?.().catch(() => null);
    if (!numbers) return;
    for (const [status, count] of Object.entries(numbers.jobsByStatus)) jobs.set({ status }, count);
    queueDepth.set(numbers.jobsByStatus.queued ?? 0);
    outboxAge.set(numbers.outboxAgeSeconds);
    outboxWaiting.set(numbers.outboxWaiting);
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
    retentionRan({ storedBytes, ...removed }) {
      for (const [reason, { jobs, bytes }] of Object.entries(removed)) {
        purgedJobs.inc({ reason }, jobs);
        purgedBytes.inc({ reason }, bytes);
      }
      artifactBytes.set(storedBytes);
    },
    eventStreamsOpen: (count) => eventStreams.set(count),
    readJobsFrom(source) {
      readJobs = source;
    },
    contentType: registry.contentType,
    async text() {
      await collectJobs();
      return registry.metrics();
    },
  };
}

function outcome(failed: boolean): string {
  return failed ? 'failed' : 'ok';
}
