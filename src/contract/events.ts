import { z } from 'zod';
import { job, jobId, jobStatus } from './job.ts';
import { progressKeys } from './progress.ts';

/** A job has come into another status. */
export const statusEvent = z.object({
  job_id: jobId,
  status: jobStatus,
  attempt: progressKeys.attempt,
  error_code: job.shape.error_code,
  at: z.iso.datetime().describe('When, ISO 8601 in UTC.'),
});

export type StatusEvent = z.infer<typeof statusEvent>;

/** A job that a worker has is further on its way. */
export const progressEvent = job
  .pick({ job_id: true, status: true, progress: true, map_title: true })
  .extend(progressKeys);

export type ProgressEvent = z.infer<typeof progressEvent>;

const total = z.int().min(0);

/** The jobs in each status at the moment a stream begins. */
export const totalsEvent = z.object({
  queued: total,
  downloading: total,
  rendering: total,
  completed: total,
  failed: total,
});

/** Nothing more will happen to the job. */
export const endEvent = z.object({ job_id: jobId, status: z.enum(['completed', 'failed']) });

export type EndEvent = z.infer<typeof endEvent>;
