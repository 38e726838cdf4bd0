import { z } from 'zod';
import { job, jobId, jobStatus } from './job.ts';
import { progressKeys } from './progress.ts';

/** The status of a job has changed. */
export const statusEvent = z.object({
  job_id: jobId,
  status: jobStatus,
  attempt: progressKeys.attempt,
  error_code: job.shape.error_code,
  at: z.iso.datetime().describe('Time of the change, ISO 8601 in UTC.'),
});

export type StatusEvent = z.infer<typeof statusEvent>;

/** The progress of a job that a worker renders. */
export const progressEvent = job
  .pick({ job_id: true, status: true, progress: true, map_title: true })
  .extend(progressKeys);

export type ProgressEvent = z.infer<typeof progressEvent>;

const total = z.int().min(0);

/** The number of jobs in each status when a stream starts. */
export const totalsEvent = z.object({
  queued: total,
  downloading: total,
  rendering: total,
  completed: total,
  failed: total,
});

/** The job is finished; no more events follow. */
export const endEvent = z.object({ job_id: jobId, status: z.enum(['completed', 'failed']) });

export type EndEvent = z.infer<typeof endEvent>;
