import { parseJobId } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { Job, Jobs } from '../../jobs/index.ts';

/** The job with the id in a path, with or without dashes; throws if there is none. */
export async function findJob(jobs: Jobs, text: string): Promise<Job> {
  const id = parseJobId(text);
  const job = id === null ? null : await jobs.get(id);
  if (job === null) throw new Failure('job/not-found');
  return job;
}
