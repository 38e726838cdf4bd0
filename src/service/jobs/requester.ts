import { Failure } from '../../failure.ts';
import type { Job } from './job.ts';

/** Who wants something done with a job: the client that made it may ask, and so may whoever runs the service. */
export type Requester = { readonly client: string } | 'operator';

export function requireOwnJob(job: Job, asker: Requester): void {
  if (asker !== 'operator' && asker.client !== job.client) throw new Failure('job/not-yours');
}
