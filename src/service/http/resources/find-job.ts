import { parseJobId } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { Job, Jobs, JobVersion } from '../../jobs/index.ts';

/** The job with the id in a path, with or without dashes; throws if there is none. */
export function findJob(jobs: Jobs, text: string): Promise<Job & JobVersion> {
  return find(text, jobs.get);
}

/** The version of that job alone. */
export function findJobVersion(jobs: Jobs, text: string): Promise<JobVersion> {
  return find(text, jobs.getVersion);
}

async function find<T>(text: string, get: (id: string) => Promise<T | null>): Promise<T> {
  const id = parseJobId(text);
  const found = id === null ? null : await get(id);
  if (found === null) throw new Failure('job/not-found');
  return found;
}
