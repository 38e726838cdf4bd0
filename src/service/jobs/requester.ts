import { Failure } from '../../failure.ts';
import { clientOfKey } from '../keys/index.ts';
import type { Job } from './job.ts';

/** Who requests something about a job: a client, or the operator of the service. */
export type Requester = Client | 'operator';

/** Who submits jobs and owns them. */
export interface Client {
  /** An address, a key, or a user of a key: what the limits count. */
  readonly client: string;
  /** The key that the client has sent; null: none. */
  readonly keyId: string | null;
}

/** Throws `job/not-yours` unless the requester submitted the job or operates the service. */
export function requireOwnJob(job: Job, requester: Requester): void {
  if (requester !== 'operator' && !isOwnJob(job, requester)) throw new Failure('job/not-yours');
}

/** Whether a client submitted the job. A key that names no user also owns the jobs of all its users. */
export function isOwnJob(job: Pick<Job, 'client' | 'keyId'>, requester: Client): boolean {
  return job.client === requester.client || (isKeyItself(requester) && job.keyId === requester.keyId);
}

/** Whether the client is a key that acts for itself, and not for one of its users. */
export function isKeyItself({ client, keyId }: Client): boolean {
  return keyId !== null && client === clientOfKey(keyId);
}
