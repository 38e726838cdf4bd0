import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { getBytes } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import type { ReplayFiles } from './scene-worker/messages.ts';

/** Downloads the replay and the beatmap set of a job, and waits while the service is still fetching the set. */
export async function fetchJobFiles(jobId: string, options: { signal: AbortSignal }): Promise<ReplayFiles> {
  const [replay, beatmap] = await Promise.all([
    getBytes(linkTo(`/v1/jobs/${jobId}/replay`), options),
    retryUntilAvailable(() => getBytes(linkTo(`/v1/jobs/${jobId}/beatmap`), options), options),
  ]);
  return { replay, beatmap };
}

/** Repeats a request after the delay that the service asks for. */
async function retryUntilAvailable<T>(request: () => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof RepriseError) || error.code !== 'beatmap/not-yet') throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 2) * 1000));
      signal.throwIfAborted();
    }
  }
}
