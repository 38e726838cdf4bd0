import { Failure } from '../../failure.ts';
import type { Job } from './job.ts';

/** Who requests a change of a job: a client, or the operator of the service. */
export type Requester = { readonly client: string } | 'operator';

/** Throws `job/not-yours` unless the requester submitted the job or operates the service. */
export function requireOwnJob(job: Job, requester: Requester): void {
  if (requester !== 'operator' && requester.client !== job.client) throw new Failure('job/not-yours');
}
