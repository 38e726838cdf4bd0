import type { Job } from '../../contract/index.ts';

/** What a viewer calls the state of a video: a purged job has nothing left, and a cancelled one has not failed. */
export function stateOf({
  status,
  error_code,
  purged_at,
}: Pick<Job, 'status' | 'error_code' | 'purged_at'>): Job['status'] | 'cancelled' | 'removed' {
  if (purged_at !== null) return 'removed';
  return error_code === 'job/cancelled' ? 'cancelled' : status;
}
