import { Counter, Gauge, type Registry } from 'prom-client';
import type { JobStatistics } from '../jobs/index.ts';

/** The metrics with one value each. */
const gauges: readonly {
  readonly name: string;
  readonly help: string;
  readonly value: (statistics: JobStatistics) => number;
}[] = [
  {
    name: 'reprise_queue_depth',
    help: 'Queued jobs.',
    value: ({ jobsByStatus }) => jobsByStatus.queued,
  },
  {
    name: 'reprise_queue_oldest_wait_seconds',
    help: 'Time since the oldest queued job was submitted; 0 without queued jobs.',
    value: ({ oldestWaitSeconds }) => oldestWaitSeconds,
  },
  {
    name: 'reprise_outbox_age_seconds',
    help: 'Age of the oldest outbox event that has not entered the queue.',
    value: ({ outboxAgeSeconds }) => outboxAgeSeconds,
  },
  {
    name: 'reprise_outbox_waiting',
    help: 'Outbox events that have not entered the queue.',
    value: ({ outboxWaiting }) => outboxWaiting,
  },
  {
    name: 'reprise_dead_letters',
    help: 'Jobs that the queue gave up on before they had completed or failed.',
    value: ({ deadLetters }) => deadLetters,
  },
  {
    name: 'reprise_callbacks_undelivered',
    help: 'Messages to clients that could not be delivered and are not tried any more.',
    value: ({ undeliveredCallbacks }) => undeliveredCallbacks,
  },
  {
    name: 'reprise_workers',
    help: 'Live workers.',
    value: ({ workers }) => workers,
  },
  {
    name: 'reprise_worker_slots',
    help: 'Renders that all live workers together can run at a time.',
    value: ({ slots }) => slots,
  },
  {
    name: 'reprise_worker_slots_busy',
    help: 'Renders that the live workers run.',
    value: ({ busySlots }) => busySlots,
  },
  {
    name: 'reprise_segment_checks_waiting',
    help: 'Segments of untrusted workers that wait for their check.',
    value: ({ checks }) => checks.waiting,
  },
  {
    name: 'reprise_workers_suspended',
    help: 'Lent workers that are suspended because a segment of theirs differed.',
    value: ({ checks }) => checks.suspendedWorkers,
  },
  {
    name: 'reprise_queue_paused',
    help: '1 while the queue is paused and no job is started, else 0.',
    value: ({ isPaused }) => (isPaused ? 1 : 0),
  },
  {
    name: 'reprise_maintenance',
    help: '1 while submissions are refused because of maintenance, else 0.',
    value: ({ isInMaintenance }) => (isInMaintenance ? 1 : 0),
  },
];

/** Returns the function that sets the metrics of jobs and workers. Without statistics, they are absent. */
export function createJobMetrics(registry: Registry): (statistics: JobStatistics | null) => void {
  const registers = [registry];
  const jobs = new Gauge({ name: 'reprise_jobs', help: 'Jobs by status.', labelNames: ['status'], registers });
  const failures = new Counter({
    name: 'reprise_job_failures_total',
    help: 'Jobs that have failed, by error code.',
    labelNames: ['code'],
    registers,
  });
  const remakes = new Gauge({
    name: 'reprise_remakes',
    help: 'Videos that may contain a segment of a suspended worker, by state: waiting to be made again, or given-up.',
    labelNames: ['state'],
    registers,
  });
  const single = gauges.map(({ name, help, value }) => ({ gauge: new Gauge({ name, help, registers }), value }));

  return (statistics) => {
    for (const metric of [jobs, failures, remakes]) metric.reset();
    for (const { gauge } of single) gauge.remove();
    if (statistics === null) return;
    for (const [status, count] of Object.entries(statistics.jobsByStatus)) jobs.set({ status }, count);
    for (const [code, total] of Object.entries(statistics.failuresByCode)) failures.inc({ code }, total);
    remakes.set({ state: 'waiting' }, statistics.checks.remakes);
    remakes.set({ state: 'given-up' }, statistics.checks.givenUpRemakes);
    for (const { gauge, value } of single) gauge.set(value(statistics));
  };
}
