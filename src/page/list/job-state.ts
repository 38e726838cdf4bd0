import type { Job } from '../../contract/index.ts';

/** What a viewer calls the state of a video: a cancelled job has not failed, and a purged one has no video any more. */
export function stateOf({
  status,
  error_code,
  purged_at,
}: Pick<Job, 'status' | 'error_code' | 'purged_at'>): Job['status'] | 'cancelled' | 'removed' {
  if (error_code === 'job/cancelled') return 'cancelled';
  return status === 'completed' && purged_at !== null ? 'removed' : status;
}
