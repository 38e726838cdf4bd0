import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { Job } from '../../contract/index.ts';
import { getBytes } from '../api/request.ts';
import { linkTo } from '../link-to.ts';
import type { ReplayFiles } from './scene-worker/messages.ts';

/** Downloads the replays and the beatmap set of a job, and waits while the service is still fetching the set. */
export async function fetchJobFiles(job: JobReplays, options: { signal: AbortSignal }): Promise<ReplayFiles> {
  const [beatmap, replays] = await Promise.all([
    retryUntilAvailable(() => getBytes(linkTo(`/v1/jobs/${job.job_id}/beatmap`), options), options),
    fetchJobReplays(job, options),
  ]);
  return { replays, beatmap };
}

type JobReplays = Pick<Job, 'job_id' | 'player' | 'players'>;

/** Downloads the replays of a job, each with the name of its player. */
export function fetchJobReplays(
  { job_id, player, players }: JobReplays,
  options: { signal?: AbortSignal },
): Promise<ReplayFiles['replays']> {
  const sources = players ?? [{ player, replay_url: linkTo(`/v1/jobs/${job_id}/replay`) }];
  return Promise.all(
    sources.map(async (source) => ({ name: source.player, bytes: await getBytes(source.replay_url, options) })),
  );
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
