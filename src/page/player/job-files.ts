import { getBytes } from '../service/call.ts';
import { FailedCall } from '../service/failed-call.ts';
import type { PlayFiles } from './messages.ts';

/** The replay and the map of a job. A map that is still being fetched is waited for. */
export async function fetchJobFiles(jobId: string, options: { signal: AbortSignal }): Promise<PlayFiles> {
  const [replay, beatmap] = await Promise.all([
    getBytes(`/v1/jobs/${jobId}/replay`, options),
    patiently(() => getBytes(`/v1/jobs/${jobId}/beatmap`, options), options),
  ]);
  return { replay, beatmap };
}

/** Asks again whenever the service says when. */
async function patiently<T>(ask: () => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof FailedCall) || error.code !== 'beatmap/not-yet') throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 2) * 1000));
      signal.throwIfAborted();
    }
  }
}
