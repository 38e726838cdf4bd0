import { z } from 'zod';
import { job, jobId, jobStatus } from './job.ts';
import { progressKeys } from './progress.ts';

/** The status of a job has changed. */
const statusEvent = z.object({
  job_id: jobId,
  status: jobStatus,
  attempt: progressKeys.attempt,
  error_code: job.shape.error_code,
  at: z.iso.datetime().describe('Time of the change, ISO 8601 in UTC.'),
});

/** The progress of a job that a worker renders. */
const progressEvent = job.pick({ job_id: true, status: true, progress: true, map_title: true }).extend(progressKeys);

const total = z.int().min(0);

/** The number of jobs in each status when a stream starts. */
const totalsEvent = z.object({
  queued: total.describe('Number of queued jobs.'),
  downloading: total.describe('Number of jobs whose files a worker downloads.'),
  rendering: total.describe('Number of jobs that a worker renders.'),
  completed: total.describe('Number of completed jobs.'),
  failed: total.describe('Number of failed jobs.'),
});

/** The job is finished; no more events follow. */
const endEvent = z.object({
  job_id: jobId,
  status: z.enum(['completed', 'failed']).describe('How the job ended.'),
});

/** The data of every server-sent event, by the name of the event. */
export const eventData = {
  job,
  status: statusEvent,
  progress: progressEvent,
  totals: totalsEvent,
  end: endEvent,
} as const;

export type EventName = keyof typeof eventData;
export type EventData<Name extends EventName> = z.infer<(typeof eventData)[Name]>;
