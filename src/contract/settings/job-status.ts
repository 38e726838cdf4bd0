export const jobStatuses = ['queued', 'downloading', 'rendering', 'completed', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Whether a job has reached a status that never changes again. */
export function isFinished(status: string): status is 'completed' | 'failed' {
  return status === 'completed' || status === 'failed';
}
